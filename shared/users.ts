import { z } from 'zod';
import { isTimeZone } from '../templates/parts/time-zone.ts';
import { LANGUAGES } from './languages.ts';
import { senderName } from './person-name.ts';

/** `POST /api/user`: find the product record of a signed-in identity. */
export const findUserBody = z.object({ firebaseUid: z.string().min(1).max(128) });

/** `POST /api/users`: create the product record, or return the existing one. */
export const createUserBody = z.object({
  firebaseUid: z.string().min(1).max(128),
  email: z.string().max(254).optional(),
  displayName: senderName.nullish(),
  /** IANA name, of the browser; one that this server's data does not know counts as not told */
  timeZone: z
    .string()
    .max(64)
    .nullish()
    .transform((zone) => (zone && isTimeZone(zone) ? zone : null)),
});

/** `PATCH /api/me` */
export const changeMeBody = z.object({
  /** null for the browser's */
  language: z.enum(LANGUAGES).nullable(),
});

export const user = z.object({
  id: z.int(),
  firebaseUid: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  /** 0 when absent (spec section 3) */
  credits: z.int().min(0).default(0),
  emailVerified: z.boolean(),
  /** IANA name; null until a browser told it. The default is for responses of an older process. */
  timeZone: z.string().nullable().default(null),
  /** that the person chose; null for the browser's. The default is for responses of an older process. */
  language: z.enum(LANGUAGES).nullable().default(null),
});
export type User = z.infer<typeof user>;
