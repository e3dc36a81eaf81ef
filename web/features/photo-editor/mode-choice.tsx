import { msg } from '../../../shared/words.ts';
import choice from '../../components/choice.module.css';
import { t } from '../../lib/words.tsx';
import styles from './mode-choice.module.css';

const MODES = [
  ['rotate', msg('Rotate')],
  ['crop', msg('Crop')],
  ['straighten', msg('Straighten')],
  ['describe', msg('Describe')],
] as const;

export type EditorMode = (typeof MODES)[number][0];

export function ModeChoice({ mode, onChoose }: { mode: EditorMode; onChoose: (mode: EditorMode) => void }) {
  return (
    <fieldset className={styles.choice}>
      <legend className="vh">{t('Mode')}</legend>
      {MODES.map(([each, name]) => (
        <label key={each} className={`${choice.radio} ${styles.option}`}>
          <input
            className="vh"
            type="radio"
            name="editor-mode"
            checked={each === mode}
            onChange={() => onChoose(each)}
          />
          <span>{t(name)}</span>
        </label>
      ))}
    </fieldset>
  );
}
