import { randomBytes } from 'node:crypto';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { keepWhatCame } from '../../../core/db/came-to.ts';
import type { Executor, Transaction } from '../../../core/db/database.ts';
import { first } from '../../../core/db/first.ts';
import { copyProfile } from '../../users/profile.ts';
import { accounts, actionCodes, linkedProviders, refreshTokens, sessions } from '../schema.ts';

export type Account = typeof accounts.$inferSelect;
export type LinkedProvider = typeof linkedProviders.$inferSelect;

export const findAccount = (db: Executor, uid: string): Promise<Account | null> =>
  first(db.select().from(accounts).where(eq(accounts.uid, uid)));

/** False for a disabled account; true for any of Firebase's, since only Firebase knows whether it is disabled. */
export const isStanding = async (db: Executor, uid: string): Promise<boolean> =>
  (await findAccount(db, uid))?.disabled !== true;

export const findAccountByEmail = (db: Executor, email: string): Promise<Account | null> =>
  first(db.select().from(accounts).where(eq(accounts.email, email)));

/** Everything that changes an account, its tokens or its sessions takes this lock first, which prevents deadlocks. */
export const lockAccount = (tx: Transaction, uid: string): Promise<Account | null> =>
  first(tx.select().from(accounts).where(eq(accounts.uid, uid)).for('update'));

export async function linkedProvidersOf(db: Executor, uid: string): Promise<LinkedProvider[]> {
  return db
    .select()
    .from(linkedProviders)
    .where(eq(linkedProviders.uid, uid))
    .orderBy(linkedProviders.providerId);
}

/**
 * Revokes all tokens and browser sessions of an account. Call with the account locked, and
 * `sessionCacheOf(services).forgetUid(uid)` after the commit. The cut-off is the next whole second, so that ID
 * tokens of the current one are revoked too.
 */
export async function revokeEverything(tx: Transaction, account: Account): Promise<Account> {
  const now = Date.now();
  const second = Math.floor(Math.max(now, account.tokensValidAfter.getTime()) / 1000);
  const tokensValidAfter = new Date((second + 1) * 1000);
  await tx.update(accounts).set({ tokensValidAfter }).where(eq(accounts.uid, account.uid));
  await endFamilies(tx, account.uid);
  await endSessions(tx, account.uid);
  await tx
    .update(actionCodes)
    .set({ usedAt: new Date(now) })
    .where(
      and(eq(actionCodes.uid, account.uid), eq(actionCodes.kind, 'PASSKEY'), isNull(actionCodes.usedAt)),
    );
  return { ...account, tokensValidAfter };
}

/** @returns how many browsers were signed out: programs, whose tokens end too, are not counted */
export async function endSessions(db: Executor, uid: string, which?: SQL): Promise<number> {
  const now = new Date();
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.uid, uid), isNull(sessions.revokedAt), which))
    .returning({ tokenHash: sessions.tokenHash, expiresAt: sessions.expiresAt });
  return ended.filter(({ tokenHash, expiresAt }) => tokenHash === null && expiresAt > now).length;
}

export async function endFamilies(tx: Transaction, uid: string, which?: SQL): Promise<void> {
  await tx
    .update(refreshTokens)
    .set({ revokedAt: new Date() })
    .where(and(eq(refreshTokens.uid, uid), isNull(refreshTokens.revokedAt), which));
}

export type Profile = Pick<Account, 'uid' | 'email' | 'emailVerified' | 'displayName'>;

/** Copies it to sessions that are not revoked and to the product record. @param clearsName null clears the record's name */
export async function syncProfile(
  tx: Transaction,
  profile: Profile,
  { clearsName }: { clearsName: boolean } = { clearsName: true },
): Promise<void> {
  const { uid, email, emailVerified, displayName } = profile;
  await keepWhatCame(tx, profile);
  await tx
    .update(sessions)
    .set({ email, emailVerified, displayName })
    .where(and(eq(sessions.uid, uid), isNull(sessions.revokedAt)));
  const name = displayName !== null || clearsName ? { displayName } : {};
  await copyProfile(tx, uid, { email, emailVerified, ...name });
}

type NewAccount = Pick<Account, 'email' | 'passwordHash' | 'displayName' | 'emailVerified'>;

/** @returns null when an account with this address exists */
export async function createAccount(tx: Transaction, fresh: NewAccount): Promise<Account | null> {
  const now = new Date();
  const wholeSecond = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const [account] = await tx
    .insert(accounts)
    .values({
      uid: newUid(),
      ...fresh,
      // ID tokens are dated in whole seconds: one issued now must not appear older than its account.
      tokensValidAfter: wholeSecond,
      passwordUpdatedAt: now,
      createdAt: now,
      lastLoginAt: now,
    })
    .onConflictDoNothing({ target: accounts.email })
    .returning();
  return account ?? null;
}

/** 28 letters and digits, the format of a Firebase uid; more than 160 random bits. */
function newUid(): string {
  let uid = '';
  while (uid.length < 28)
    uid += randomBytes(32)
      .toString('base64')
      .replace(/[^A-Za-z0-9]/g, '');
  return uid.slice(0, 28);
}
