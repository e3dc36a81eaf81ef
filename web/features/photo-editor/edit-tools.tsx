import { type ComponentProps, useId } from 'react';
import { PHOTO_ALT_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../lib/words.tsx';
import { PageCanvas } from '../page-scan/page-canvas.tsx';
import { WHOLE_PHOTO } from '../page-scan/page-corners.ts';
import { searchHint, type UsePage } from '../page-scan/use-page.ts';
import { FIRST_CROP, isSameBox } from './crop-box.ts';
import { lightMessage } from './editor-messages.ts';
import { type PhotoEdit, quarterTurns, rotated, withoutRotation } from './photo-edit.ts';
import styles from './photo-editor.module.css';
import straighten from './straighten-tools.module.css';

interface EditProps {
  edit: PhotoEdit;
  onChange: (edit: PhotoEdit) => void;
}

/** With `aria-disabled` where it would change nothing: it keeps its focus. */
const Tool = (props: ComponentProps<typeof Button>) => <Button variant="secondary" size="sm" {...props} />;

export function RotateTools({ edit, onChange }: EditProps) {
  return (
    <div className={styles.tools}>
      <p className="sm dim">{t('Turn the page until it can be read.')}</p>
      <div className={`field ${styles.turns}`}>
        <Tool onClick={() => onChange(rotated(edit, false))}>
          <Icon name="rotate-left" />
          {t('Rotate left')}
        </Tool>
        <Tool onClick={() => onChange(rotated(edit, true))}>
          <Icon name="rotate-right" />
          {t('Rotate right')}
        </Tool>
      </div>
      <Tool aria-disabled={edit.rotation === 0} onClick={() => onChange(withoutRotation(edit))}>
        {t('Reset rotation')}
      </Tool>
    </div>
  );
}

export function CropTools({ edit, onChange }: EditProps) {
  return (
    <div className={styles.tools}>
      <p className="sm dim">{t('Drag a corner, or move the frame. Arrow keys work too.')}</p>
      <Tool
        aria-disabled={isSameBox(edit.crop, FIRST_CROP)}
        onClick={() => onChange({ ...edit, crop: FIRST_CROP })}
      >
        {t('Reset crop')}
      </Tool>
    </div>
  );
}

export function StraightenTools({
  page: { search, preview },
  edit,
  onChange,
}: EditProps & { page: UsePage }) {
  const { corners, light } = edit;
  const slider = useId();
  const found = typeof search === 'object' ? search.corners : null;
  const isAtFound = corners === found;
  const isWhole = corners === null || corners === WHOLE_PHOTO;
  return (
    <div className={straighten.tools}>
      <p className={straighten.hint}>{searchHint(search, isAtFound)}</p>
      <div className={straighten.places}>
        {found ? (
          <Tool aria-disabled={isAtFound} onClick={() => onChange({ ...edit, corners: found })}>
            {t('Find the page')}
          </Tool>
        ) : null}
        <Tool aria-disabled={isWhole} onClick={() => onChange({ ...edit, corners: null })}>
          {t('Whole photo')}
        </Tool>
      </div>
      <div className={straighten.brighten}>
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
        <div className={straighten.preview} style={{ '--turn': quarterTurns(edit) }}>
          <PageCanvas picture={preview} alt={t('How the page will look')} />
        </div>
      ) : null}
    </div>
  );
}

interface DescribeToolsProps {
  number: number;
  alt: string;
  onChange: (alt: string) => void;
}

export function DescribeTools({ number, alt, onChange }: DescribeToolsProps) {
  const why = useId();
  return (
    <div className={`field ${styles.describing}`}>
      <b>{t('What does it say?')}</b>
      <textarea
        className="control"
        dir="auto"
        value={alt}
        maxLength={PHOTO_ALT_MAX_CHARACTERS}
        aria-label={t('What photo {number} says', { number })}
        aria-describedby={why}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={why} className="sm dim">
        {t('Read aloud to those who can’t see the photo.')}
      </p>
    </div>
  );
}
