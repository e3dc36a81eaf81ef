import { z } from 'zod';
import { isDeliverable, withoutFinalDot } from '../packages/address-files/deliverable-address.ts';
import { EMAIL_MAX_CHARACTERS } from './limits.ts';
import { msg } from './words.ts';

export const INVALID_EMAIL_MESSAGE = msg('Please enter a valid email address');

/** The final dot of a domain, which marks its end in the DNS and is pasted with a sentence, is taken off. */
export const emailAddress = z
  .string()
  .trim()
  // Without 'abort', Zod would run the pattern over a text of any length.
  .max(EMAIL_MAX_CHARACTERS, { error: INVALID_EMAIL_MESSAGE, abort: true })
  .transform(withoutFinalDot)
  .refine(isDeliverable, INVALID_EMAIL_MESSAGE);
