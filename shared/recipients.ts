import { z } from 'zod';
import { emailAddress, personName } from './email-address.ts';

/** `POST /api/recipients`. */
export const createRecipientBody = z.object({ name: personName, email: emailAddress });

export const recipient = z.object({ id: z.number().int(), name: z.string(), email: z.string() });
export type Recipient = z.infer<typeof recipient>;

/** `GET /api/recipients`: most recently used first. */
export const recipientList = z.array(recipient);
