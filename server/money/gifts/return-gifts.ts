import { and, desc, eq, getTableColumns, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { GIFT_KEPT_MONTHS } from '../../../shared/limits.ts';
import { said, type Words } from '../../../shared/words.ts';
import { nameInMail } from '../../../templates/parts/names.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { eachInTurn } from '../../core/each-in-turn.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { wordsIn } from '../../core/words.ts';
import { plainMail } from '../../mail/out/send-mail.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { lockUser } from '../../people/users/data.ts';
import { users } from '../../people/users/schema.ts';
import { writeEntries, writeEntry } from '../credits/ledger.ts';
import { addressOnceEnded, returnableFrom } from './data.ts';
import { isLetterLeaving, isLetterSent, letterSentAt } from './letter-of-gift.ts';
import { type GiftReturn, gifts } from './schema.ts';
import type { GiftRow } from './write-gifts.ts';

const waits = eq(gifts.status, 'waiting');

/** The newest first, without those that are claimed while this waits for their locks. */
function lockWaiting(tx: Transaction, where: SQL | undefined): Promise<GiftRow[]> {
  return tx
    .select()
    .from(gifts)
    .where(and(where, waits))
    .orderBy(desc(gifts.createdAt), desc(gifts.id))
    .for('update');
}

async function returnLocked(tx: Transaction, rows: GiftRow[], returnedFor: GiftReturn): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const ids = rows.map(({ id }) => id);
  await tx
    .update(gifts)
    .set({ status: 'returned', returnedFor, returnedAt: sql`now()`, email: addressOnceEnded })
    .where(inArray(gifts.id, ids));
  await writeEntries(
    tx,
    first.giverId,
    rows.map(({ id, credits }) => ({ delta: credits, kind: 'gift-returned', reference: id })),
  );
}

/** The giver's row is locked. */
export async function returnGifts(
  tx: Transaction,
  giverId: number,
  where: SQL | undefined,
  returnedFor: GiftReturn,
): Promise<GiftRow[]> {
  const rows = await lockWaiting(tx, and(eq(gifts.giverId, giverId), where));
  await returnLocked(tx, rows, returnedFor);
  return rows;
}

/** One that was claimed stays claimed. The letter's sender and the letter are locked. */
export async function returnStamp(tx: Transaction, letter: { id: number; userId: number }): Promise<void> {
  await returnGifts(tx, letter.userId, eq(gifts.letterId, letter.id), 'letter');
}

export async function cameBackWithStamp(db: Executor, letterId: number): Promise<boolean> {
  const [last] = await db
    .select({ returnedFor: gifts.returnedFor })
    .from(gifts)
    .where(eq(gifts.letterId, letterId))
    .orderBy(desc(gifts.createdAt), desc(gifts.id))
    .limit(1);
  return last?.returnedFor === 'letter';
}

/** Returns the newest gifts until they cover the credits. The buyer's row is locked. @returns credits of these gifts */
export async function returnForPayment(tx: Transaction, giverId: number, credits: number): Promise<number> {
  const waiting = await lockWaiting(tx, eq(gifts.giverId, giverId));
  let covered = 0;
  const taken = waiting.filter((gift) => {
    if (covered >= credits) return false;
    covered += gift.credits;
    return true;
  });
  await returnLocked(tx, taken, 'payment');
  return covered;
}

/** @throws 404 for one that is not the person's own, 409 for one that was claimed, or that was or is being told of */
export async function takeBackGift(tx: Transaction, person: Person, id: string): Promise<void> {
  const giver = await lockUser(tx, person);
  const own = and(eq(gifts.id, id), eq(gifts.giverId, giver.id));
  const leaving = await isLetterLeaving(tx, own);
  const [gift] = await tx
    .select({ ...getTableColumns(gifts), returnableFrom })
    .from(gifts)
    .where(own)
    .for('update');
  if (!gift) throw notFound(said('That gift could not be found.'));
  if (gift.status === 'claimed')
    throw conflict('GIFT_CLAIMED', said('Somebody has received these stamps already.'));
  if (gift.status !== 'waiting') return;
  if (leaving || (gift.returnableFrom && gift.returnableFrom > new Date()))
    throw conflict(
      'GIFT_TOLD',
      said('They were told of it already. You can take it back seven days after that, if it still waits.'),
    );
  await returnLocked(tx, [gift], 'taken back');
}

/** Locks the giver first, and mails them. @returns null for a gift that waits no longer, or that `where` excludes */
export async function returnOne(
  tx: Transaction,
  { config, queue }: Services,
  { id, giverId }: GiftRow,
  where: SQL | undefined,
  returnedFor: GiftReturn,
  wording: (words: Words, name: string) => { paragraphs: string[]; closing: string },
): Promise<GiftRow | null> {
  const [giver] = await tx.select().from(users).where(eq(users.id, giverId)).for('update');
  const [gift] = await returnGifts(tx, giverId, and(eq(gifts.id, id), where), returnedFor);
  if (!giver || !gift) return null;
  if (gift.fromName === '') {
    // The giver deleted their account: nobody may use what came back.
    const reference = `${giverId}:account deleted, gift ${id}`;
    await writeEntry(tx, { userId: giverId, delta: -gift.credits, kind: 'take-back', reference });
  }
  if (!giver.emailVerified) return gift;
  const words = wordsIn(config, giver.language, giver.browserLanguage);
  const { n, t } = words;
  const name = nameInMail(gift.recipientName) || gift.email;
  const mail = plainMail(config, words, {
    to: giver.email,
    name: giver.displayName,
    subject: n(gift.credits, 'Your stamp for {name} came back', 'Your stamps for {name} came back', { name }),
    ...wording(words, name),
    link: { address: `${config.publicUrl}/credits`, label: t('See your credits') },
  });
  await queue.enqueue(tx, 'send-mail', mail);
  return gift;
}

/** Only gifts of which somebody was told: not one in a letter that waits for its day. */
const isOld = and(
  eq(gifts.status, 'waiting'),
  sql`greatest(${gifts.claimableAt}, coalesce(${gifts.mailedAt}, ${letterSentAt}))
    < now() - make_interval(months => ${GIFT_KEPT_MONTHS}::int)`,
  or(isNotNull(gifts.mailedAt), isLetterSent),
);

export async function returnOldGifts(services: Services): Promise<void> {
  const old = await services.db.select().from(gifts).where(isOld);
  await eachInTurn(old, (gift) =>
    services.db.transaction((tx) =>
      returnOne(tx, services, gift, isOld, 'a year', ({ n, t }, name) => ({
        paragraphs: [
          n(
            gift.credits,
            'You gave {name} ({email}) a stamp. Nobody took it within a year, so it is yours again.',
            'You gave {name} ({email}) {n} stamps. Nobody took them within a year, so they are yours again.',
            { name, email: gift.email },
          ),
        ],
        closing: t('Credits never expire.'),
      })),
    ),
  );
}
