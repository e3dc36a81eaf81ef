import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from '../../core/config.ts';
import { accessTokenRoutes } from './access-tokens/routes.ts';
import { passwordPolicy } from './accounts/passwords.ts';
import { appleRoutes } from './apple/routes.ts';
import { deleteAccount } from './close-account.ts';
import { authProxy } from './firebase/auth-proxy.ts';
import {
  answerGoogleError,
  GoogleError,
  IdTokenRefused,
  invalidArgument,
  permissionDenied,
} from './google-errors.ts';
import type { IdentityServices } from './identity-provider.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import type { Verb } from './protocol/account-fields.ts';
import { exchangeRefreshToken, revokeToken } from './protocol/refresh-tokens.ts';
import { resetPassword } from './protocol/reset-password.ts';
import { sendOobCode } from './protocol/send-oob-code.ts';
import { lookUp, signInWithPassword } from './protocol/sign-in.ts';
import { signInWithCustomToken, signInWithEmailLink } from './protocol/sign-in-by-code.ts';
import { signInWithIdp } from './protocol/sign-in-with-idp.ts';
import { signUp } from './protocol/sign-up.ts';
import { updateAccount } from './protocol/update-account.ts';
import { noteSecurityEvent } from './security-events.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { jwks, signerOf } from './tokens/keys.ts';
import { EMBEDDED_API_KEY, EMBEDDED_PROJECT } from './tokens/tokens.ts';

/** Bytes. The largest thing in a request is an ID token. */
const BODY_LIMIT = 32 * 1024;

/** In Firebase mode the identity service is only the proxy of Firebase's sign-in helper. */
export async function identityRoutes(app: FastifyInstance, services: IdentityServices): Promise<void> {
  const { firebase, apple, passkeys } = services.identity;
  await app.register(async (scope) => sessionRoutes(scope, services));
  if (passkeys) await app.register(async (scope) => passkeyRoutes(scope, services, passkeys));
  if (firebase) {
    const { authHelper } = firebase;
    if (authHelper !== null) await app.register(async (scope) => authProxy(scope, authHelper));
    return;
  }
  // Not in Firebase mode: the project does not tell us when an account is disabled or its password changes.
  await app.register(async (scope) => accessTokenRoutes(scope, services));
  app.get('/identity/jwks.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300');
    // Creates the first key.
    await signerOf(services);
    return jwks(services);
  });
  await app.register(async (scope) => embeddedIdentity(scope, services));
  if (apple) await app.register(async (scope) => appleRoutes(scope, services, apple));
}

/** Failed sign-ins that are noted as `denied`; those by password have security events of their own. */
const DENIED =
  /^(INVALID_OOB_CODE|EXPIRED_OOB_CODE|INVALID_CUSTOM_TOKEN|INVALID_IDP_RESPONSE|USER_DISABLED)\b/;

/**
 * The Firebase Auth REST protocol, as the SDK speaks it.
 * Source: https://firebase.google.com/docs/reference/rest/auth and the answers of Google's own emulator.
 */
async function embeddedIdentity(app: FastifyInstance, services: IdentityServices): Promise<void> {
  const { config } = services;
  const ours = new URL(config.publicUrl).origin;
  app.setErrorHandler<Error>((error, request, reply) => {
    const kind = error instanceof IdTokenRefused ? 'token-refused' : DENIED.test(error.message) && 'denied';
    if (kind) void noteSecurityEvent(services, { kind, ip: request.ip });
    return answerGoogleError(error, request, reply);
  });
  await app.register(formbody);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { origin } = request.headers;
    if (origin !== undefined && origin !== ours)
      throw permissionDenied(`Requests from origin ${origin} are blocked.`);
    assertApiKey(request);
  });

  function call<Schema extends z.ZodType>(path: string, { schema, answer }: Verb<Schema>): void {
    // ownProof: the proof is in the body (a password, a token, a code), not in a cookie.
    const options = { bodyLimit: BODY_LIMIT, config: { ownProof: true }, schema: { hide: true } };
    app.post(path, options, async (http, reply) =>
      answer(services, read(schema, http.body), { http, reply }),
    );
  }
  // '::' is a plain colon to the router.
  const v1 = '/identitytoolkit.googleapis.com/v1/accounts::';
  call(`${v1}signUp`, signUp);
  call(`${v1}signInWithPassword`, signInWithPassword);
  call(`${v1}signInWithEmailLink`, signInWithEmailLink);
  call(`${v1}signInWithCustomToken`, signInWithCustomToken);
  call(`${v1}signInWithIdp`, signInWithIdp);
  call(`${v1}lookup`, lookUp);
  call(`${v1}update`, updateAccount);
  call(`${v1}sendOobCode`, sendOobCode);
  call(`${v1}resetPassword`, resetPassword);
  call(`${v1}delete`, deleteAccount);
  call('/identitytoolkit.googleapis.com/v2/accounts::revokeToken', revokeToken);
  call('/securetoken.googleapis.com/v1/token', exchangeRefreshToken);

  const hidden = { schema: { hide: true } };
  app.get('/identitytoolkit.googleapis.com/v1/projects', hidden, async () => projectConfig(config));
  app.get('/identitytoolkit.googleapis.com/v2/passwordPolicy', hidden, async () => passwordPolicy(config));
  app.get('/identitytoolkit.googleapis.com/v2/recaptchaConfig', hidden, async () => recaptchaConfig());
}

/** As Google does: from the query or a header; a missing key and a wrong one get different answers. */
function assertApiKey(request: FastifyRequest): void {
  const query = new URL(request.url, 'http://localhost').searchParams.get('key');
  const key = query ?? request.headers['x-goog-api-key'];
  if (!key) throw permissionDenied('The request is missing a valid API key.');
  if (key === EMBEDDED_API_KEY) return;
  const message = 'API key not valid. Please pass a valid API key.';
  throw new GoogleError(message, undefined, { status: 'INVALID_ARGUMENT', reason: 'badRequest' });
}

/** @throws {GoogleError} INVALID_ARGUMENT naming the field */
function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidArgument(issue ? `/${issue.path.join('/')} ${issue.message}` : 'Unable to parse the body.');
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1'];

/** `GET /v1/projects`: host names that a sign-in by popup or redirect may come from. */
function projectConfig(config: Config) {
  const { hostname } = new URL(config.publicUrl);
  const authorizedDomains = LOCAL_HOSTS.includes(hostname) ? LOCAL_HOSTS : [hostname];
  return { projectId: EMBEDDED_PROJECT, authorizedDomains };
}

/** `GET /v2/recaptchaConfig`: no captcha. The SDK throws when the key is missing. */
function recaptchaConfig() {
  return {
    recaptchaKey: `projects/${EMBEDDED_PROJECT}/keys/none`,
    recaptchaEnforcementState: [
      { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' },
      { provider: 'PHONE_PROVIDER', enforcementState: 'OFF' },
    ],
  };
}
