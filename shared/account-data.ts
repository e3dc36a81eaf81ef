import { z } from 'zod';
import { emailAddress } from './email-address.ts';

/** `GET /api/account/export`: one zip of everything, for its owner. */
export const EXPORT_PATH = '/api/account/export';

/** `GET /api/account/holdings`: counts what the export contains and a deletion erases. */
export const accountDataSummary = z.object({
  letters: z.int(),
  replies: z.int(),
  recipients: z.int(),
  photos: z.int(),
  draft: z.boolean(),
  /** letters that wait to be sent, or are being sent */
  underWay: z.int(),
  credits: z.int(),
  /** paid purchases, whose receipts are kept after a deletion */
  purchases: z.int(),
});
export type AccountDataSummary = z.infer<typeof accountDataSummary>;

/** `POST /api/account/delete`. The address is typed by the person; the ID token is of a sign-in within the last 15 minutes. */
export const deleteAccountBody = z.object({ email: emailAddress, idToken: z.string().min(1).max(8_192) });

/** `elsewhere`: the account is at Firebase, where the browser deletes it. */
export const deleteAccountResponse = z.object({ deleted: z.literal(true), elsewhere: z.boolean() });
