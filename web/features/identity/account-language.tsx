import { useEffect } from 'react';
import { LANGUAGE_COOKIE } from '../../../shared/languages.ts';
import { useLanguage } from '../../lib/catalogues.ts';
import { changeLanguage, languageWasChosen } from '../../lib/change-language.ts';
import { useTellLanguage, useUser } from './use-user.ts';

/**
 * Keeps the account's language and the page's together: what is chosen here goes to the account, in whose language mails
 * are written; in a browser in which none was chosen, the page takes up the account's.
 */
export function AccountLanguage() {
  const { user } = useUser();
  const language = useLanguage();
  const tell = useTellLanguage();
  useEffect(() => {
    if (!user || user.language === language) return;
    if (languageWasChosen())
      tell(language).catch((error: unknown) => console.warn('The language could not be told', error));
    else if (user.language && !document.cookie.includes(`${LANGUAGE_COOKIE}=`))
      changeLanguage(user.language).catch((error: unknown) =>
        console.info('The page stays in its language', error),
      );
  }, [user, language, tell]);
  return null;
}
