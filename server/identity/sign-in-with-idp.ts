import { z } from 'zod';
import { text } from './fields.ts';
import { GoogleError } from './google-errors.ts';

export const signInWithIdpRequest = z.object({ requestUri: text, postBody: text, idToken: text });

/**
 * `accounts:signInWithIdp`: sign-in with another provider's credential. No provider is configured here, and it
 * is said so plainly.
 * @throws {GoogleError} OPERATION_NOT_ALLOWED, INVALID_CREDENTIAL_OR_PROVIDER_ID, MISSING_REQUEST_URI
 */
export async function signInWithIdp(request: z.infer<typeof signInWithIdpRequest>): Promise<object> {
  const providerId = readProvider(request);
  if (!providerId)
    throw new GoogleError('INVALID_CREDENTIAL_OR_PROVIDER_ID', 'Invalid IdP response/credential.');
  throw new GoogleError('OPERATION_NOT_ALLOWED', 'The identity provider configuration is not found.');
}

/** The credential is a query string in `postBody`, or in the address that the provider returned to. */
function readProvider({ requestUri, postBody }: z.infer<typeof signInWithIdpRequest>): string | null {
  if (!requestUri) throw new GoogleError('MISSING_REQUEST_URI');
  if (!URL.canParse(requestUri)) throw new GoogleError('INVALID_REQUEST_URI');
  const fields = new URLSearchParams(postBody ?? new URL(requestUri).search);
  return fields.get('providerId');
}
