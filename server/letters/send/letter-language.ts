import type { Language } from '../../../shared/languages.ts';
import type { Config } from '../../core/config.ts';
import { languageIn } from '../../core/words.ts';
import type { UserRow } from '../../people/users/data.ts';

/** @param given with the letter, then in the address book; else the sender's own */
export const chooseLetterLanguage = (
  config: Config,
  sender: UserRow,
  ...given: (Language | null | undefined)[]
): Language => languageIn(config, ...given, sender.language, sender.browserLanguage);
