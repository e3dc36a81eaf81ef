import { isIP } from 'node:net';
import type { ClientConfig } from '../../../shared/client-config.ts';
import type { Config } from '../../core/config.ts';
import type { Transaction } from '../../core/db/database.ts';
import type { Services } from '../../core/services.ts';
import type { MailServices } from '../../mail/out/transport.ts';
import { type AppleProvider, openAppleProvider } from './apple/apple-provider.ts';
import {
  type FirebaseAddresses,
  type FirebaseProject,
  openFirebaseProject,
} from './firebase/firebase-project.ts';
import type { EraseCause } from './hand-over.ts';
import { EMBEDDED_API_KEY, EMBEDDED_PROJECT } from './tokens/tokens.ts';

/** An account proved to own an address that it had not proved until now. */
export interface AddressProof {
  uid: string;
  /** lower-cased */
  email: string;
  /** `own session`: by whoever made the account. `elsewhere`: by a link or a provider; all in it may be a stranger's. */
  how: 'own session' | 'elsewhere';
  /** the account had proved no address before */
  first: boolean;
}

export type AddressProofHandler = (tx: Transaction, services: Services, proof: AddressProof) => Promise<void>;

export interface IdentityServices extends MailServices {
  identity: IdentityProvider;
  /** see `server/on.ts` */
  on: {
    /** The account is locked; called after `syncProfile`, maybe again for the same proof. An error undoes the proof. */
    proof: (tx: Transaction, proof: AddressProof) => Promise<void>;
    /** Erases what the product stores about a person, in the caller's transaction, which an error undoes. */
    erase: (tx: Transaction, uid: string, cause: EraseCause) => Promise<void>;
  };
}

/** Who asks for passkeys, as browsers and authenticators name it (W3C Web Authentication, 'Relying Party'). */
export interface RelyingParty {
  /** host of PUBLIC_URL; each passkey belongs to it for good */
  id: string;
  origin: string;
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
  const apple = firebase ? null : openAppleProvider(config, addresses);
  const passkeys = firebase && !firebase.serviceAccount ? null : relyingPartyOf(config);
  const unused = config.APPLE_CLIENT_ID ? '; APPLE_* are not used, its console has the Apple provider' : '';
  return {
    firebase,
    apple,
    passkeys,
    description: firebase
      ? `${firebase.description}${unused}`
      : `embedded service, accounts in the database${apple ? '; Continue with Apple' : ''}`,
    warning: (firebase ?? apple)?.warning ?? null,
    client: {
      identity: {
        mode: firebase ? 'firebase' : 'embedded',
        apiKey: firebase?.apiKey ?? EMBEDDED_API_KEY,
        projectId: firebase?.projectId ?? EMBEDDED_PROJECT,
        authDomain: firebase?.authDomain ?? null,
        emulatorHost: firebase?.emulatorHost ?? null,
        minPasswordLength: firebase ? null : config.PASSWORD_MIN_LENGTH,
      },
      appleSignIn: firebase !== null || apple !== null,
      passkeys: passkeys !== null,
    },
  };
}

/** @returns null where browsers make no passkeys: at an IP address, and over http but on this machine */
function relyingPartyOf({ publicUrl }: Config): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null;
}
