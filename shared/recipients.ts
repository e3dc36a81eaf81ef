import { z } from 'zod';
import { isTimeZone } from '../templates/parts/time-zone.ts';
import { emailAddress } from './email-address.ts';
import { LANGUAGES } from './languages.ts';
import { letterLanguage } from './letter-language.ts';
import { IMPORTED_AT_ONCE } from './limits.ts';
import { birthday } from './occasions.ts';
import { nameText, personName } from './person-name.ts';
import { msg } from './words.ts';

const CHOOSE_A_ZONE = msg('Please choose a time zone');
const timeZone = z.string().max(64, CHOOSE_A_ZONE).refine(isTimeZone, CHOOSE_A_ZONE);

/**
 * `POST /api/recipients` and `PUT /api/recipients/{id}`. Without a greeting name, a time zone or a language the saved one
 * stays; an empty name, or null, removes it.
 */
export const recipientBody = z.object({
  name: personName,
  email: emailAddress,
  greetingName: nameText.optional(),
  timeZone: timeZone.nullable().optional(),
  language: letterLanguage.nullable().optional(),
});
export type RecipientBody = z.infer<typeof recipientBody>;
export const recipient = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** how the owner calls them; empty for by their name. The default is for responses of an older process. */
  greetingName: z.string().default(''),
  /** IANA name; also of the last letter that was to arrive at a chosen time; absent where not known */
  timeZone: z.string().nullish(),
  /** BCP 47, of the letters to them; absent where not known */
  language: z.enum(LANGUAGES).nullish().catch(null),
});
export type Recipient = z.infer<typeof recipient>;

/** `GET /api/recipients`: most recently used first. */
export const recipientList = z.array(recipient);

/** One person of an import: checked one by one, so that a wrong one keeps out nobody else. */
export const importedEntry = recipientBody.extend({ birthday: birthday.nullish() });
export type ImportedEntry = z.infer<typeof importedEntry>;

/** `POST /api/recipients/import`: people from another address book. An address that is there already keeps its name. */
export const importBody = z.object({
  entries: z
    .array(
      z.object({
        name: z.string(),
        email: z.string(),
        greetingName: z.string().optional(),
        timeZone: z.string().nullish(),
        language: z.string().nullish(),
        birthday: z.object({ month: z.number(), day: z.number(), year: z.number().nullable() }).nullish(),
      }),
    )
    .max(IMPORTED_AT_ONCE),
});
export type ImportBody = z.infer<typeof importBody>;

export const importAnswer = z.object({
  added: recipientList,
  alreadyThere: z.int(),
  /** numbers of the birthdays that were added to people who were there already */
  birthdays: z.array(z.int()),
  birthdaysLeft: z.int(),
  refused: z.array(z.object({ index: z.int(), message: z.string() })),
});
export type ImportAnswer = z.infer<typeof importAnswer>;

const ids = z.array(z.int().positive().max(Number.MAX_SAFE_INTEGER)).max(IMPORTED_AT_ONCE);
/** `POST /api/recipients/import/undo`: what an import added, if nothing was written to it since. */
export const undoImportBody = z.object({ recipients: ids, birthdays: ids });
export const undoImportAnswer = z.object({ removed: z.array(z.int()) });

/** `GET /api/recipients/export` */
export const exportQuery = z.object({ format: z.enum(['vcf', 'csv']) });
