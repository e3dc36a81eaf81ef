import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { sentenceOf } from '../../../shared/errors.ts';
import { RECIPIENTS_EACH } from '../../../shared/limits.ts';
import { OCCASIONS_EACH, OCCASIONS_IN_ALL } from '../../../shared/occasions.ts';
import {
  type ImportAnswer,
  type ImportBody,
  type ImportedEntry,
  importedEntry,
} from '../../../shared/recipients.ts';
import type { Words } from '../../../shared/words.ts';
import type { Transaction } from '../../core/db/database.ts';
import { ROWS_IN_A_TURN } from '../../core/http/send-list.ts';
import { insertBirthdays, removeBirthdays } from '../occasions/birthdays.ts';
import { occasions } from '../occasions/schema.ts';
import { bookFull, lockBook, mailboxKey, withAddresses } from './data.ts';
import { recipients } from './schema.ts';

/** When somebody was last written to who only came in a file: before everybody else, so that the recent ones stay. */
const NEVER_USED = sql`'epoch'::timestamptz`;

/** With the numbers of those who were added, so that what is kept for a repeated request stays small. */
type ImportOutcome = Omit<ImportAnswer, 'added'> & { added: number[] };

/** Nobody who is there is changed, but for a missing birthday; twice adds nothing. @throws 409 when they do not all fit */
export async function importRecipients(
  tx: Transaction,
  ownerUid: string,
  { entries }: ImportBody,
  words: Words,
): Promise<ImportOutcome> {
  const { wanted, refused } = await checked(entries, words);
  await lockBook(tx, ownerUid, 'recipients');
  await lockBook(tx, ownerUid, 'days');
  const before = await tx.$count(recipients, eq(recipients.ownerUid, ownerUid));
  const added =
    wanted.length === 0
      ? []
      : await tx
          .insert(recipients)
          .values(
            wanted.map(({ birthday, greetingName, ...entry }) => ({
              ...entry,
              ownerUid,
              greetingName: greetingName || null,
              lastUsedAt: NEVER_USED,
            })),
          )
          .onConflictDoNothing()
          .returning({ id: recipients.id });
  if (before + added.length > RECIPIENTS_EACH) throw bookFull(RECIPIENTS_EACH - before);
  const { kept, left } = await addBirthdays(tx, ownerUid, wanted);
  const ids = added.map(({ id }) => id);
  const isNew = new Set(ids);
  return {
    added: ids,
    alreadyThere: wanted.length - added.length,
    birthdays: kept.filter(({ recipientId }) => !isNew.has(recipientId)).map(({ id }) => id),
    birthdaysLeft: left,
    refused,
  };
}

/** A time zone takes the tenth of a millisecond to check. */
async function checked(entries: ImportBody['entries'], words: Words) {
  const wanted: ImportedEntry[] = [];
  const refused: ImportAnswer['refused'] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % ROWS_IN_A_TURN === 0) await nextTurn();
    const { data, error } = importedEntry.safeParse(entry);
    if (data) wanted.push(data);
    else refused.push({ index, message: words.say(sentenceOf(error.issues[0] ?? {})) });
  }
  return { wanted, refused };
}

async function addBirthdays(tx: Transaction, ownerUid: string, wanted: readonly ImportedEntry[]) {
  const born = new Map(
    wanted.flatMap(({ email, birthday }) => (birthday ? [[mailboxKey(email), birthday]] : [])),
  );
  if (born.size === 0) return { kept: [], left: 0 };
  const people = await tx
    .select({
      id: recipients.id,
      email: recipients.email,
      days: sql<number>`count(${occasions.id})::int`,
      hasBirthday: sql<boolean>`coalesce(bool_or(${occasions.kind} = 'birthday'), false)`,
    })
    .from(recipients)
    .leftJoin(occasions, eq(occasions.recipientId, recipients.id))
    .where(withAddresses(ownerUid, [...born.keys()]))
    .groupBy(recipients.id)
    .orderBy(recipients.id);
  const days = people.flatMap(({ id, email, days, hasBirthday }) => {
    const birthday = born.get(mailboxKey(email));
    return birthday && !hasBirthday && days < OCCASIONS_EACH ? [{ recipientId: id, ...birthday }] : [];
  });
  const room = OCCASIONS_IN_ALL - (await tx.$count(occasions, eq(occasions.ownerUid, ownerUid)));
  const fitting = days.slice(0, Math.max(0, room));
  const kept = await insertBirthdays(tx, ownerUid, fitting);
  return { kept, left: days.length - fitting.length };
}

/** Somebody who was written to meanwhile stays. @returns the numbers of those who are gone */
export async function undoImport(
  tx: Transaction,
  ownerUid: string,
  added: { recipients: number[]; birthdays: number[] },
): Promise<number[]> {
  const mine = await tx
    .select({ id: recipients.id })
    .from(recipients)
    .where(
      and(
        eq(recipients.ownerUid, ownerUid),
        eq(recipients.lastUsedAt, NEVER_USED),
        inArray(recipients.id, added.recipients),
      ),
    )
    .orderBy(recipients.id)
    .for('update');
  const gone = mine.map(({ id }) => id);
  await tx.delete(recipients).where(inArray(recipients.id, gone));
  await removeBirthdays(tx, ownerUid, added.birthdays);
  return gone;
}
