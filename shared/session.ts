import { z } from 'zod';

/** `POST /api/session`, with the ID token as Bearer: who the browser is signed in as from now on. */
export const session = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string().nullable(),
  /** ISO 8601; after this the browser shows its ID token again */
  expiresAt: z.string(),
});

/** `GET /api/sessions`: where a person is signed in, most recently seen first. */
export const sessionList = z.array(
  z.object({
    id: z.uuid(),
    /** true for the one that asks */
    current: z.boolean(),
    userAgent: z.string().nullable(),
    createdAt: z.string(),
    /** last time the browser showed its ID token */
    syncedAt: z.string(),
    expiresAt: z.string(),
  }),
);

export const sessionIdParams = z.object({ id: z.uuid() });

/** `DELETE /api/sessions`: in how many other browsers a person was signed out. */
export const sessionsEnded = z.object({ ended: z.int().min(0) });
