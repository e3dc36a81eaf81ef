import type { FastifyRequest } from 'fastify';

/**
 * The secret in the Authorization header: of a bearer token (RFC 6750), or the password of Basic authentication (RFC 7617)
 * with any user. Empty without one.
 */
export function givenSecret({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const [, scheme = '', value = ''] = /^(\S+) +([^ ].*)$/s.exec(headers.authorization ?? '') ?? [];
  if (/^bearer$/i.test(scheme)) return value;
  if (!/^basic$/i.test(scheme)) return '';
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}
