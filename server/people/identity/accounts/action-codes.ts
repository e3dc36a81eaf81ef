import { and, eq, gt, isNull } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/durations.ts';
import type { Executor, Transaction } from '../../../core/db/database.ts';
import { hashToken, randomToken } from '../../../core/secrets.ts';
import { GoogleError } from '../google-errors.ts';
import { actionCodes } from '../schema.ts';
import { type Account, lockAccount } from './data.ts';

export type ActionCode = typeof actionCodes.$inferSelect;
export type ActionKind = ActionCode['kind'];

/** Validity in milliseconds: of mailed links, and of what a passkey's answer is exchanged for. */
export const LIFETIME: Record<ActionKind, number> = {
  VERIFY_EMAIL: 3 * DAY_MS,
  VERIFY_AND_CHANGE_EMAIL: DAY_MS,
  PASSWORD_RESET: HOUR_MS,
  EMAIL_SIGNIN: 10 * MINUTE_MS,
  PASSKEY: MINUTE_MS,
};

/** Stores the hash of a code for an account and its address. Several work until one is used. @param untilDayEnds of UTC, if later */
export async function storeActionCode(
  tx: Transaction,
  kind: ActionKind,
  account: { uid: string; email: string },
  { newEmail = null, untilDayEnds = false }: { newEmail?: string | null; untilDayEnds?: boolean } = {},
) {
  const code = randomToken();
  const now = Date.now();
  const dayEnds = untilDayEnds ? Math.ceil((now + 1) / DAY_MS) * DAY_MS : 0;
  await tx.insert(actionCodes).values({
    codeHash: hashToken(code),
    kind,
    uid: account.uid,
    email: account.email,
    newEmail,
    expiresAt: new Date(Math.max(now + LIFETIME[kind], dayEnds)),
  });
  return code;
}

/** Whether an unused code of this kind was mailed to the account's address and has half of its lifetime left. */
export async function hasRecentCode(
  db: Executor,
  kind: ActionKind,
  { uid, email }: { uid: string; email: string },
): Promise<boolean> {
  const isRecent = and(
    eq(actionCodes.uid, uid),
    eq(actionCodes.kind, kind),
    eq(actionCodes.email, email),
    isNull(actionCodes.usedAt),
    gt(actionCodes.expiresAt, new Date(Date.now() + LIFETIME[kind] / 2)),
  );
  return (await db.$count(actionCodes, isRecent)) > 0;
}

/** @throws {GoogleError} INVALID_OOB_CODE for an unknown or used code, EXPIRED_OOB_CODE */
export async function readActionCode(db: Executor, code: string): Promise<ActionCode> {
  const [found] = await db
    .select()
    .from(actionCodes)
    .where(eq(actionCodes.codeHash, hashToken(code)));
  if (!found || found.usedAt) throw new GoogleError('INVALID_OOB_CODE');
  if (found.expiresAt.getTime() <= Date.now()) throw new GoogleError('EXPIRED_OOB_CODE');
  return found;
}

/**
 * Locks the account, which must still have the address, and marks its code as used, together with earlier codes of
 * its kind; of a passkey that code alone, since two devices may sign in at once.
 * @throws {GoogleError} INVALID_OOB_CODE, EXPIRED_OOB_CODE, USER_DISABLED
 */
export async function lockAndConsume(tx: Transaction, code: string, asked: ActionCode): Promise<Account> {
  const account = await lockAccount(tx, asked.uid);
  if (!account || account.email !== asked.email) throw new GoogleError('INVALID_OOB_CODE');
  if (account.disabled) throw new GoogleError('USER_DISABLED');
  // Again under the account's lock, so that of two concurrent requests the second finds it used.
  const { uid, kind, codeHash } = await readActionCode(tx, code);
  const used =
    kind === 'PASSKEY'
      ? eq(actionCodes.codeHash, codeHash)
      : and(eq(actionCodes.uid, uid), eq(actionCodes.kind, kind));
  await tx
    .update(actionCodes)
    .set({ usedAt: new Date() })
    .where(and(used, isNull(actionCodes.usedAt)));
  return account;
}
