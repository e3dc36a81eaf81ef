import { z } from 'zod';
import { emailAddress } from './email-address.ts';

/** `GET /api/account/export`: one zip of everything, for its owner. */
export const EXPORT_PATH = '/api/account/export';

/** `GET /api/account/holdings`: what would be in it, and what would go with the account. */
export const accountDataSummary = z.object({
  letters: z.number().int(),
  replies: z.number().int(),
  recipients: z.number().int(),
  photos: z.number().int(),
  /** a letter in progress lies on the desk */
  draft: z.boolean(),
  /** letters that wait to be sent, or are being sent */
  underWay: z.number().int(),
  credits: z.number().int(),
  /** receipts that stay in the books */
  purchases: z.number().int(),
});
export type AccountDataSummary = z.infer<typeof accountDataSummary>;

/** `POST /api/account/delete`. The address is typed by hand; the ID token comes from a sign-in of this hour. */
export const deleteAccountBody = z.object({ email: emailAddress, idToken: z.string().min(1).max(8_192) });

/** `elsewhere`: the way to sign in is another provider's, and is deleted there by the browser. */
export const deleteAccountAnswer = z.object({ deleted: z.literal(true), elsewhere: z.boolean() });
