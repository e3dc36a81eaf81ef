import type { KeyObject } from 'node:crypto';
import type { JWTVerifyGetKey } from 'jose';
import { BadSettings, type Config, LOCAL_HOSTS } from '../../../core/config.ts';
import { pemSetting, privateKeySetting } from '../../../core/pem-setting.ts';
import { remoteKeys } from '../tokens/remote-keys.ts';

/** `iss` of Apple's ID tokens, and `aud` of our client secrets. */
export const APPLE_ISSUER = 'https://appleid.apple.com';
export const APPLE_PROVIDER_ID = 'apple.com';

/** Configuration of Sign in with Apple for a website (a 'Services ID'). */
export interface AppleProvider {
  clientId: string;
  teamId: string;
  keyId: string;
  /** P-256 */
  privateKey: KeyObject;
  /** where Apple posts its answer; must be registered at Apple */
  redirectUri: string;
  authorizeUrl: string;
  tokenUrl: string;
  keys: JWTVerifyGetKey;
  warning: string | null;
}

/** @returns null without APPLE_* @throws {BadSettings} for a key that is not P-256, or an address Apple does not take */
export function openAppleProvider(config: Config, outside: { apple: string }): AppleProvider | null {
  const { APPLE_CLIENT_ID: clientId, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId } = config;
  if (!clientId || !teamId || !keyId || !config.APPLE_PRIVATE_KEY) return null;
  const privateKey = privateKeySetting(
    'APPLE_PRIVATE_KEY',
    pemSetting('APPLE_PRIVATE_KEY', config.APPLE_PRIVATE_KEY),
  );
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new BadSettings('APPLE_PRIVATE_KEY: wants the P-256 key of the .p8 file that Apple gave');
  const { protocol, hostname } = new URL(config.publicUrl);
  const local = LOCAL_HOSTS.includes(hostname);
  if (protocol !== 'https:' && !local)
    throw new BadSettings(
      'APPLE_CLIENT_ID: Apple returns people to https addresses only; PUBLIC_URL is none',
    );
  return {
    clientId,
    teamId,
    keyId,
    privateKey,
    redirectUri: `${config.publicUrl}/identity/apple/callback`,
    authorizeUrl: `${outside.apple}/auth/authorize`,
    tokenUrl: `${outside.apple}/auth/token`,
    keys: remoteKeys(`${outside.apple}/auth/keys`),
    warning: local
      ? 'Apple returns nobody to an address on this machine: Continue with Apple works once PUBLIC_URL is a public https address.'
      : null,
  };
}
