import { and, eq } from 'drizzle-orm';
import { ProductError } from '../errors.ts';
import type { Executor } from '../platform/db/database.ts';
import { blocks } from '../platform/db/schema/recipients.ts';
import { mailboxKey } from './data.ts';

/**
 * Refuses an address whose owner asked for no more letters from this sender.
 * @throws 409 RECIPIENT_BLOCKED
 */
export async function checkNotBlocked(db: Executor, userId: number, email: string): Promise<void> {
  if (!(await isBlocked(db, userId, email))) return;
  throw new ProductError(409, 'RECIPIENT_BLOCKED', blockedReason(email), {
    fields: { recipientEmail: blockedReason(email) },
  });
}

/** True when the owner of the address asked for no more letters from this sender. */
export async function isBlocked(db: Executor, userId: number, email: string): Promise<boolean> {
  const [blocked] = await db
    .select({ email: blocks.email })
    .from(blocks)
    .where(and(eq(blocks.userId, userId), eq(blocks.email, mailboxKey(email))));
  return blocked !== undefined;
}

/** What a sender reads when the recipient wants no letters from them. */
export const blockedReason = (email: string) =>
  `${email} has asked not to get letters from you. Only they can change that, by the link in a letter you sent them before.`;

/** The recipient wants no more letters from this sender; asking twice changes nothing. */
export async function block(db: Executor, userId: number, email: string): Promise<void> {
  await db
    .insert(blocks)
    .values({ userId, email: mailboxKey(email) })
    .onConflictDoNothing();
}

export async function unblock(db: Executor, userId: number, email: string): Promise<void> {
  await db.delete(blocks).where(and(eq(blocks.userId, userId), eq(blocks.email, mailboxKey(email))));
}
