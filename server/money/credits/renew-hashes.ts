import { and, eq } from 'drizzle-orm';
import type { KnownHashes, RenewedHashes } from '../../core/address-hash.ts';
import type { Transaction } from '../../core/db/database.ts';
import { couponMailboxes } from './schema.ts';

export async function renewCoupons(
  tx: Transaction,
  known: KnownHashes,
  addressOf: ReadonlyMap<number, string>,
): Promise<RenewedHashes> {
  const rows = await tx.select().from(couponMailboxes);
  let found = 0;
  for (const row of rows) {
    const renewed =
      known.get(row.addressHash) ?? (row.userId === null ? undefined : addressOf.get(row.userId));
    if (!renewed) continue;
    found += 1;
    await tx
      .delete(couponMailboxes)
      .where(and(eq(couponMailboxes.code, row.code), eq(couponMailboxes.addressHash, row.addressHash)));
    await tx
      .insert(couponMailboxes)
      .values({ ...row, addressHash: renewed })
      .onConflictDoNothing();
  }
  return { what: 'mailboxes that had their free credits', found, lost: rows.length - found };
}
