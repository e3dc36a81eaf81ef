import { type ReactNode, useId } from 'react';
import { HEADING_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { TEMPLATE_BY_ID } from '../../../../shared/templates.ts';
import { Button } from '../../../components/button.tsx';
import { t } from '../../../lib/words.tsx';
import { languageOf, useLetterWords } from '../letter-words.ts';
import type { Wizard } from '../wizard-store.ts';
import styles from './frame-fields.module.css';
import field from './message-field.module.css';

export default function FrameFields({ state, dispatch }: Wizard) {
  const { words } = useLetterWords(languageOf(state.recipient));
  const { template, heading, envelope, photos } = state;
  const id = useId();
  const type = (line: string | null) => dispatch({ type: 'changed', change: { heading: line } });
  return (
    <div className={styles.fields}>
      <div className={styles.option}>
        <Sketch>
          <path className={styles.mark} d="M9 12h46" />
          <path className={styles.letter} d="M9 22h46v34H9z" />
          <path className={styles.text} d="M9 64h40M9 69h26" />
        </Sketch>
        <div className={field.head}>
          <label htmlFor={id}>{t('Line over the letter')}</label>
          <Button variant="quiet" size="sm" onClick={() => type(heading === null ? '' : null)}>
            {heading === null ? t('Leave it out') : t('Use the template’s')}
          </Button>
        </div>
        <input
          id={id}
          className="control"
          dir="auto"
          autoComplete="off"
          maxLength={HEADING_MAX_CHARACTERS}
          value={heading ?? TEMPLATE_BY_ID[template].preheader(photos.length, words)}
          placeholder={t('None')}
          onChange={(event) => type(event.target.value)}
        />
      </div>
      <label className={styles.option}>
        <Sketch>
          <path className={styles.cover} d="M9.5 10.5h45v28h-45z" />
          <path className={styles.stamp} d="M44 14h7v9h-7z" />
          <path className={styles.text} d="M24 29h22M24 33h14" />
          <path className={styles.letter} d="M9 46h46v26H9z" />
        </Sketch>
        <span className={styles.words}>
          <b>{t('Begin with an envelope')}</b>
          <span className="sm dim">{t('Both names, a stamp, and a postmark with the day')}</span>
        </span>
        <input
          type="checkbox"
          checked={envelope}
          onChange={(event) => dispatch({ type: 'changed', change: { envelope: event.target.checked } })}
        />
      </label>
    </div>
  );
}

function Sketch({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.sketch} viewBox="0 0 64 76" aria-hidden="true">
      <path className={styles.sheet} d="M.5.5h63v75H.5z" />
      {children}
    </svg>
  );
}
