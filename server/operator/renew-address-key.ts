import { and, eq, isNotNull, not, or, sql } from 'drizzle-orm';
import { replaceAddressHash } from '../core/address-hash.ts';
import type { Config } from '../core/config.ts';
import type { Database, Transaction } from '../core/db/database.ts';
import { rehashReport } from '../letters/report/report-letter.ts';
import { letterReports, letters } from '../letters/schema.ts';
import { gifts } from '../money/gifts/schema.ts';
import { block, forgetHashes } from '../people/recipients/blocks.ts';
import { isErased, users } from '../people/users/schema.ts';
import { rehashPauses } from '../people/users/sender-pauses.ts';

/**
 * A hash cannot be reversed, so all that was hashed is deleted. Only blocks between people whom a report names are
 * made again, and pauses get the hashes of their accounts' addresses. Nothing else may run on the database.
 * @returns reports whose blocks were made again (`again`), blocks deleted (`wishes`), and `users.id` of the senders of those
 * @throws {BadSettings} when the key is the one of the database
 */
export function renewAddressKey(db: Database, config: Config) {
  return db.transaction(async (tx) => {
    const hash = await replaceAddressHash(config, tx);
    const forgotten = await forgetHashes(tx);
    const reports = await reportsThatName(tx);
    for (const { id, isOfAnswers, sender, recipient, userId } of reports) {
      const [author, reader] = isOfAnswers ? [recipient, sender] : [sender, recipient];
      const [senderHash, recipientHash] = [hash(author), hash(reader)];
      const pair = { recipientHash, senderHashes: [senderHash], userId: isOfAnswers ? null : userId };
      await block(tx, pair, 'sender');
      await rehashReport(tx, id, { senderHash, recipientHash });
    }
    await rehashPauses(tx, hash);
    return { ...forgotten, again: reports.length };
  });
}

function reportsThatName(tx: Transaction) {
  return tx
    .select({
      id: letterReports.id,
      isOfAnswers: sql<boolean>`${letterReports.answersTo} is not null`,
      sender: sql<string>`coalesce(${letters.senderEmail}, ${users.email})`,
      recipient: sql<string>`coalesce(${letters.recipientEmail}, ${gifts.email})`,
      userId: sql<number>`coalesce(${letters.userId}, ${users.id})`.mapWith(Number),
    })
    .from(letterReports)
    .leftJoin(letters, or(eq(letters.id, letterReports.letterId), eq(letters.id, letterReports.answersTo)))
    .leftJoin(gifts, eq(gifts.id, letterReports.giftId))
    .leftJoin(users, and(eq(users.id, gifts.giverId), not(isErased)))
    .where(or(isNotNull(letters.id), isNotNull(users.id)));
}
