import type { FastifyRequest } from 'fastify';
import type { Said } from '../../../shared/words.ts';
import { ProductError } from '../errors.ts';
import { enforce, limit } from '../rate-limit.ts';
import { isSameSecret } from '../secrets.ts';
import type { Services } from '../services.ts';
import { networkOf } from './network.ts';

/** The right one passes even at the limit: else a stranger behind the same proxy could keep mail out. @throws 401, 429 */
export async function assertSecret(
  { db, log }: Pick<Services, 'db' | 'log'>,
  request: FastifyRequest,
  secret: string,
  { realm, sentence }: { realm: string; sentence: Said },
): Promise<void> {
  const refused = new ProductError(401, 'UNAUTHORIZED', sentence, {
    headers: { 'www-authenticate': `Basic realm="${realm}", Bearer` },
  });
  if (request.headers.authorization === undefined) throw refused;
  if (isGiven(request, secret)) return;
  await enforce(db, limit('operator secrets', networkOf(request.ip)));
  log.warn({ realm }, 'wrong secret of the operator');
  throw refused;
}

/** Compared in constant time. */
export const isGiven = (request: FastifyRequest, secret: string): boolean =>
  isSameSecret(givenSecret(request), secret);

/** Of a bearer token (RFC 6750), or the password of Basic authentication (RFC 7617); else empty. */
function givenSecret({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const [, scheme = '', value = ''] = /^(\S+) +([^ ].*)$/s.exec(headers.authorization ?? '') ?? [];
  if (/^bearer$/i.test(scheme)) return value;
  if (!/^basic$/i.test(scheme)) return '';
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}
