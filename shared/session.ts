import { z } from 'zod';

/** `POST /api/session`, with the ID token as Bearer: the person whom the browser is signed in as. */
export const session = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string().nullable(),
  /** ISO 8601; afterwards the browser sends its ID token again */
  expiresAt: z.string(),
});

/** `GET /api/sessions`: a person's active sessions, most recently seen first. */
export const sessionList = z.array(
  z.object({
    id: z.uuid(),
    current: z.boolean(),
    userAgent: z.string().nullable(),
    createdAt: z.string(),
    /** last time the browser sent its ID token */
    syncedAt: z.string(),
    expiresAt: z.string(),
  }),
);

export const OWN_SECURITY_EVENTS = [
  'signed-in',
  'wrong-password',
  'locked-out',
  'link-mailed',
  'password-reset',
  'password-changed',
  'token-reused',
] as const;

/** `GET /api/security-events`: the last ten, each kind once a day of UTC; what strangers cause, once in all. */
export const securityEventList = z.array(
  z.object({ kind: z.enum(OWN_SECURITY_EVENTS), count: z.int(), lastAt: z.string() }),
);

/** `DELETE /api/sessions`: how many other sessions ended. */
export const sessionsEnded = z.object({ ended: z.int().min(0) });
