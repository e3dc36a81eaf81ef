import { z } from 'zod';
import { emailAddress } from './email-address.ts';
import { nameText, personName } from './person-name.ts';

/** `POST /api/recipients` and `PUT /api/recipients/{id}`; without a greeting name the saved one stays, an empty one removes it. */
export const recipientBody = z.object({
  name: personName,
  email: emailAddress,
  greetingName: nameText.optional(),
});
export type RecipientBody = z.infer<typeof recipientBody>;
export const recipientIdParams = z.object({
  id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
});

export const recipient = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  /** how the owner calls them; empty for by their name. The default is for responses of an older process. */
  greetingName: z.string().default(''),
  /** IANA name, of the last letter that was to arrive at a chosen time; absent before there was one */
  timeZone: z.string().nullish(),
});
export type Recipient = z.infer<typeof recipient>;

/** `GET /api/recipients`: most recently used first. */
export const recipientList = z.array(recipient);
