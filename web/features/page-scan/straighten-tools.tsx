import { useId } from 'react';
import { Button } from '../../components/button.tsx';
import { t } from '../../lib/words.tsx';
import { lightMessage } from './light-message.ts';
import { PageCanvas } from './page-canvas.tsx';
import { type PageSearch, searchHint } from './page-search.ts';
import type { DrawnPage } from './page-worker.ts';
import styles from './straighten-tools.module.css';

interface StraightenToolsProps {
  search: PageSearch;
  isAtFound: boolean;
  isWhole: boolean;
  light: number;
  preview: DrawnPage | null;
  /** quarters clockwise by which the photo is turned */
  turn: number;
  onFound: () => void;
  onWhole: () => void;
  onLight: (light: number) => void;
}

export function StraightenTools(props: StraightenToolsProps) {
  const { search, isAtFound, isWhole, light, preview, turn, onFound, onWhole, onLight } = props;
  const slider = useId();
  const isFound = typeof search === 'object';
  return (
    <div className={styles.tools}>
      <p className={styles.hint}>{searchHint(search, isAtFound)}</p>
      <div className={styles.places}>
        {isFound ? (
          <Button variant="secondary" size="sm" aria-disabled={isAtFound} onClick={onFound}>
            {t('Find the page')}
          </Button>
        ) : null}
        <Button variant="secondary" size="sm" aria-disabled={isWhole} onClick={onWhole}>
          {t('Whole photo')}
        </Button>
      </div>
      <div className={styles.brighten}>
        <label htmlFor={slider}>{t('Brighten')}</label>
        <output className="dim sm" htmlFor={slider}>
          {lightMessage(light)}
        </output>
        <input
          id={slider}
          type="range"
          min={0}
          max={2}
          step={0.05}
          value={light}
          aria-valuetext={lightMessage(light)}
          onChange={(event) => onLight(event.currentTarget.valueAsNumber)}
        />
        <p role="status" className="sm">
          {light > 0 && preview?.isPaper === false
            ? t(
                'Little of this looks like paper, so brightening may spoil it. First drag the handles to the corners of the page.',
              )
            : null}
        </p>
      </div>
      {preview ? (
        <div className={styles.preview} style={{ '--turn': turn }}>
          <PageCanvas picture={preview} alt={t('How the page will look')} />
        </div>
      ) : null}
    </div>
  );
}
