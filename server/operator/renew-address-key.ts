import { and, eq, inArray, sql } from 'drizzle-orm';
import { type AddressHash, replaceAddressHash } from '../core/address-hash.ts';
import type { Config } from '../core/config.ts';
import type { Database, Transaction } from '../core/db/database.ts';
import { addressBlocks, stopLinks } from '../core/db/schema/address-hashes.ts';
import { letterReports, senderPauses } from '../core/db/schema/complaints.ts';
import { couponMailboxes } from '../core/db/schema/credits.ts';
import { letters } from '../core/db/schema/letters.ts';
import { users } from '../core/db/schema/users.ts';

/** What a new key finds again of one kind of row, and what it does not. */
interface Renewed {
  what: string;
  found: number;
  lost: number;
}

export interface Renewal {
  rows: Renewed[];
  /** `users.id` of senders whom somebody had refused, and is no longer found */
  sendersLetIn: number[];
}

/** New hashes of addresses by their old ones, as far as an address is known for them. */
type Known = ReadonlyMap<string, string>;

const AT_ONCE = 1_000;
const isErased = sql<boolean>`${users.firebaseUid} = 'deleted-' || ${users.id}`;

/**
 * Begins with another key of address hashes where the old one is lost. A hash cannot be turned back, so only rows for
 * which an address is known besides are hashed anew: by the letter that was reported, or by the account. Blocks and stop
 * links that cannot be found again are deleted, or a link would promise what it does not do. Nothing else may run on
 * the database.
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

async function knownByReports(tx: Transaction, hash: AddressHash): Promise<Known> {
  const rows = await tx
    .select({
      report: letterReports,
      senderEmail: letters.senderEmail,
      recipientEmail: letters.recipientEmail,
    })
    .from(letterReports)
    .innerJoin(letters, eq(letters.id, letterReports.letterId));
  return new Map(
    rows.flatMap(({ report, senderEmail, recipientEmail }) => [
      [report.senderHash, hash(senderEmail)],
      [report.recipientHash, hash(recipientEmail)],
    ]),
  );
}

/** The new hash of each account's address, for accounts that some row names. */
async function addressesOfUsers(tx: Transaction, hash: AddressHash): Promise<ReadonlyMap<number, string>> {
  const named = sql`select user_id from address_blocks union select user_id from sender_pauses
    union select user_id from coupon_mailboxes`;
  const rows = await tx
    .select({ id: users.id, email: users.email, erased: isErased })
    .from(users)
    .where(sql`${users.id} in (${named})`);
  return new Map(rows.filter(({ erased }) => !erased).map(({ id, email }) => [id, hash(email)]));
}

async function renewBlocks(tx: Transaction, known: Known, addressOf: ReadonlyMap<number, string>) {
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
async function renewStopLinks(tx: Transaction, known: Known): Promise<Renewed> {
  const old = [...known.keys()];
  const renewed: (typeof stopLinks.$inferSelect)[] = [];
  for (let from = 0; from < old.length; from += AT_ONCE) {
    const some = old.slice(from, from + AT_ONCE);
    const rows = await tx.select().from(stopLinks).where(inArray(stopLinks.recipientHash, some));
    for (const row of rows) {
      const recipientHash = known.get(row.recipientHash);
      const senderHashes = row.senderHashes.flatMap((hash) => known.get(hash) ?? []);
      if (recipientHash && senderHashes.length > 0) renewed.push({ ...row, recipientHash, senderHashes });
    }
  }
  const all = await tx.$count(stopLinks);
  await tx.delete(stopLinks);
  for (let from = 0; from < renewed.length; from += AT_ONCE)
    await tx.insert(stopLinks).values(renewed.slice(from, from + AT_ONCE));
  return { what: 'stop links of letters that are erased', found: renewed.length, lost: all - renewed.length };
}

/** Reports stay, also those that no longer name a sender: the operator's list has them by number. */
async function renewReports(tx: Transaction, known: Known): Promise<Renewed> {
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

async function renewPauses(
  tx: Transaction,
  known: Known,
  addressOf: ReadonlyMap<number, string>,
): Promise<Renewed> {
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

async function renewCoupons(
  tx: Transaction,
  known: Known,
  addressOf: ReadonlyMap<number, string>,
): Promise<Renewed> {
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
