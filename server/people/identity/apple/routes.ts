import type { CookieSerializeOptions } from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { z } from 'zod';
import { APPLE_HANDOVER, type AppleHandover, type AppleOutcome } from '../../../../shared/apple-handover.ts';
import { senderName } from '../../../../shared/person-name.ts';
import { readJson } from '../../../../shared/read-json.ts';
import type { Words } from '../../../../shared/words.ts';
import { ProductError } from '../../../core/errors.ts';
import { document } from '../../../core/html/document.ts';
import { html } from '../../../core/html/html.ts';
import { networkOf } from '../../../core/http/network.ts';
import { sendPage } from '../../../core/http/standalone-pages.ts';
import { enforce, limit } from '../../../core/rate-limit.ts';
import { deriveKey, isSameSecret, randomToken, seal, unseal } from '../../../core/secrets.ts';
import type { Services } from '../../../core/services.ts';
import { wordsFor } from '../../../core/words.ts';
import { storeProviderSignIn } from '../accounts/provider-sign-ins.ts';
import { isHttps } from '../sessions/session-cookie.ts';
import { APPLE_PROVIDER_ID, type AppleProvider } from './apple-provider.ts';
import { AppleRefused, exchangeCode } from './exchange-code.ts';

const BODY_LIMIT = 32 * 1024;

const appleFlow = z.enum(['popup', 'redirect']);
const startQuery = z.object({ flow: appleFlow, attempt: z.uuid() });
const text = z.string().max(8_192).optional();
const answerForm = z.object({ code: text, state: text, error: text, user: text });
type AnswerForm = z.infer<typeof answerForm>;

/** Redirect to Apple and callback, for the embedded service. The outcome is a one-time credential (`provider-sign-ins.ts`). */
export async function appleRoutes(app: FastifyInstance, services: Services, apple: AppleProvider) {
  const cookieName = isHttps(services.config) ? '__Host-apple-sign-in' : 'apple-sign-in';
  const key = deriveKey(services.sessionSecret, 'apple sign-in cookie');
  await app.register(formbody);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    reply.header('referrer-policy', 'no-referrer');
    // Any stricter policy would disconnect the popup from its opener during the redirects.
    reply.header('cross-origin-opener-policy', 'unsafe-none');
  });

  app.get(
    '/identity/apple/start',
    { schema: { hide: true, querystring: startQuery } },
    async (request, reply) => {
      const { flow, attempt } = request.query;
      const expiresAt = Date.now() + LIFETIME;
      const begun = { state: randomToken(), nonce: randomToken(), flow, attempt, expiresAt };
      const cookie = seal(key, JSON.stringify(begun), SEALED);
      reply.setCookie(cookieName, cookie, { ...PENDING_COOKIE, expires: new Date(expiresAt) });
      return reply.redirect(authorizeAddress(apple, begun));
    },
  );

  app.post(
    '/identity/apple/callback',
    // ownProof: the state, which only the browser that began the sign-in has.
    { schema: { hide: true, body: answerForm }, bodyLimit: BODY_LIMIT, config: { ownProof: true } },
    async (request, reply) => {
      const begun = openPendingSignIn(key, request.cookies[cookieName]);
      reply.clearCookie(cookieName, PENDING_COOKIE);
      reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      const words = wordsFor(request.language);
      if (!begun || !isSameSecret(request.body.state, begun.state))
        return sendPage(reply.code(400), unknownSignInPage(words));
      const outcome = await outcomeOf(services, apple, begun, request.body, request.ip, request.log);
      return sendPage(reply, handoverPage(begun, outcome, words));
    },
  );

  app.get('/identity/apple/handover.js', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(HANDOVER_SCRIPT),
  );
}

/** Source: https://developer.apple.com/documentation/signinwithapplerestapi/request-an-authorization-to-the-sign-in-with-apple-server */
function authorizeAddress({ authorizeUrl, clientId, redirectUri }: AppleProvider, begun: PendingSignIn) {
  const address = new URL(authorizeUrl);
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    response_mode: 'form_post',
    scope: 'name email',
    state: begun.state,
    nonce: begun.nonce,
  }).toString();
  return address.href;
}

