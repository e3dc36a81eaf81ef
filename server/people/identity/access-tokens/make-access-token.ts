import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  ACCESS_TOKENS_EACH,
  type AccessToken,
  type NewAccessToken,
  TOKEN_PREFIX,
} from '../../../../shared/access-tokens.ts';
import { said } from '../../../../shared/words.ts';
import { conflict, signInNeeded } from '../../../core/errors.ts';
import { enforce, limit } from '../../../core/rate-limit.ts';
import { hashToken, randomToken } from '../../../core/secrets.ts';
import { lockAccount } from '../accounts/data.ts';
import { mailWarning } from '../accounts/mail-words.ts';
import { accessTokenMadeMail } from '../accounts/mails.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { assertMayAdd } from '../passkeys/add-passkey.ts';
import { sessions } from '../schema.ts';
import type { Person } from '../sessions/person.ts';
import { listSessions } from '../sessions/sessions.ts';
import { tokenEnd } from './admit-program.ts';

export const presentAccessToken = (row: typeof sessions.$inferSelect): AccessToken => ({
  id: row.id,
  name: row.name ?? '',
  scopes: row.scopes ?? [],
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.syncedAt > row.createdAt ? row.syncedAt.toISOString() : null,
});

/** @returns it with the token itself, which is stored nowhere @throws 403 as a new passkey, 409 TOO_MANY_TOKENS, 429 */
export async function makeAccessToken(
  services: IdentityServices,
  person: Person,
  { name, scopes }: NewAccessToken,
  http: FastifyRequest,
): Promise<AccessToken & { token: string }> {
  const { db } = services;
  await enforce(db, limit('passkey:add', person.uid));
  const token = TOKEN_PREFIX + randomToken();
  const made = await db.transaction(async (tx) => {
    const account = await lockAccount(tx, person.uid);
    await assertMayAdd(services, tx, person);
    if (!account) throw signInNeeded();
    const { uid, email, emailVerified, displayName } = account;
    if ((await listSessions(tx, uid, 'programs')).length >= ACCESS_TOKENS_EACH)
      throw conflict(
        'TOO_MANY_TOKENS',
        said('That is as many as an account can have. Please remove one first.'),
      );
    const id = randomUUID();
    const program = { name, scopes, tokenHash: hashToken(token), expiresAt: tokenEnd() };
    const [row] = await tx
      .insert(sessions)
      .values({ id, uid, signInId: id, email, emailVerified, displayName, ...program })
      .returning();
    if (!row) throw new Error('The token was not written.');
    await mailWarning(tx, services, account, http, accessTokenMadeMail);
    return row;
  });
  return { ...presentAccessToken(made), token };
}
