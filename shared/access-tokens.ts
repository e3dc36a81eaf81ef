import { z } from 'zod';
import { passkeyName } from './passkeys.ts';
import { msg } from './words.ts';

/** What another program may do: see letters and answers; upload photos and write letters; send both. */
export const TOKEN_SCOPES = ['read', 'write', 'send'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** So that a token is known as one wherever it turns up. */
export const TOKEN_PREFIX = 'slow_';
export const ACCESS_TOKENS_EACH = 10;
/** Of all of a person's tokens together. */
export const PROGRAM_LETTERS_A_DAY = 10;

/** `POST /api/access-tokens` */
export const newAccessTokenBody = z.object({
  name: passkeyName,
  scopes: z.array(z.enum(TOKEN_SCOPES)).min(1, msg('Please choose what it may do.')).max(TOKEN_SCOPES.length),
});

export type NewAccessToken = z.infer<typeof newAccessTokenBody>;

export const accessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  /** ISO 8601 */
  createdAt: z.string(),
  /** ISO 8601, within an hour; null for one that was not used yet */
  lastUsedAt: z.string().nullable(),
});
export type AccessToken = z.infer<typeof accessToken>;

/** `GET /api/access-tokens`: a person's own, the last used first; `DELETE /api/sessions/{id}` revokes one. */
export const accessTokenList = z.array(accessToken);
/** With the token itself, this once. */
export const madeAccessToken = accessToken.extend({ token: z.string() });
