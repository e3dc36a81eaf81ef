import { z } from 'zod';
import { emailAddress } from './email-address.ts';
import { personName } from './person-name.ts';

/** `POST /api/recipients` and `PUT /api/recipients/{id}`. */
export const recipientBody = z.object({ name: personName, email: emailAddress });
export const recipientIdParams = z.object({
  id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
});

export const recipient = z.object({ id: z.number().int(), name: z.string(), email: z.string() });
export type Recipient = z.infer<typeof recipient>;

/** `GET /api/recipients`: most recently used first. */
export const recipientList = z.array(recipient);
