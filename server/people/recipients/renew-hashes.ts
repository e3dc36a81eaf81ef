import { inArray } from 'drizzle-orm';
import type { KnownHashes, RenewedHashes } from '../../core/address-hash.ts';
import type { Transaction } from '../../core/db/database.ts';
import { addressBlocks, stopLinks } from './schema.ts';
import { writeStopLinks } from './stop-links.ts';

const ROWS_AT_ONCE = 1_000;

export async function renewBlocks(
  tx: Transaction,
  known: KnownHashes,
  addressOf: ReadonlyMap<number, string>,
) {
  const rows = await tx.delete(addressBlocks).returning();
  const renewed = rows.flatMap((row) => {
    const recipientHash = known.get(row.recipientHash);
    const senderHash =
      row.senderHash === 'anybody'
        ? row.senderHash
        : (known.get(row.senderHash) ?? (row.userId === null ? undefined : addressOf.get(row.userId)));
    return recipientHash && senderHash ? [{ ...row, recipientHash, senderHash }] : [];
  });
  for (const row of renewed) await tx.insert(addressBlocks).values(row).onConflictDoNothing();
  const lost = rows.filter(({ recipientHash }) => !known.has(recipientHash));
  const ids = lost.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  return {
    found: renewed.length,
    lost: rows.length - renewed.length,
    sendersLetIn: [...new Set(ids)].sort((a, b) => a - b),
  };
}

/** Of letters that are erased, or have another token since; others are found by their letter. */
export async function renewStopLinks(tx: Transaction, known: KnownHashes): Promise<RenewedHashes> {
  const old = [...known.keys()];
  const renewed: (typeof stopLinks.$inferSelect)[] = [];
  for (let from = 0; from < old.length; from += ROWS_AT_ONCE) {
    const some = old.slice(from, from + ROWS_AT_ONCE);
    const rows = await tx.select().from(stopLinks).where(inArray(stopLinks.recipientHash, some));
    for (const row of rows) {
      const recipientHash = known.get(row.recipientHash);
      const senderHashes = row.senderHashes.flatMap((hash) => known.get(hash) ?? []);
      if (recipientHash && senderHashes.length > 0) renewed.push({ ...row, recipientHash, senderHashes });
    }
  }
  const all = await tx.$count(stopLinks);
  await tx.delete(stopLinks);
  await writeStopLinks(tx, renewed);
  return { what: 'stop links of letters that are erased', found: renewed.length, lost: all - renewed.length };
}
