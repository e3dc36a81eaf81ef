import { z } from 'zod';
import { cleanText } from './clean-text.ts';
import { emailAddress } from './email-address.ts';
import { NAME_MAX_CHARACTERS } from './limits.ts';
import { msg } from './words.ts';

/** Ids are on the wire (spec section 3), labels on the screen. */
export const SUPPORT_CATEGORIES = [
  { id: 'technical', label: msg('Technical') },
  { id: 'general', label: msg('General') },
  { id: 'feedback', label: msg('Feedback') },
  { id: 'feature', label: msg('Feature request') },
  { id: 'billing', label: msg('Billing') },
  { id: 'other', label: msg('Other') },
] as const;

type SupportCategory = (typeof SUPPORT_CATEGORIES)[number]['id'];

const CATEGORY_IDS = SUPPORT_CATEGORIES.map(({ id }) => id) as [SupportCategory, ...SupportCategory[]];

export const SUPPORT_SUBJECT_MAX_CHARACTERS = 200;
export const SUPPORT_MESSAGE_MAX_CHARACTERS = 5_000;

/** Error of a field that was left empty (spec section 5). */
export const MISSING_INFORMATION = msg('Please fill in all required fields');

const filledIn = z
  .string({ error: MISSING_INFORMATION })
  .overwrite(cleanText)
  .trim()
  .min(1, MISSING_INFORMATION);

/** Safe in a mail header. */
const line = filledIn.overwrite((text) => text.replace(/\s+/g, ' '));

/** `POST /api/support` (spec section 7). */
export const supportBody = z.object({
  name: line.pipe(z.string().max(NAME_MAX_CHARACTERS, msg('That name is too long'))),
  email: filledIn.pipe(emailAddress),
  category: filledIn.pipe(z.enum(CATEGORY_IDS, msg('Please choose one of the categories'))),
  subject: line.pipe(
    z
      .string()
      .max(SUPPORT_SUBJECT_MAX_CHARACTERS, msg('Please keep the subject to at most {maximum} characters')),
  ),
  message: filledIn.pipe(
    z
      .string()
      .max(SUPPORT_MESSAGE_MAX_CHARACTERS, msg('Please keep the message to at most {maximum} characters')),
  ),
  /** honeypot: a field that people do not see, so that only robots fill it in */
  website: z.string().max(2_000, msg('That is too long')).optional(),
});
export type SupportBody = z.infer<typeof supportBody>;

export const supportResponse = z.object({ received: z.literal(true) });
