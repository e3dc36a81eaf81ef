import { isIP } from 'node:net';
import type { Config } from '../../../core/config.ts';

/** Who asks for passkeys, as browsers and authenticators name it (W3C Web Authentication, 'Relying Party'). */
export interface RelyingParty {
  /** host of PUBLIC_URL; each passkey belongs to it for good */
  id: string;
  origin: string;
}

/** @returns null where browsers make no passkeys: at an IP address, and over http but on this machine */
export function relyingPartyOf({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null;
}
