import { BadSettings, type Config, isLocal } from '../../../core/config.ts';
import { remoteKeys } from '../tokens/remote-keys.ts';
import type { IdTokenIssuer } from '../tokens/verify-id-token.ts';
import { readServiceAccount, type ServiceAccount } from './custom-token.ts';

export interface FirebaseProject {
  projectId: string;
  apiKey: string;
  /** for the browser's SDK: our own host over https, so that a redirect stays on one origin */
  authDomain: string;
  /** host and port of the emulator; null for a real project */
  emulatorHost: string | null;
  /** origin that is behind the proxy at `/__/auth` on our own host; null with an emulator */
  authHelper: string | null;
  /** address of its calls about accounts, up to the colon and the call's name */
  accountCalls: string;
  ourPage: string;
  issuer: IdTokenIssuer;
  /** signs tokens for people who sign in by a passkey; null where none is set */
  serviceAccount: ServiceAccount | null;
  description: string;
  warning: string | null;
}

export interface FirebaseAddresses {
  /** JWK Set of the keys that sign Firebase's ID tokens. Source: https://firebase.google.com/docs/auth/admin/verify-id-tokens */
  googleKeys: string;
  /** origin of the Identity Toolkit API */
  identityToolkit: string;
  /** origin of a project's sign-in helper; null for `https://` and FIREBASE_AUTH_DOMAIN */
  authHelper: string | null;
}

const HOST_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i;

/** @returns null without FIREBASE_PROJECT_ID @throws {BadSettings}, also for an emulator that others can reach */
export function openFirebaseProject(config: Config, outside: FirebaseAddresses): FirebaseProject | null {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey } = config;
  const emulatorHost = config.FIREBASE_AUTH_EMULATOR_HOST ?? null;
  if (!projectId || !apiKey) {
    if (!emulatorHost && !config.FIREBASE_AUTH_DOMAIN && !config.FIREBASE_SERVICE_ACCOUNT) return null;
    throw new BadSettings(
      'FIREBASE_AUTH_DOMAIN, FIREBASE_AUTH_EMULATOR_HOST, FIREBASE_SERVICE_ACCOUNT: wanted together with FIREBASE_PROJECT_ID and FIREBASE_API_KEY',
    );
  }
  const ours = new URL(config.publicUrl);
  const domain = config.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`;
  if (!HOST_NAME.test(domain))
    throw new BadSettings('FIREBASE_AUTH_DOMAIN: wants a host name such as project.firebaseapp.com');
  if (domain.toLowerCase() === ours.hostname)
    throw new BadSettings(
      "FIREBASE_AUTH_DOMAIN: wants the project's own domain (project.firebaseapp.com); PUBLIC_URL stands in front of it by itself",
    );
  if (emulatorHost) assertLocal(config, emulatorHost);
  const toolkit = emulatorHost
    ? `http://${emulatorHost}/identitytoolkit.googleapis.com`
    : outside.identityToolkit;
  const oneOrigin = ours.protocol === 'https:' && !emulatorHost;
  return {
    projectId,
    apiKey,
    authDomain: oneOrigin ? ours.host : domain,
    emulatorHost,
    authHelper: emulatorHost ? null : (outside.authHelper ?? `https://${domain}`),
    accountCalls: `${toolkit}/v1/accounts`,
    ourPage: `${config.publicUrl}/`,
    issuer: {
      issuer: `https://securetoken.google.com/${projectId}`,
      audience: projectId,
      algorithms: ['RS256'],
      keys: emulatorHost ? 'unsigned' : remoteKeys(outside.googleKeys),
      signInClaim: 'auth_time',
    },
    serviceAccount: config.FIREBASE_SERVICE_ACCOUNT
      ? readServiceAccount(config.FIREBASE_SERVICE_ACCOUNT, projectId)
      : null,
    description: emulatorHost
      ? `Firebase emulator at ${emulatorHost}, project ${projectId}`
      : `Firebase project ${projectId}`,
    warning: emulatorHost
      ? 'ID TOKENS ARE NOT CHECKED: FIREBASE_AUTH_EMULATOR_HOST is set, so anybody who reaches this server can be anybody. For development only.'
      : null,
  };
}

/** With unsigned tokens anybody can sign in as anybody. */
function assertLocal(config: Config, emulatorHost: string): void {
  if (!isLocal(config)) {
    throw new BadSettings(
      'FIREBASE_AUTH_EMULATOR_HOST: its tokens are not signed, so it works with a PUBLIC_URL and HOST on this machine only (localhost, 127.0.0.1). Remove it to use Firebase itself.',
    );
  }
  const named = /^(\[[\da-f:]+\]|[\w.-]+):\d{1,5}$/i.test(emulatorHost);
  if (!named)
    throw new BadSettings('FIREBASE_AUTH_EMULATOR_HOST: wants host and port such as 127.0.0.1:9099');
}
