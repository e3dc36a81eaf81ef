import { and, eq, isNotNull, not, or, sql } from 'drizzle-orm';
import {
  type AddressHash,
  type KnownHashes,
  type RenewedHashes,
  replaceAddressHash,
} from '../core/address-hash.ts';
import type { Config } from '../core/config.ts';
import type { Database, Transaction } from '../core/db/database.ts';
import { renewReports } from '../letters/report/report-letter.ts';
import { letterReports, letters } from '../letters/schema.ts';
import { renewCoupons } from '../money/credits/coupon-mailboxes.ts';
import { gifts } from '../money/gifts/schema.ts';
import { renewBlocks, renewStopLinks } from '../people/recipients/renew-hashes.ts';
import { isErased, users } from '../people/users/schema.ts';
import { renewPauses } from '../people/users/sender-pauses.ts';

export interface Renewal {
  rows: RenewedHashes[];
  /** `users.id` of senders whose block is no longer found */
  sendersLetIn: number[];
}

/**
 * A hash cannot be turned back: only rows whose address is known besides are hashed anew, and blocks and stop links that
 * cannot be found again are deleted. Nothing else may run on the database.
 * @throws {BadSettings} when the key is the one of the database
 */
export function renewAddressKey(db: Database, config: Config): Promise<Renewal> {
  return db.transaction(async (tx) => {
    const hash = await replaceAddressHash(config, tx);
    const known = await knownByReports(tx, hash);
    const addressOf = await addressesOfUsers(tx, hash);
    const blocks = await renewBlocks(tx, known, addressOf);
    return {
      rows: [
        { what: 'wishes for no more letters', found: blocks.found, lost: blocks.lost },
        await renewStopLinks(tx, known),
        await renewReports(tx, known),
        await renewPauses(tx, known, addressOf),
        await renewCoupons(tx, known, addressOf),
      ],
      sendersLetIn: blocks.sendersLetIn,
    };
  });
}

async function knownByReports(tx: Transaction, hash: AddressHash): Promise<KnownHashes> {
  const rows = await tx
    .select({
      report: letterReports,
      senderEmail: sql<string>`coalesce(${letters.senderEmail}, ${users.email})`,
      recipientEmail: sql<string>`coalesce(${letters.recipientEmail}, ${gifts.email})`,
    })
    .from(letterReports)
    .leftJoin(letters, or(eq(letters.id, letterReports.letterId), eq(letters.id, letterReports.answersTo)))
    .leftJoin(gifts, eq(gifts.id, letterReports.giftId))
    .leftJoin(users, and(eq(users.id, gifts.giverId), not(isErased)))
    .where(or(isNotNull(letters.id), isNotNull(users.id)));
  return new Map(
    rows.flatMap(({ report, senderEmail, recipientEmail }) => {
      const isOfAnswers = report.answersTo !== null;
      const [author, reader] = isOfAnswers ? [recipientEmail, senderEmail] : [senderEmail, recipientEmail];
      return [
        [report.senderHash, hash(author)],
        [report.recipientHash, hash(reader)],
      ];
    }),
  );
}

async function addressesOfUsers(tx: Transaction, hash: AddressHash): Promise<ReadonlyMap<number, string>> {
  const named = sql`select user_id from address_blocks union select user_id from sender_pauses
    union select user_id from coupon_mailboxes`;
  const rows = await tx
    .select({ id: users.id, email: users.email, erased: isErased })
    .from(users)
    .where(sql`${users.id} in (${named})`);
  return new Map(rows.filter(({ erased }) => !erased).map(({ id, email }) => [id, hash(email)]));
}
