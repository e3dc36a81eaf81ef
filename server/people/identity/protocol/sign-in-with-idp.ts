import { z } from 'zod';
import { lockAccount } from '../accounts/data.ts';
import { consumeProviderSignIn, type ProviderSignIn } from '../accounts/provider-sign-ins.ts';
import { APPLE_PROVIDER_ID } from '../apple/apple-provider.ts';
import { GoogleError } from '../google-errors.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { sessionCacheOf } from '../sessions/session-cache.ts';
import { openSignIn, tokenFields } from '../tokens/tokens.ts';
import { assertRecent, authenticate, requireValidAccount } from '../tokens/verify-id-token.ts';
import { text, verb } from './account-fields.ts';
import { addLink, signInByProvider } from './link-provider.ts';

const signInWithIdpRequest = z.object({
  requestUri: text,
  postBody: text,
  idToken: text,
  autoCreate: z.boolean().nullish(),
});
type SignInWithIdpRequest = z.infer<typeof signInWithIdpRequest>;

/**
 * `accounts:signInWithIdp`: sign-in with Apple, by the one-time credential of our callback
 * (`provider-sign-ins.ts`); with one of our ID tokens it links Apple to that account.
 * @throws {GoogleError} OPERATION_NOT_ALLOWED, INVALID_IDP_RESPONSE, USER_DISABLED, USER_NOT_FOUND,
 * FEDERATED_USER_ID_ALREADY_LINKED…
 */
export const signInWithIdp = verb(signInWithIdpRequest, async (services, request, { http }) => {
  const credential = readCredential(services, request);
  const asked = request.idToken ? await authenticate(services, request.idToken) : null;
  if (asked) assertRecent(asked.token);

  const outcome = await services.db.transaction(async (tx) => {
    const provided = await consumeProviderSignIn(tx, APPLE_PROVIDER_ID, credential);
    const signed = asked
      ? await addLink(
          tx,
          requireValidAccount(await lockAccount(tx, asked.account.uid), asked.token),
          provided,
        )
      : await signInByProvider(tx, services, provided, {
          mayCreate: request.autoCreate !== false,
          http,
        });
    if (!signed) return { provided, signed: null };
    const opened = await openSignIn(tx, signed.account, APPLE_PROVIDER_ID, new Date());
    return { provided, signed: { ...opened, isNewUser: signed.isNewUser } };
  });
  const { provided, signed } = outcome;
  if (!signed) return { ...present(provided), needConfirmation: true };
  const { account, isNewUser } = signed;
  sessionCacheOf(services).forgetUid(account.uid);
  return {
    ...present(provided),
    localId: account.uid,
    ...(account.email === provided.email ? { emailVerified: account.emailVerified } : {}),
    ...(isNewUser ? { isNewUser } : {}),
    ...(await tokenFields(services, signed)),
  };
});

function present({ providerId, subject, email, emailVerified, displayName }: ProviderSignIn) {
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    providerId,
    federatedId: subject,
    ...(email ? { email, emailVerified } : {}),
    ...(displayName ? { displayName, fullName: displayName } : {}),
    rawUserInfo: JSON.stringify({ sub: subject, ...(email ? { email, email_verified: emailVerified } : {}) }),
  };
}

function readCredential({ identity }: IdentityServices, { requestUri, postBody }: SignInWithIdpRequest) {
  if (!requestUri) throw new GoogleError('MISSING_REQUEST_URI');
  if (!URL.canParse(requestUri)) throw new GoogleError('INVALID_REQUEST_URI');
  const fields = new URLSearchParams(postBody ?? new URL(requestUri).search);
  const providerId = fields.get('providerId');
  if (!providerId)
    throw new GoogleError('INVALID_CREDENTIAL_OR_PROVIDER_ID', 'Invalid IdP response/credential.');
  if (providerId !== APPLE_PROVIDER_ID || !identity.apple)
    throw new GoogleError('OPERATION_NOT_ALLOWED', 'The identity provider configuration is not found.');
  const credential = fields.get('id_token');
  if (!credential) throw new GoogleError('INVALID_IDP_RESPONSE', 'The credential is missing.');
  return credential;
}
