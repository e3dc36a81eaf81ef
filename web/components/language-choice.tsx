import { LANGUAGE_NAMES, type Language } from '../../shared/languages.ts';
import { useLanguage } from '../lib/catalogues.ts';
import { changeLanguage } from '../lib/change-language.ts';
import { classNames } from '../lib/class-names.ts';
import { useClientConfig } from '../lib/client-config.tsx';
import { keepLanguage } from '../lib/keep-language.ts';
import { t } from '../lib/words.tsx';
import { Icon } from './icon.tsx';
import styles from './language-choice.module.css';
import { useToast } from './toast.tsx';

/** What is being written stays when the language is changed. */
export function LanguageChoice({
  titled = false,
  className,
}: {
  titled?: boolean;
  className?: string | undefined;
}) {
  const { languages } = useClientConfig();
  const language = useLanguage();
  const toast = useToast();
  if (languages.length < 2) return null;
  const choose = (to: string) =>
    changeLanguage(to).catch((error: unknown) => {
      console.warn('The language was not changed', error);
      toast({
        tone: 'error',
        title: t('The language could not be changed. Please try again.'),
        // Only a newer page has it when the product was replaced meanwhile.
        action: {
          label: t('Load the page again'),
          onAct: () => {
            keepLanguage(to);
            location.reload();
          },
        },
      });
    });
  const known = (languages as string[]).includes(language);
  return (
    <label className={classNames(styles.choice, titled && styles.titled, className)}>
      {titled ? <span className="xs dim">{t('Language')}</span> : <Icon name="globe" />}
      <select
        className="control"
        aria-label={titled ? undefined : t('Choose a language')}
        value={language}
        onChange={({ target }) => choose(target.value)}
      >
        {known ? null : <option value={language}>{language}</option>}
        {languages.map((code: Language) => (
          <option key={code} value={code} lang={code}>
            {nameOf(code)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** With how much of it is translated, where that is not all: what is not is in English. */
function nameOf(code: Language): string {
  const share = import.meta.env.WORDS_SHARES?.[code];
  return share === undefined ? LANGUAGE_NAMES[code] : `${LANGUAGE_NAMES[code]} (${share}%)`;
}
