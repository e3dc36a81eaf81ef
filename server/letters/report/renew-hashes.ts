import { eq } from 'drizzle-orm';
import type { KnownHashes, RenewedHashes } from '../../core/address-hash.ts';
import type { Transaction } from '../../core/db/database.ts';
import { letterReports } from '../schema.ts';

/** Also those that no longer name a sender: the operator's list has them by number. */
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
