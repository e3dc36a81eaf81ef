import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

/**
 * Prepares a scope for pages that are opened by a secret link, without the web app and without an account. They take
 * their own form (application/x-www-form-urlencoded) and nothing else: a body of any other kind is read within the
 * limit and ignored, since a mail program may send its one click as multipart (RFC 8058, 3.2).
 * @param imageSource what the content security policy allows as images
 */
export async function standalonePages(
  scope: FastifyInstance,
  imageSource: "'self'" | "'none'",
): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(formbody);
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, {}));
  const headers = {
    'cache-control': 'private, no-store',
    'content-security-policy': `default-src 'none'; img-src ${imageSource}; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  };
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
