import { z } from 'zod';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from './limits.ts';

/**
 * Text, at-sign, text, dot, text (spec section 5). Control characters, spaces and the characters that
 * structure a mail header are refused, so an address can never contain a second header or recipient.
 * The dot is the first after one character of the domain, so that there is only one way to match a text (linear time).
 */
const ADDRESS =
  /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}][^\s@<>()[\]\\,;:".\p{Cc}]*\.[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

export const INVALID_EMAIL_MESSAGE = 'Please enter a valid email address';

export const emailAddress = z
  .string()
  .trim()
  // Without 'abort', Zod would run the pattern over a text of any length.
  .max(EMAIL_MAX_CHARACTERS, { error: INVALID_EMAIL_MESSAGE, abort: true })
  .regex(ADDRESS, INVALID_EMAIL_MESSAGE);

/** Whether a text is a valid address. */
export function isEmailAddress(text: string): boolean {
  return emailAddress.safeParse(text).success;
}

/** A person's name on one line: control characters become spaces, so it is safe in a mail header. */
export const personName = z
  .string()
  .transform((name) => name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim())
  .pipe(z.string().min(1, 'Please enter a name').max(NAME_MAX_CHARACTERS, 'That name is too long'));
