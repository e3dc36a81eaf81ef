import { keepText } from '../../lib/kept-text.ts';
import type { Identity } from './identity.ts';

/** The page that a mailed link to sign in opens. */
export const SIGN_IN_LINK_PATH = '/sign-in-link';

const KEY = 'sign-in-link-for';

/** Mails the link, and stores in this browser the address to which it was mailed. */
export async function mailSignInLink(identity: Identity, email: string): Promise<void> {
  await identity.sendSignInLink(email);
  keepText(localStorage, KEY, email);
}

/** The address for which this browser requested a link; null if it requested none, so that a link may be somebody else's. */
export const linkAskedFor = (): string | null => localStorage.getItem(KEY);

export const forgetLink = (): void => localStorage.removeItem(KEY);
