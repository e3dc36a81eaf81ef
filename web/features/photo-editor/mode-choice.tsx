import { msg } from '../../../shared/words.ts';
import { t } from '../../lib/words.tsx';
import styles from './mode-choice.module.css';

export type EditorMode = 'rotate' | 'crop' | 'straighten' | 'describe';

const MODES = {
  rotate: msg('Rotate'),
  crop: msg('Crop'),
  straighten: msg('Straighten'),
  describe: msg('Describe'),
};

interface ModeChoiceProps {
  mode: EditorMode;
  onChoose: (mode: EditorMode) => void;
}

export function ModeChoice({ mode, onChoose }: ModeChoiceProps) {
  const modes: EditorMode[] = ['rotate', 'crop', 'straighten', 'describe'];
  return (
    <fieldset className={styles.choice}>
      <legend className="vh">{t('Mode')}</legend>
      {modes.map((each) => (
        <label key={each} className={styles.option}>
          <input
            className="vh"
            type="radio"
            name="editor-mode"
            checked={each === mode}
            onChange={() => onChoose(each)}
          />
          <span>{t(MODES[each])}</span>
        </label>
      ))}
    </fieldset>
  );
}
