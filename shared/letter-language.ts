import { z } from 'zod';
import { LANGUAGES } from './languages.ts';
import { msg } from './words.ts';

/** BCP 47: in which a letter's mail, its page and all that its recipient gets besides are worded. */
export const letterLanguage = z.enum(LANGUAGES, msg('Please choose one of the languages'));
