import { eq } from 'drizzle-orm';
import type { KnownHashes, RenewedHashes } from '../../core/address-hash.ts';
import type { Transaction } from '../../core/db/database.ts';
import { letterReports, senderPauses } from '../../core/db/schema/complaints.ts';

/** Reports stay, also those that no longer name a sender: the operator's list has them by number. */
export async function renewReports(tx: Transaction, known: KnownHashes): Promise<RenewedHashes> {
  const rows = await tx.select().from(letterReports);
  let found = 0;
  for (const { id, senderHash, recipientHash } of rows) {
    const [sender, recipient] = [known.get(senderHash), known.get(recipientHash)];
    if (!sender || !recipient) continue;
    found += 1;
    await tx
      .update(letterReports)
      .set({ senderHash: sender, recipientHash: recipient })
      .where(eq(letterReports.id, id));
  }
  return { what: 'reports of letters', found, lost: rows.length - found };
}

export async function renewPauses(
  tx: Transaction,
  known: KnownHashes,
  addressOf: ReadonlyMap<number, string>,
): Promise<RenewedHashes> {
  const rows = await tx.select().from(senderPauses);
  const paused = new Set<string>();
  let found = 0;
  for (const { id, userId, senderHash, releasedAt } of rows) {
    const renewed = addressOf.get(userId) ?? known.get(senderHash);
    if (!renewed) continue;
    found += 1;
    // One pause of an address at a time; the account's own holds besides.
    if (releasedAt === null && paused.has(renewed)) continue;
    if (releasedAt === null) paused.add(renewed);
    await tx.update(senderPauses).set({ senderHash: renewed }).where(eq(senderPauses.id, id));
  }
  return { what: 'pauses of senders', found, lost: rows.length - found };
}
