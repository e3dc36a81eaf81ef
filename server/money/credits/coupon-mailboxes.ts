import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { AddressHash } from '../../core/address-hash.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import type { AddressProofHandler } from '../../people/identity/identity-provider.ts';
import { lockUserIfAny, type UserRow } from '../../people/users/data.ts';
import { couponRedemptions } from '../payments/schema.ts';
import { writeEntry } from './ledger.ts';
import { couponMailboxes, coupons, ledgerEntries } from './schema.ts';

export interface CouponUser {
  id: number;
  mailbox: string | null;
}

/** The mailbox is null for an unproved address: a stranger may have signed up with it. */
export const couponUserOf = (user: UserRow, addressHash: AddressHash): CouponUser => ({
  id: user.id,
  mailbox: user.emailVerified ? addressHash(user.email) : null,
});

export async function isMailboxUsed(db: Executor, code: string, { id, mailbox }: CouponUser) {
  if (mailbox === null) return false;
  const others = and(
    eq(couponMailboxes.code, code),
    eq(couponMailboxes.addressHash, mailbox),
    sql`${couponMailboxes.userId} is distinct from ${id}`,
  );
  return (await db.$count(couponMailboxes, others)) > 0;
}

/** Of two accounts that claim at once, the later waits for the earlier. @returns false when another account had it */
export async function claimMailbox(tx: Transaction, code: string, user: CouponUser): Promise<boolean> {
  const { id: userId, mailbox } = user;
  if (mailbox === null) return true;
  await tx.insert(couponMailboxes).values({ code, addressHash: mailbox, userId }).onConflictDoNothing();
  return !(await isMailboxUsed(tx, code, user));
}

/** Takes back what is unspent of the free credits that another account of this mailbox had. */
export const claimProvedMailbox: AddressProofHandler = async (tx, { addressHash }, { uid, email }) => {
  const user = await lockUserIfAny(tx, uid);
  if (!user) return;
  const redeemed = await freeCouponsOf(tx, user.id);
  for (const { code } of redeemed) {
    if (await claimMailbox(tx, code, { id: user.id, mailbox: addressHash(email) })) continue;
    const unspent = await unspentCredits(tx, user.id, code);
    if (unspent === 0) continue;
    const reference = `${user.id}:${code} was used before with this mailbox.`;
    await writeEntry(tx, { userId: user.id, delta: -unspent, kind: 'take-back', reference });
  }
};

/** @returns false when another account had some of them; `claimProvedMailbox` takes those back */
export async function claimMailboxes(tx: Transaction, user: CouponUser): Promise<boolean> {
  for (const { code } of await freeCouponsOf(tx, user.id))
    if (!(await claimMailbox(tx, code, user))) return false;
  return true;
}

function freeCouponsOf(tx: Transaction, userId: number): Promise<{ code: string }[]> {
  return tx
    .selectDistinct({ code: couponRedemptions.code })
    .from(couponRedemptions)
    .innerJoin(coupons, eq(coupons.code, couponRedemptions.code))
    .where(
      and(
        eq(couponRedemptions.userId, userId),
        isNull(couponRedemptions.checkoutId),
        gt(coupons.freeCredits, 0),
      ),
    )
    .orderBy(couponRedemptions.code);
}

/** The user's row is locked. */
async function unspentCredits(tx: Transaction, userId: number, code: string): Promise<number> {
  const [sums] = await tx
    .select({
      granted: sumIf(
        sql`${ledgerEntries.kind} = 'coupon' and split_part(${ledgerEntries.reference}, ':', 1) = ${code}`,
      ),
      spent: sumIf(sql`${ledgerEntries.kind} in ('letter', 'letter-returned')`),
      balance: sumIf(sql`true`),
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.userId, userId));
  const { granted = 0, spent = 0, balance = 0 } = sums ?? {};
  return Math.max(0, Math.min(granted + spent, balance));
}

const sumIf = (condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(${ledgerEntries.delta}) filter (where ${condition}), 0)::int`;
