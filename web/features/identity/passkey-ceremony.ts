/** What the browser does with passkeys (W3C Web Authentication). Loaded on demand: import it with `import()` alone. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { ApiFailure, call } from '../../lib/api.ts';

/**
 * Waits until a passkey is chosen from what the browser suggests in the e-mail field.
 * @param over aborted once the passkey is not wanted any more
 * @returns the token for `Identity.signInWithPasskey`; null when given up
 * @throws {ApiFailure} when the server refuses it; the browser's own error
 */
export async function awaitPasskey(over: AbortSignal): Promise<string | null> {
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = await post('/identity/passkeys/options', {});
  if (over.aborted) return null;
  try {
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
    try {
      const answer: { customToken: string } = await post('/identity/passkeys/sign-in', { response });
      return answer.customToken;
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'PASSKEY_UNKNOWN')
        await signal({ signalName: 'unknownCredential', rpID: location.hostname, credentialID: response.id });
      throw error;
    }
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED') return null;
    throw error;
  }
}

/** Ends the wait of `awaitPasskey`, which then returns null. */
export const giveUpPasskey = () => WebAuthnAbortService.cancelCeremony();

/** @returns the new passkey, for `POST /api/passkeys`; null if none was made @throws {ApiFailure}, {PasskeyThere} */
export async function makePasskey() {
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = await post('/api/passkeys/options', {});
  try {
    return await startRegistration({ optionsJSON });
  } catch (error) {
    if (!(error instanceof WebAuthnError)) throw error;
    if (error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') throw new PasskeyThere();
    if (error.name !== 'NotAllowedError' && error.code !== 'ERROR_CEREMONY_ABORTED') throw error;
    console.info('No passkey was made', error);
    return null;
  }
}

/** This device already has a passkey of the account. Recognised by its `name`, since this file may not be loaded. */
class PasskeyThere extends Error {
  override name = 'PasskeyThere';
}

/** Lets the browser forget removed passkeys of an account. @param credentialIds all that the account still has */
export const keepPasskeys = (uid: string, credentialIds: string[]) =>
  signal({
    signalName: 'allAcceptedCredentials',
    rpID: location.hostname,
    userID: btoa(uid).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    allAcceptedCredentialIDs: credentialIds,
  });

/** Tells the browser of a change, if it can be told; else it goes on offering a passkey that is refused. */
async function signal(what: Parameters<typeof sendSignal>[0]): Promise<void> {
  await sendSignal(what).catch((error: unknown) => console.info('The browser was not told', error));
}

/** Never retried, since a challenge is valid once. @throws {ApiFailure} */
async function post(path: string, body: object) {
  const response = await call(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiFailure(response.status, response.statusText, text);
  return JSON.parse(text);
}
