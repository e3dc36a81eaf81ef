import { useId } from 'react';
import { LANGUAGE_NAMES, type Language } from '../../../../shared/languages.ts';
import { classNames } from '../../../lib/class-names.ts';
import { useClientConfig } from '../../../lib/client-config.tsx';
import { t } from '../../../lib/words.tsx';
import { languageOf } from '../letter-words.ts';
import type { ChosenRecipient } from '../recipients.ts';
import styles from './language-choice.module.css';

interface LanguageChoiceProps {
  recipient: ChosenRecipient;
  labelledBy?: string;
  className?: string | undefined;
  disabled?: boolean;
  onChoose: (language: Language) => void;
}

/** The language of what the letter's mail and page say besides its words. */
export function LanguageChoice(props: LanguageChoiceProps) {
  const { recipient, labelledBy, className, disabled, onChoose } = props;
  const { languages } = useClientConfig();
  const id = useId();
  const chosen = languageOf(recipient);
  return (
    <div className={classNames(styles.choice, className)}>
      {labelledBy ? null : <label htmlFor={id}>{t('Their language')}</label>}
      <select
        className="control"
        id={id}
        aria-labelledby={labelledBy}
        value={chosen}
        disabled={disabled}
        onChange={({ target }) => {
          const language = languages.find((one) => one === target.value);
          if (language) onChoose(language);
        }}
      >
        {[...new Set([...languages, chosen])].map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </select>
    </div>
  );
}
