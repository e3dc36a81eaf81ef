import { randomBytes } from 'node:crypto';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/db/database.ts';
import { accounts, linkedProviders, refreshTokens, sessions } from '../../platform/db/schema/identity.ts';
import { users } from '../../platform/db/schema/users.ts';

export type Account = typeof accounts.$inferSelect;
export type LinkedProvider = typeof linkedProviders.$inferSelect;

export async function findAccount(db: Executor, uid: string): Promise<Account | null> {
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, uid));
  return account ?? null;
}

/** @param email lower-cased */
export async function findAccountByEmail(db: Executor, email: string): Promise<Account | null> {
  const [account] = await db.select().from(accounts).where(eq(accounts.email, email));
  return account ?? null;
}

/**
 * The account, held until the transaction ends: what is decided from it stays true. Every verb that changes
 * an account, its tokens or its sessions takes this lock first, so none deadlocks another.
 */
export async function lockAccount(tx: Transaction, uid: string): Promise<Account | null> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.uid, uid)).for('update');
  return account ?? null;
}

export async function linkedProvidersOf(db: Executor, uid: string): Promise<LinkedProvider[]> {
  return db
    .select()
    .from(linkedProviders)
    .where(eq(linkedProviders.uid, uid))
    .orderBy(linkedProviders.providerId);
}

/** When the account last got tokens: its newest refresh token. */
export async function lastRefreshOf(db: Executor, uid: string): Promise<Date | null> {
  const [newest] = await db
    .select({ createdAt: refreshTokens.createdAt })
    .from(refreshTokens)
    .where(eq(refreshTokens.uid, uid))
    .orderBy(desc(refreshTokens.createdAt))
    .limit(1);
  return newest?.createdAt ?? null;
}

/**
 * Ends everything an account is signed in with: ID tokens, refresh tokens, browser sessions. Call with the
 * account locked, and `sessionCacheOf(services).forgetUid(uid)` after the commit.
 *
 * An ID token tells its time in whole seconds, so the line is drawn at the next one: what was issued within
 * this very second falls too, and what is issued after it is dated at the line (`tokens.ts`).
 * @returns the account as it now is
 */
export async function revokeEverything(tx: Transaction, account: Account): Promise<Account> {
  const now = Date.now();
  const cutOff = Math.max(nextSecond(now), nextSecond(account.tokensValidAfter.getTime()));
  const tokensValidAfter = new Date(cutOff);
  await tx.update(accounts).set({ tokensValidAfter }).where(eq(accounts.uid, account.uid));
  await tx
    .update(refreshTokens)
    .set({ revokedAt: new Date(now) })
    .where(and(eq(refreshTokens.uid, account.uid), isNull(refreshTokens.revokedAt)));
  await tx
    .update(sessions)
    .set({ revokedAt: new Date(now) })
    .where(and(eq(sessions.uid, account.uid), isNull(sessions.revokedAt)));
  return { ...account, tokensValidAfter };
}

function nextSecond(time: number): number {
  return (Math.floor(time / 1000) + 1) * 1000;
}

/** What a product record and a session repeat of an identity. */
export interface Profile {
  uid: string;
  email: string;
  emailVerified: boolean;
  displayName: string | null;
}

/**
 * Carries a profile into the sessions that stand and the product record, if there is one yet.
 * @param clearsName whether an absent name takes away the one that the product record has
 */
export async function syncProfile(
  tx: Transaction,
  profile: Profile,
  { clearsName }: { clearsName: boolean } = { clearsName: true },
): Promise<void> {
  const { uid, email, emailVerified, displayName } = profile;
  await tx
    .update(sessions)
    .set({ email, emailVerified, displayName })
    .where(and(eq(sessions.uid, uid), isNull(sessions.revokedAt)));
  const name = displayName !== null || clearsName ? { displayName } : {};
  await tx
    .update(users)
    .set({ email, emailVerified, ...name })
    .where(eq(users.firebaseUid, uid));
}

interface NewAccount {
  /** lower-cased */
  email: string;
  passwordHash: string | null;
  displayName: string | null;
  emailVerified: boolean;
}

/** @returns null when the address has an account already */
export async function createAccount(tx: Transaction, fresh: NewAccount): Promise<Account | null> {
  const now = new Date();
  const wholeSecond = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const [account] = await tx
    .insert(accounts)
    .values({
      uid: newUid(),
      ...fresh,
      // An ID token is dated in whole seconds: one issued right now must not look older than its account.
      tokensValidAfter: wholeSecond,
      passwordUpdatedAt: now,
      createdAt: now,
      lastLoginAt: now,
    })
    .onConflictDoNothing({ target: accounts.email })
    .returning();
  return account ?? null;
}

/** 28 letters and digits, the form of a Firebase uid; over 160 random bits. */
function newUid(): string {
  let uid = '';
  while (uid.length < 28)
    uid += randomBytes(32)
      .toString('base64')
      .replace(/[^A-Za-z0-9]/g, '');
  return uid.slice(0, 28);
}
