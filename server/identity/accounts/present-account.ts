import type { Account, LinkedProvider } from './data.ts';

/** What Google shows in place of a password hash: 'REDACTED' in base64. Its presence says there is a password. */
const REDACTED = 'UkVEQUNURUQ=';

/** `providerUserInfo`: one entry a way to sign in. */
function providerUserInfo(account: Account, linked: LinkedProvider[]) {
  const { email } = account;
  const profile = {
    ...(account.displayName ? { displayName: account.displayName } : {}),
    ...(account.photoUrl ? { photoUrl: account.photoUrl } : {}),
  };
  return [
    ...(account.passwordHash
      ? [{ providerId: 'password', ...profile, federatedId: email, email, rawId: email }]
      : []),
    ...linked.map(({ providerId, subject, email: theirs }) => ({
      providerId,
      federatedId: subject,
      rawId: subject,
      ...(theirs ? { email: theirs } : {}),
    })),
  ];
}

/** The fields that `accounts:lookup` and `accounts:update` share. */
export function presentProfile(account: Account, linked: LinkedProvider[]) {
  return {
    localId: account.uid,
    email: account.email,
    emailVerified: account.emailVerified,
    ...(account.displayName ? { displayName: account.displayName } : {}),
    ...(account.photoUrl ? { photoUrl: account.photoUrl } : {}),
    ...(account.passwordHash ? { passwordHash: REDACTED } : {}),
    providerUserInfo: providerUserInfo(account, linked),
  };
}

/** A user of `accounts:lookup`. Times are milliseconds as text or as a number, just as Google mixes them. */
export function presentAccount(account: Account, linked: LinkedProvider[], lastRefreshAt: Date | null) {
  return {
    ...presentProfile(account, linked),
    ...(account.passwordHash ? { passwordUpdatedAt: account.passwordUpdatedAt.getTime() } : {}),
    validSince: String(Math.floor(account.tokensValidAfter.getTime() / 1000)),
    lastLoginAt: String(account.lastLoginAt.getTime()),
    createdAt: String(account.createdAt.getTime()),
    lastRefreshAt: (lastRefreshAt ?? account.lastLoginAt).toISOString(),
  };
}
