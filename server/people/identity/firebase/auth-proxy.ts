import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound, notReady } from '../../../core/errors.ts';

/** Bytes. An identity provider posts a form of a few kilobytes. */
const BODY_LIMIT = 64 * 1024;
const TIME_OUT = 15_000;

/** Never cookies: ours must not reach Firebase. */
const PASSED_ON = ['accept', 'accept-language', 'content-type', 'user-agent'];
/** Never cookies, nor the content encoding, which fetch has decoded. */
const PASSED_BACK = ['content-type', 'cache-control', 'expires', 'location'];

/**
 * Serves Firebase's sign-in helper under our own origin: in browsers with partitioned storage a redirect through
 * another origin loses its state. The target origin is fixed by the settings.
 * Source: https://firebase.google.com/docs/auth/web/redirect-best-practices (option 3)
 */
export async function authProxy(app: FastifyInstance, authHelper: string): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const folder of ['/__/auth/*', '/__/firebase/*']) {
    app.route({
      method: ['GET', 'POST'],
      url: folder,
      bodyLimit: BODY_LIMIT,
      // Apple posts its answer here; Firebase verifies it.
      config: { ownProof: true },
      schema: { hide: true },
      handler: (request, reply) => passOn(request, reply, authHelper),
    });
  }
}

async function passOn(request: FastifyRequest, reply: FastifyReply, authHelper: string) {
  const target = new URL(request.raw.url ?? '', authHelper);
  // '..' may lead out of the folder, '//' to another host.
  if (target.origin !== authHelper || !/^\/__\/(auth|firebase)\//.test(target.pathname)) throw notFound();
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const body =
    request.method === 'POST' && Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  const answer = await fetch(target, {
    method: request.method,
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIME_OUT),
  }).catch((error: unknown) => {
    request.log.error({ err: error }, 'sign-in helper of the Firebase project did not answer');
    throw notReady();
  });
  for (const name of PASSED_BACK) {
    const value = answer.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  // The pages have their own scripts, open popups, and are framed by the sign-in page.
  reply.header('content-security-policy', "frame-ancestors 'self'");
  reply.header('cross-origin-opener-policy', 'unsafe-none');
  reply.header('referrer-policy', 'strict-origin-when-cross-origin');
  reply.code(answer.status);
  return reply.send(answer.body);
}
