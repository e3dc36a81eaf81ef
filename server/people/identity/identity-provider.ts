import type { ClientConfig } from '../../../shared/client-config.ts';
import type { Config } from '../../core/config.ts';
import type { Transaction } from '../../core/db/database.ts';
import type { MailServices } from '../../mail/out/transport.ts';
import type { ProofHandlers } from './address-proof.ts';
import { type AppleProvider, openAppleProvider } from './apple/apple-provider.ts';
import {
  type FirebaseAddresses,
  type FirebaseProject,
  openFirebaseProject,
} from './firebase/firebase-project.ts';
import type { EraseCause } from './hand-over.ts';
import { type RelyingParty, relyingPartyOf } from './passkeys/relying-party.ts';
import { EMBEDDED_API_KEY, EMBEDDED_PROJECT } from './tokens/tokens.ts';

export interface IdentityServices extends MailServices {
  identity: IdentityProvider;
  /** see `server/on.ts` */
  on: ProofHandlers & {
    /** Erases what the product stores about a person, in the caller's transaction, which an error undoes. */
    erase: (tx: Transaction, uid: string, cause: EraseCause) => Promise<void>;
  };
}

export interface IdentityProvider {
  /** null on the embedded service */
  firebase: FirebaseProject | null;
  /** Apple in embedded mode; in Firebase mode the project configures Apple itself */
  apple: AppleProvider | null;
  /** null where nobody can sign in by a passkey */
  passkeys: RelyingParty | null;
  description: string;
  warning: string | null;
  client: Pick<ClientConfig, 'identity' | 'appleSignIn' | 'passkeys'>;
}

/** Addresses of Google's and Apple's servers. Not a setting: only tests use others. */
export interface OutsideAddresses extends FirebaseAddresses {
  /** Source: https://developer.apple.com/documentation/signinwithapplerestapi */
  apple: string;
}

export const OUTSIDE: OutsideAddresses = {
  googleKeys: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  identityToolkit: 'https://identitytoolkit.googleapis.com',
  authHelper: null,
  apple: 'https://appleid.apple.com',
};

/** @throws {BadSettings} */
export function openIdentity(config: Config, outside: Partial<OutsideAddresses> = {}): IdentityProvider {
  const addresses = { ...OUTSIDE, ...outside };
  const firebase = openFirebaseProject(config, addresses);
  const passkeys = firebase && !firebase.serviceAccount ? null : relyingPartyOf(config);
  if (firebase) {
    const { projectId, apiKey, authDomain, emulatorHost, description, warning } = firebase;
    return {
      firebase,
      apple: null,
      passkeys,
      description: config.APPLE_CLIENT_ID
        ? `${description}; APPLE_* are not used, its console has the Apple provider`
        : description,
      warning,
      client: {
        identity: { mode: 'firebase', apiKey, projectId, authDomain, emulatorHost, minPasswordLength: null },
        appleSignIn: true,
        passkeys: passkeys !== null,
      },
    };
  }
  const apple = openAppleProvider(config, addresses);
  return {
    firebase: null,
    apple,
    passkeys,
    description: `embedded service, accounts in the database${apple ? '; Continue with Apple' : ''}`,
    warning: apple?.warning ?? null,
    client: {
      identity: {
        mode: 'embedded',
        apiKey: EMBEDDED_API_KEY,
        projectId: EMBEDDED_PROJECT,
        authDomain: null,
        emulatorHost: null,
        minPasswordLength: config.PASSWORD_MIN_LENGTH,
      },
      appleSignIn: apple !== null,
      passkeys: passkeys !== null,
    },
  };
}