async function outcomeOf(
  services: Services,
  apple: AppleProvider,
  begun: PendingSignIn,
  form: AnswerForm,
  ip: string,
  log: FastifyBaseLogger,
): Promise<AppleOutcome> {
  if (form.error) return { error: form.error === 'user_cancelled_authorize' ? 'cancelled' : 'refused' };
  if (!form.code) return { error: 'refused' };
  try {
    await enforce(services.db, limit('apple:network', networkOf(ip)));
    const identity = await exchangeCode(apple, form.code, begun.nonce);
    const displayName = readName(form.user);
    const credential = await storeProviderSignIn(services.db, {
      providerId: APPLE_PROVIDER_ID,
      ...identity,
      displayName,
    });
    return { credential };
  } catch (error) {
    log.warn({ err: error }, 'sign-in with Apple failed');
    if (error instanceof AppleRefused) return { error: 'refused' };
    // Any other fault, ours or Apple’s: the person can try again.
    return { error: error instanceof ProductError && error.status === 429 ? 'too-many' : 'unavailable' };
  }
}

const user = z.object({
  name: z.object({ firstName: z.string().nullish(), lastName: z.string().nullish() }).nullish(),
});

/** The name that the person gave to Apple. It is unsigned, and sent with the first sign-in only. */
function readName(field: string | undefined): string | null {
  const { name } = readJson(field, user) ?? {};
  const whole = senderName.safeParse(`${name?.firstName ?? ''} ${name?.lastName ?? ''}`);
  return whole.data || null;
}

/** Passes the outcome on within our origin, in no URL. A BroadcastChannel works even when Apple's pages sever `opener`. */
function handoverPage(
  { flow, attempt }: Pick<PendingSignIn, 'flow' | 'attempt'>,
  outcome: AppleOutcome,
  { t, language }: Words,
) {
  const message: AppleHandover = { attempt, ...outcome };
  const body = html`<p>${t('Signing you in…')}</p><script src="/identity/apple/handover.js" data-flow="${flow}" data-message="${JSON.stringify(message)}"></script>`;
  return document({ language, title: t('Signing you in…'), body, styles: 'none' });
}

/** For an answer of Apple's that belongs to no sign-in of this browser. */
function unknownSignInPage({ t, language }: Words): string {
  const body = html`<p>${t('This sign-in was not begun in this browser, or it took too long. Please close this window and try again.')}</p>`;
  return document({ language, title: t('Sign-in'), body, styles: 'none' });
}

const HANDOVER_SCRIPT = `const { flow, message } = document.currentScript.dataset;
if (flow === 'popup') {
  const channel = new BroadcastChannel('${APPLE_HANDOVER}');
  channel.postMessage(JSON.parse(message));
  // A moment, so that the message is out before the window goes.
  setTimeout(() => { channel.close(); window.close(); }, 300);
} else {
  sessionStorage.setItem('${APPLE_HANDOVER}', message);
  location.replace('/');
}
`;

/** State of a sign-in that is under way at Apple, kept in an encrypted cookie of the browser. */
const pendingSignIn = z.object({
  /** returned by Apple: proves that the answer belongs to this browser */
  state: z.string(),
  /** returned in the ID token: proves that the token belongs to this sign-in */
  nonce: z.string(),
  flow: appleFlow,
  /** id that the page chose, so that of several tabs only the one that began it uses the answer */
  attempt: z.string(),
  /** milliseconds since 1970 */
  expiresAt: z.number(),
});
type PendingSignIn = z.infer<typeof pendingSignIn>;

/** Milliseconds that a person may take at Apple. */
const LIFETIME = 15 * 60 * 1000;

const SEALED = 'apple sign-in';

/** SameSite=None, as Apple's answer is a cross-site POST; browsers accept that with Secure only, on localhost too. */
const PENDING_COOKIE: CookieSerializeOptions = {
  httpOnly: true,
  secure: true,
  sameSite: 'none',
  path: '/',
};

/** @returns null when the cookie is missing, forged or expired */
function openPendingSignIn(key: Buffer, cookie: string | undefined): PendingSignIn | null {
  if (!cookie || cookie.length > 2_048) return null;
  const opened = unseal(key, cookie, SEALED);
  if (opened === null) return null;
  const read = pendingSignIn.parse(JSON.parse(opened));
  return read.expiresAt > Date.now() ? read : null;
}
