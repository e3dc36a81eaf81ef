import { randomBytes } from 'node:crypto';
import { type Account, createAccount } from '../../server/people/identity/accounts/data.ts';
import { beginSignIn, signIdToken, storeRefreshToken } from '../../server/people/identity/tokens/tokens.ts';
import type { TestProduct } from './test-product.ts';

export interface SignedIn {
  uid: string;
  email: string;
  /** as a Cookie header carries it */
  cookie: string;
  idToken: string;
  /** what a request of this person's own page carries: cookie and origin */
  headers: Record<string, string>;
}

/**
 * Somebody with an account and a browser session. The session is opened by the real call; the account is made
 * by the verb below the sign-up, without the password whose hash takes the time.
 */
export async function signedIn(
  product: Pick<TestProduct, 'app' | 'services' | 'origin'>,
  options: { email?: string; displayName?: string; verified?: boolean } = {},
): Promise<SignedIn> {
  const email = (options.email ?? `person-${randomBytes(6).toString('hex')}@example.com`).toLowerCase();
  const account = await product.services.db.transaction((tx) =>
    createAccount(tx, {
      email,
      passwordHash: null,
      displayName: options.displayName ?? null,
      emailVerified: options.verified ?? false,
    }),
  );
  if (!account) throw new Error(`${email} has an account already.`);
  return signInTo(product, account);
}

/** Another sign-in of an account. */
export async function signInTo(
  product: Pick<TestProduct, 'app' | 'services' | 'origin'>,
  account: Account,
): Promise<SignedIn> {
  const signIn = beginSignIn(account.uid, 'password', account.createdAt);
  await product.services.db.transaction((tx) => storeRefreshToken(tx, signIn));
  const idToken = await signIdToken(product.services, account, [], signIn);
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/session',
    headers: { ...product.origin, authorization: `Bearer ${idToken}` },
  });
  const [set] = answer.cookies;
  if (answer.statusCode !== 200 || !set) throw new Error(`No session: ${answer.statusCode} ${answer.body}`);
  const cookie = `${set.name}=${set.value}`;
  return { uid: account.uid, email: account.email, cookie, idToken, headers: { ...product.origin, cookie } };
}
