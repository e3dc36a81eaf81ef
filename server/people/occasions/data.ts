import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import {
  type NewOccasionBody,
  OCCASIONS_EACH,
  OCCASIONS_IN_ALL,
  type Occasion,
  type OccasionBody,
  type ReminderSettings,
} from '../../../shared/occasions.ts';
import { said } from '../../../shared/words.ts';
import type { Config } from '../../core/config.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { first } from '../../core/db/first.ts';
import { conflict, notFound } from '../../core/errors.ts';
import { mailToken } from '../../core/secrets.ts';
import { lockBook } from '../recipients/data.ts';
import { recipients } from '../recipients/schema.ts';
import { users } from '../users/schema.ts';
import { occasions, reminderSettings, reminders } from './schema.ts';

const { ownerUid: _owner, createdAt: _at, ...wire } = getTableColumns(occasions);

/** In the order of the year. @param page.cursor the last one of the page before */
export function listOccasions(
  db: Executor,
  ownerUid: string,
  page: { cursor: Occasion | undefined; limit: number },
): Promise<Occasion[]> {
  const { month, day, id } = page.cursor ?? { month: 0, day: 0, id: 0 };
  const after = sql`(${occasions.month}, ${occasions.day}, ${occasions.id}) > (${month}, ${day}, ${id})`;
  return db
    .select(wire)
    .from(occasions)
    .where(and(eq(occasions.ownerUid, ownerUid), after))
    .orderBy(asc(occasions.month), asc(occasions.day), asc(occasions.id))
    .limit(page.limit);
}

const secondBirthday = () =>
  conflict('HAS_BIRTHDAY', said('Their birthday is in your address book already.'));

/** @throws 404 for somebody else's entry of the address book, 409 for a second birthday or too many days */
export async function addOccasion(
  tx: Transaction,
  ownerUid: string,
  { recipientId, ...fields }: NewOccasionBody,
): Promise<Occasion> {
  await lockBook(tx, ownerUid, 'days');
  const [entry] = await tx
    .select({ id: recipients.id })
    .from(recipients)
    .where(and(eq(recipients.id, recipientId), eq(recipients.ownerUid, ownerUid)))
    .for('update');
  if (!entry) throw notFound(said('That recipient could not be found.'));
  if ((await tx.$count(occasions, eq(occasions.recipientId, recipientId))) >= OCCASIONS_EACH)
    throw conflict(
      'TOO_MANY_DAYS',
      said('{days} days of one person are kept, and no more fit.', { days: OCCASIONS_EACH }),
    );
  if ((await tx.$count(occasions, eq(occasions.ownerUid, ownerUid))) >= OCCASIONS_IN_ALL)
    throw conflict(
      'TOO_MANY_DAYS',
      said('Your address book keeps {days} days, and no more fit. Please remove one first.', {
        days: OCCASIONS_IN_ALL,
      }),
    );
  const [added] = await tx
    .insert(occasions)
    .values({ ownerUid, recipientId, ...fields })
    .onConflictDoNothing()
    .returning(wire);
  if (!added) throw secondBirthday();
  return added;
}

const own = (ownerUid: string, id: number) => and(eq(occasions.ownerUid, ownerUid), eq(occasions.id, id));

/** @throws 404 for another person's day, 409 for a second birthday */
export async function changeOccasion(
  tx: Transaction,
  ownerUid: string,
  id: number,
  fields: OccasionBody,
): Promise<Occasion> {
  await lockBook(tx, ownerUid, 'days');
  const [found] = await tx.select().from(occasions).where(own(ownerUid, id)).for('update');
  if (!found) throw notFound(said('That day could not be found.'));
  const others = and(
    eq(occasions.recipientId, found.recipientId),
    eq(occasions.kind, 'birthday'),
    sql`${occasions.id} <> ${id}`,
  );
  if (fields.kind === 'birthday' && (await tx.$count(occasions, others)) > 0) throw secondBirthday();
  await tx.update(occasions).set(fields).where(own(ownerUid, id));
  // A corrected day comes once more this year, so that it is announced.
  if (found.month !== fields.month || found.day !== fields.day)
    await tx.delete(reminders).where(eq(reminders.occasionId, id));
  return { id, recipientId: found.recipientId, ...fields };
}

/** @throws 404 for another person's day */
export async function deleteOccasion(db: Executor, ownerUid: string, id: number): Promise<void> {
  const { rowCount } = await db.delete(occasions).where(own(ownerUid, id));
  if (rowCount === 0) throw notFound(said('That day could not be found.'));
}

/** Ends reminders, by the token in each of them. */
export const remindersUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, stopToken: string) =>
  `${publicUrl}/reminders/${stopToken}`;

/** The defaults for somebody who never said. */
export async function readSettings(
  db: Executor,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  ownerUid: string,
): Promise<ReminderSettings> {
  const [row] = await db.select().from(reminderSettings).where(eq(reminderSettings.ownerUid, ownerUid));
  return {
    days: row?.days ?? true,
    silence: row?.silence ?? false,
    feedUrl: row?.feedToken ? `${publicUrl}/calendar/${row.feedToken}.ics` : null,
  };
}

/** @returns the settings as they are now */
export async function writeSettings(
  tx: Transaction,
  config: Pick<Config, 'publicUrl'>,
  ownerUid: string,
  change: Partial<Pick<typeof reminderSettings.$inferSelect, 'days' | 'silence' | 'feedToken'>>,
): Promise<ReminderSettings> {
  await tx
    .insert(reminderSettings)
    .values({ ownerUid, stopToken: mailToken(), ...change })
    .onConflictDoUpdate({ target: reminderSettings.ownerUid, set: change });
  return readSettings(tx, config, ownerUid);
}

const byStopToken = (token: string) => eq(reminderSettings.stopToken, token);

export const findSettingsByStopToken = (db: Executor, token: string) =>
  first(db.select().from(reminderSettings).where(byStopToken(token)));

export async function changeSettingsByStopToken(
  db: Executor,
  token: string,
  change: Partial<Pick<typeof reminderSettings.$inferSelect, 'days' | 'silence'>>,
): Promise<void> {
  await db.update(reminderSettings).set(change).where(byStopToken(token));
}

export function findCalendar(db: Executor, token: string) {
  const { ownerUid, feedToken } = reminderSettings;
  const { language, browserLanguage, accountUid } = users;
  return first(
    db
      .select({ ownerUid, language, browserLanguage })
      .from(reminderSettings)
      .leftJoin(users, eq(accountUid, ownerUid))
      .where(eq(feedToken, token)),
  );
}
