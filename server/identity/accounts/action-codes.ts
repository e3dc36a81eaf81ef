import { and, eq, isNull } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/db/database.ts';
import { actionCodes } from '../../platform/db/schema/identity.ts';
import { hashToken, randomToken } from '../../platform/secrets.ts';
import { GoogleError } from '../google-errors.ts';

export type ActionCode = typeof actionCodes.$inferSelect;
export type ActionKind = ActionCode['kind'];

/** Milliseconds a mailed link is good for. */
const LIFETIME: Record<ActionKind, number> = {
  VERIFY_EMAIL: 3 * 24 * 3600 * 1000,
  VERIFY_AND_CHANGE_EMAIL: 24 * 3600 * 1000,
  PASSWORD_RESET: 3600 * 1000,
};

/**
 * Makes a one-time code for an account and the address it has now. Only its hash is stored.
 * @param newEmail what the address is to become (VERIFY_AND_CHANGE_EMAIL)
 */
export async function storeActionCode(
  tx: Transaction,
  kind: ActionKind,
  account: { uid: string; email: string },
  newEmail: string | null = null,
) {
  const code = randomToken();
  await tx.insert(actionCodes).values({
    codeHash: hashToken(code),
    kind,
    uid: account.uid,
    email: account.email,
    newEmail,
    expiresAt: new Date(Date.now() + LIFETIME[kind]),
  });
  return code;
}

/** @throws {GoogleError} INVALID_OOB_CODE for an unknown or used one, EXPIRED_OOB_CODE */
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
 * Uses a code up, and with it its siblings in earlier mails. Call with the account locked: of two that use one
 * code at once, the second waits for the lock and then finds it used.
 * @throws {GoogleError} INVALID_OOB_CODE, EXPIRED_OOB_CODE
 */
export async function consumeActionCode(tx: Transaction, code: string): Promise<ActionCode> {
  const found = await readActionCode(tx, code);
  await tx
    .update(actionCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(actionCodes.uid, found.uid), eq(actionCodes.kind, found.kind), isNull(actionCodes.usedAt)));
  return found;
}
