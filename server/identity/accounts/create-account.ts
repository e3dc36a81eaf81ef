import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../platform/db/database.ts';
import { accounts } from '../../platform/db/schema/identity.ts';
import type { Account } from './data.ts';

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
