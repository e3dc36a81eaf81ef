import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { TOKEN_PREFIX } from '../../../../shared/access-tokens.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { said } from '../../../../shared/words.ts';
import type { Transaction } from '../../../core/db/database.ts';
import { ProductError } from '../../../core/errors.ts';
import { networkOf } from '../../../core/http/network.ts';
import { enforce, limit } from '../../../core/rate-limit.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { sessions } from '../schema.ts';
import { noteSecurityEvent } from '../security-events.ts';
import type { Person } from '../sessions/person.ts';
import { scopeOf } from './operations.ts';

/** A year after the last use. */
export const tokenEnd = () => new Date(Date.now() + 365 * DAY_MS);

const challenged = (status: 401 | 403, code: string, sentence: ReturnType<typeof said>, why: string) =>
  new ProductError(status, code, sentence, { headers: { 'www-authenticate': `Bearer error="${why}"` } });
const refused = () =>
  challenged(
    401,
    'TOKEN_REFUSED',
    said('This access token does not work any more. Please make another one.'),
    'invalid_token',
  );
const outOfScope = () =>
  challenged(403, 'TOKEN_SCOPE', said('This access token may not do that.'), 'insufficient_scope');

/** Matches a whole token, as an operator's secret (`given-secret.ts`) may begin alike; 256 bits are 43 characters. */
const SHOWN = new RegExp(`^Bearer +(${TOKEN_PREFIX}[\\w-]{43})$`, 'i');

/** RFC 6750, section 2.1. @returns null for a browser's request; a cookie beside a token counts for nothing */
export const tokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  SHOWN.exec(headers.authorization ?? '')?.[1] ?? null;

/** Call with `request.person` set, so that a denial is noted for the account. @throws 401, 429, 403 out of scope */
export async function admitProgram(services: IdentityServices, request: FastifyRequest): Promise<void> {
  const { db, identity } = services;
  const { person } = request;
  if (!person || identity.firebase) {
    void noteSecurityEvent(services, { kind: 'token-refused', ip: request.ip });
    await enforce(db, limit('access tokens', networkOf(request.ip)));
    throw refused();
  }
  const scope = scopeOf(request);
  if (!scope || !person.scopes?.includes(scope)) throw outOfScope();
  const isDue = or(
    sql`${sessions.syncedAt} = ${sessions.createdAt}`,
    lt(sessions.syncedAt, sql`now() - interval '1 hour'`),
  );
  await db
    .update(sessions)
    .set({ syncedAt: sql`now()`, expiresAt: tokenEnd() })
    .where(and(eq(sessions.id, person.sessionId), isDue));
}

/** Limits what programs send, as a stolen token could spend all credits, or give them away as stamps. @throws 403, 429 */
export async function countForProgram(
  tx: Transaction,
  { uid, scopes }: Person,
  { count = 1, stamp = false } = {},
): Promise<void> {
  if (!scopes) return;
  if (stamp) throw outOfScope();
  await enforce(tx, limit('programs', uid), count);
}
