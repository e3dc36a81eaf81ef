import { and, eq, sql } from 'drizzle-orm';
import { PHOTO_WIDTHS, type PhotoVariant } from '../../shared/photos.ts';
import { writeEntry } from '../credits/ledger.ts';
import { photoKey } from '../photos/convert/photo-key.ts';
import type { Transaction } from '../platform/db/database.ts';
import { auditEntries } from '../platform/db/schema/operator.ts';
import { checkouts } from '../platform/db/schema/payments.ts';
import { users } from '../platform/db/schema/users.ts';
import type { Queue } from '../platform/jobs/queue.ts';

/** Files a job: each is short, and one that is interrupted begins anew. */
const FILES_PER_JOB = 500;

const VARIANTS = Object.keys(PHOTO_WIDTHS) as PhotoVariant[];

/**
 * Takes everything of a person out of the product, in the caller's transaction: letters with their own pages,
 * answers, photos, address book, draft, messages to support. Their files follow in a job of the same transaction.
 * What the books need stays, without a person: ledger entries, purchases and coupon uses of a numbered account that
 * has neither name nor address any more. Credits that were not used are taken back, so that nobody's balance
 * stands in the books; a checkout that is still open is ended.
 *
 * What the person wrote in other people's correspondence is those people's, as any mail that has arrived.
 */
export async function eraseAccount(tx: Transaction, queue: Queue, uid: string): Promise<void> {
  // Photos before the person, as whoever makes a letter or saves a draft takes them: none waits for the other.
  await tx.execute(sql`select 1 from photos where owner_uid = ${uid} for update`);
  const [user] = await tx.select().from(users).where(eq(users.firebaseUid, uid)).for('update');
  const keys = user ? await eraseLetters(tx, user.id) : [];
  for (const table of ['support_messages', 'drafts', 'idempotency_keys']) {
    await tx.execute(sql`delete from ${sql.identifier(table)} where uid = ${uid}`);
  }
  await tx.execute(sql`delete from recipients where owner_uid = ${uid}`);
  const photos = await erasePhotos(tx, uid);
  keys.push(...photos.flatMap((id) => VARIANTS.map((variant) => photoKey(id, variant))));
  for (let from = 0; from < keys.length; from += FILES_PER_JOB) {
    await queue.enqueue(tx, 'erase-files', { keys: keys.slice(from, from + FILES_PER_JOB) });
  }
  if (!user) return;
  await closeBooks(tx, user);
  await tx.insert(auditEntries).values({
    actor: 'system',
    action: 'account delete',
    subject: `user ${user.id}`,
    details: { photos: photos.length, creditsTakenBack: user.credits },
    outcome: 'done',
  });
}

/** @returns keys of the raw messages that nobody else's conversation needs */
async function eraseLetters(tx: Transaction, userId: number): Promise<string[]> {
  const mine = sql`(select id from conversations where user_id = ${userId})`;
  // Their photos belong to the conversation, whoever sent them: they become unused, and go with the person's own.
  await tx.execute(sql`
    update photos set owner_uid = (select firebase_uid from users where id = ${userId})
    where id in (select rp.photo_id from reply_photos rp join replies r on r.id = rp.reply_id
      where r.conversation_id in ${mine})
      and not exists (select 1 from letter_photos lp join letters l on l.id = lp.letter_id
        where lp.photo_id = photos.id and l.user_id <> ${userId})`);
  await tx.execute(sql`delete from replies where conversation_id in ${mine}`);
  const raw = await tx.execute<{ key: string }>(sql`
    delete from inbound_messages where conversation_id in ${mine} returning storage_key as key`);
  await tx.execute(sql`delete from letters where user_id = ${userId}`);
  await tx.execute(sql`delete from conversations where user_id = ${userId}`);
  await tx.execute(sql`delete from suppressions where user_id = ${userId}`);
  await tx.execute(sql`delete from blocks where user_id = ${userId}`);
  const keys = [...new Set(raw.rows.map(({ key }) => key))];
  // One message may have been written to several conversations.
  const { rows } = await tx.execute<{ key: string }>(sql`
    select key from unnest(${sql.param(keys)}::text[]) key
    where not exists (select 1 from inbound_messages m where m.storage_key = key)`);
  return rows.map(({ key }) => key);
}

/** @returns ids of the photos that are gone; one that lies in another's correspondence stays there, as nobody's */
async function erasePhotos(tx: Transaction, uid: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from photos p where p.owner_uid = ${uid}
      and not exists (select 1 from reply_photos h where h.photo_id = p.id)
      and not exists (select 1 from letter_photos h where h.photo_id = p.id)
    returning p.id`);
  await tx.execute(sql`
    update photos set owner_uid = '', original_name = 'photo.jpg', content_hash = ''
    where owner_uid = ${uid}`);
  return rows.map(({ id }) => id);
}

async function closeBooks(tx: Transaction, user: typeof users.$inferSelect): Promise<void> {
  if (user.credits > 0) {
    const reference = `${user.id}:account deleted`;
    await writeEntry(tx, { userId: user.id, delta: -user.credits, kind: 'take-back', reference });
  }
  await tx
    .update(checkouts)
    .set({ status: sql`case when ${checkouts.sessionId} is null then 'expired' else 'expiring' end` })
    .where(and(eq(checkouts.userId, user.id), eq(checkouts.status, 'open')));
  await tx
    .update(users)
    .set({
      firebaseUid: `deleted-${user.id}`,
      email: `deleted-${user.id}@account.invalid`,
      displayName: null,
      emailVerified: false,
    })
    .where(eq(users.id, user.id));
}
