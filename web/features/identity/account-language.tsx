import { useEffect, useRef } from 'react';
import { LANGUAGE_COOKIE } from '../../../shared/languages.ts';
import { useLanguage } from '../../lib/catalogues.ts';
import { changeLanguage, untoldLanguage } from '../../lib/change-language.ts';
import { useTellLanguage, useUser } from './use-user.ts';

/**
 * Keeps the languages of account and page the same: a choice on the page is saved in the account, in whose language mails
 * are written; in a browser in which none was chosen, the page changes to the account's language.
 */
export function AccountLanguage() {
  const { user } = useUser();
  const language = useLanguage();
  const tell = useTellLanguage();
  const telling = useRef(Promise.resolve());
  useEffect(() => {
    if (!user) return;
    if (untoldLanguage.get() === language) {
      // One after the other, so that the account keeps the last choice.
      telling.current = telling.current
        .then(async () => {
          if (untoldLanguage.get() !== language) return;
          await tell(language);
          if (untoldLanguage.get() === language) untoldLanguage.set(null);
        })
        .catch((error: unknown) => console.warn('The language could not be told', error));
    } else if (
      user.language &&
      user.language !== language &&
      !document.cookie.includes(`${LANGUAGE_COOKIE}=`)
    )
      changeLanguage(user.language, false).catch((error: unknown) =>
        console.info('The page stays in its language', error),
      );
  }, [user, language, tell]);
  return null;
}
