import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

/**
 * Pages that stand alone take their own form (application/x-www-form-urlencoded) and nothing else: a body of any
 * other kind is read within the limit and ignored. A mail program may send its one click as multipart (RFC 8058, 3.2).
 */
export async function acceptFormsOnly(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(formbody);
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, {}));
}
