import { useId } from 'react';
import { Button } from '../../components/button.tsx';
import { t } from '../../lib/words.tsx';
import { lightMessage } from '../page-scan/light-message.ts';
import { PageCanvas } from '../page-scan/page-canvas.tsx';
import { WHOLE_PHOTO } from '../page-scan/page-corners.ts';
import { searchHint } from '../page-scan/page-search.ts';
import type { UsePage } from '../page-scan/use-page.ts';
import { type PhotoEdit, quarterTurns } from './photo-edit.ts';
import styles from './straighten-tools.module.css';

interface StraightenToolsProps {
  page: UsePage;
  edit: PhotoEdit;
  onChange: (edit: PhotoEdit) => void;
}

export function StraightenTools({ page: { search, preview }, edit, onChange }: StraightenToolsProps) {
  const { corners, light } = edit;
  const slider = useId();
  const found = typeof search === 'object' ? search.corners : null;
  const isAtFound = corners === found;
  const isWhole = corners === null || corners === WHOLE_PHOTO;
  return (
    <div className={styles.tools}>
      <p className={styles.hint}>{searchHint(search, isAtFound)}</p>
      <div className={styles.places}>
        {found ? (
          <Button
            variant="secondary"
            size="sm"
            aria-disabled={isAtFound}
            onClick={() => onChange({ ...edit, corners: found })}
          >
            {t('Find the page')}
          </Button>
        ) : null}
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={isWhole}
          onClick={() => onChange({ ...edit, corners: null })}
        >
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
          onChange={(event) => onChange({ ...edit, light: event.currentTarget.valueAsNumber })}
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
        <div className={styles.preview} style={{ '--turn': quarterTurns(edit) }}>
          <PageCanvas picture={preview} alt={t('How the page will look')} />
        </div>
      ) : null}
    </div>
  );
}
