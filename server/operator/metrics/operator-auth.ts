import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { notFound, ProductError } from '../../core/errors.ts';

/**
 * Requires the operator's token: as a bearer token (RFC 6750), or as the password of Basic authentication (RFC 7617),
 * which browsers prompt for. Compared in constant time.
 * @throws 404 when no token is set, so that the page is not disclosed; 401 for a missing or wrong one
 */
export function assertOperator(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined) throw notFound();
  const given = /^(Bearer|Basic) +([\w+/=.~-]+)$/i.exec(request.headers.authorization ?? '');
  const [, scheme = '', value = ''] = given ?? [];
  const secret = scheme.toLowerCase() === 'basic' ? passwordOf(value) : value;
  if (!timingSafeEqual(hash(secret), hash(token))) {
    throw new ProductError(
      401,
      'UNAUTHORIZED',
      { text: 'The token is missing or not the right one.' },
      {
        headers: { 'www-authenticate': 'Basic realm="operator", Bearer' },
      },
    );
  }
}

function passwordOf(credentials: string): string {
  const text = Buffer.from(credentials, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}

const hash = (text: string) => createHash('sha256').update(text).digest();
