import { z } from 'zod';
import { type Said, said, type Value } from './words.ts';

export const refusedAddress = z.object({
  email: z.string(),
  /** RECIPIENT_BLOCKED, ADDRESS_BOUNCED or TOO_MANY */
  code: z.string(),
  message: z.string(),
});
export type RefusedAddress = z.infer<typeof refusedAddress>;

/** Error response of every API call: a stable code, a sentence for the person, and sentences by field. */
export const apiError = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** with ADDRESSES_REFUSED */
  refused: z.array(refusedAddress).optional(),
  /** with INSUFFICIENT_CREDITS, for a letter to several people: credits that it takes, and that there are */
  needed: z.int().optional(),
  balance: z.int().optional(),
  requestId: z.string().optional(),
});
export type ApiError = z.infer<typeof apiError>;

/** Zod's own sentences (zod/locales/en), which are about types, not for a person. */
const VALIDATOR_SENTENCE = /^(?:Invalid |Too (?:big|small)|Unrecognized key)/;

interface Refusal {
  message?: string | undefined;
  maximum?: unknown;
  /** what the schema says about it */
  params?: Record<string, Value> | undefined;
}

/** The schema's own sentence, never the validator's. `{maximum}` in it is the schema's limit. */
export function sentenceOf({ message, maximum, params }: Refusal): Said {
  if (!message || VALIDATOR_SENTENCE.test(message)) return said('Something in the request is not right.');
  return { text: message, values: typeof maximum === 'number' ? { maximum, ...params } : params };
}
