import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Language } from '../../../shared/languages.ts';
import { RECIPIENTS_EACH } from '../../../shared/limits.ts';
import type { Recipient, RecipientBody } from '../../../shared/recipients.ts';
import { byName } from '../../../shared/text-order.ts';
import { said, saidN } from '../../../shared/words.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { conflict, notFound } from '../../core/errors.ts';
import { recipients } from './schema.ts';

/** One key for each mailbox, as mail servers ignore case. */
export const mailboxKey = (email: string) => email.trim().toLowerCase();

export const wire = {
  id: recipients.id,
  name: recipients.name,
  email: recipients.email,
  greetingName: sql<string>`coalesce(${recipients.greetingName}, '')`,
  timeZone: recipients.timeZone,
  language: recipients.language,
};

/** Most recently used first; those who only came in a file last, by name. @param language BCP 47, of the order of names */
export async function listRecipients(db: Executor, ownerUid: string, language: string): Promise<Recipient[]> {
  const rows = await db
    .select({ ...wire, lastUsedAt: recipients.lastUsedAt })
    .from(recipients)
    .where(eq(recipients.ownerUid, ownerUid))
    .orderBy(desc(recipients.lastUsedAt), desc(recipients.id))
    .limit(RECIPIENTS_EACH);
  const inOrder = byName(language);
  const used = ({ lastUsedAt }: { lastUsedAt: Date | null }) => lastUsedAt?.getTime() ?? 0;
  return rows
    .sort((one, other) => used(other) - used(one) || inOrder(one, other))
    .map(({ lastUsedAt, ...recipient }) => recipient);
}

/** In the order in which they were added. */
export function findRecipients(db: Executor, ownerUid: string, ids: number[]): Promise<Recipient[]> {
  return db
    .select(wire)
    .from(recipients)
    .where(and(eq(recipients.ownerUid, ownerUid), inArray(recipients.id, ids)))
    .orderBy(recipients.id);
}

const address = sql<string>`lower(${recipients.email})`;

export const withAddresses = (ownerUid: string, emails: string[]) =>
  and(eq(recipients.ownerUid, ownerUid), inArray(address, emails.map(mailboxKey)));

export async function recipientsByAddress(
  db: Executor,
  ownerUid: string,
  emails: string[],
): Promise<Map<string, Recipient>> {
  const rows = await db
    .select({ address, entry: wire })
    .from(recipients)
    .where(withAddresses(ownerUid, emails));
  return new Map(rows.map(({ address, entry }) => [address, entry]));
}

/** In one order, as whoever else locks several of them. */
const lockInOrder = (db: Executor, which: SQL | undefined) =>
  db.select({ id: recipients.id }).from(recipients).where(which).orderBy(recipients.id).for('update');

/** Only where it is another than expected. @param own the sender's, which is expected for whoever has no other */
export async function rememberLanguages(
  tx: Transaction,
  ownerUid: string,
  own: Language,
  written: readonly { recipientEmail: string; language: Language }[],
): Promise<void> {
  for (const language of new Set(written.map((letter) => letter.language))) {
    const emails = written.flatMap((letter) => (letter.language === language ? [letter.recipientEmail] : []));
    const isOther = ne(sql`coalesce(${recipients.language}, ${own})`, language);
    const others = lockInOrder(tx, and(withAddresses(ownerUid, emails), isOther));
    await tx.update(recipients).set({ language }).where(inArray(recipients.id, others));
  }
}

/**
 * Until the end of the transaction: so that two entries at once don't both become the last one, or take one address
 * or name. That of the address book comes before that of the days.
 */
export async function lockBook(
  tx: Transaction,
  ownerUid: string,
  what: 'recipients' | 'days' | 'groups',
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${what} of ${ownerUid}`}, 0))`);
}

/** @param room how many more fit */
export const bookFull = (room: number) =>
  conflict(
    'ADDRESS_BOOK_FULL',
    room > 0
      ? saidN(
          room,
          'Your address book holds {people} people, and only 1 more fit. Please remove somebody you no longer write to.',
          'Your address book holds {people} people, and only {n} more fit. Please remove somebody you no longer write to.',
          { people: RECIPIENTS_EACH },
        )
      : said(
          'Your address book holds {people} people, and no more fit. Please remove somebody you no longer write to.',
          { people: RECIPIENTS_EACH },
        ),
  );

/** An existing entry with the address gets the new name. @throws 409 when the address book is full */
export async function saveRecipient(
  tx: Transaction,
  ownerUid: string,
  { name, email, greetingName, timeZone, language }: RecipientBody,
): Promise<Recipient> {
  await lockBook(tx, ownerUid, 'recipients');
  const { rows } = await tx.execute<Omit<Recipient, 'id'> & { id: string }>(sql`
    insert into recipients (owner_uid, name, email, greeting_name, time_zone, language)
    select ${ownerUid}, ${name}, ${email}, ${greetingName || null}, ${timeZone ?? null}, ${language ?? null}
    where (select count(*) from recipients where owner_uid = ${ownerUid}) < ${RECIPIENTS_EACH}
      or exists (select 1 from recipients where owner_uid = ${ownerUid} and lower(email) = lower(${email}))
    on conflict (owner_uid, lower(email))
      do update set name = excluded.name, email = excluded.email, last_used_at = now(),
        greeting_name = case when ${greetingName === undefined}::boolean then recipients.greeting_name
          else excluded.greeting_name end,
        time_zone = case when ${timeZone === undefined}::boolean then recipients.time_zone
          else excluded.time_zone end,
        language = case when ${language === undefined}::boolean then recipients.language
          else excluded.language end
    returning id, name, email, coalesce(greeting_name, '') as "greetingName", time_zone as "timeZone", language`);
  const row = rows[0];
  if (!row) throw bookFull(0);
  return { ...row, id: Number(row.id) };
}

/** Does nothing for an address that is not saved. @param timeZone where a letter arrives: remembered for the next one */
export async function touchRecipients(db: Executor, ownerUid: string, emails: string[], timeZone?: string) {
  const used = lockInOrder(db, withAddresses(ownerUid, emails));
  await db
    .update(recipients)
    .set({ lastUsedAt: sql`now()`, ...(timeZone ? { timeZone } : {}) })
    .where(inArray(recipients.id, used));
}

const own = (ownerUid: string, id: number) => and(eq(recipients.ownerUid, ownerUid), eq(recipients.id, id));

/** Letters keep what they were sent to. @throws 404 for another person's entry, 409 when another entry has the address */
export async function changeRecipient(
  tx: Transaction,
  ownerUid: string,
  { id, name, email, greetingName, timeZone, language }: RecipientBody & { id: number },
): Promise<Recipient> {
  await lockBook(tx, ownerUid, 'recipients');
  const [other] = await tx
    .select({ name: recipients.name })
    .from(recipients)
    .where(and(withAddresses(ownerUid, [email]), ne(recipients.id, id)));
  if (other)
    throw conflict(
      'ADDRESS_TAKEN',
      said('{name} has this address in your address book already.', { name: other.name }),
    );
  const [changed] = await tx
    .update(recipients)
    .set({ name, email, greetingName: greetingName === '' ? null : greetingName, timeZone, language })
    .where(own(ownerUid, id))
    .returning(wire);
  if (!changed) throw notFound(said('That recipient could not be found.'));
  return changed;
}

/** @throws 404 for another person's entry */
export async function deleteRecipient(db: Executor, ownerUid: string, id: number): Promise<void> {
  const { rowCount } = await db.delete(recipients).where(own(ownerUid, id));
  if (rowCount === 0) throw notFound(said('That recipient could not be found.'));
}
