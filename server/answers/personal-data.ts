import { sql } from 'drizzle-orm';
import { answeredHere } from '../core/db/came-to.ts';
import type { Executor } from '../core/db/database.ts';
import { deleteConversations } from '../letters/conversations.ts';
import { ANSWER_OWNER, PAGE_OWNER, takeOverPhotos } from '../letters/photos/data.ts';
import { conversations } from '../letters/schema.ts';
import { eraseMessages } from '../mail/in/data.ts';
import { inboundMessages } from '../mail/in/schema.ts';
import type { DataOwner, PersonalData } from '../people/identity/personal-data.ts';
import { seenConversations, threadsInParts } from './data.ts';
import { totalsOf } from './letter-totals.ts';
import { letterTotals, replies, replyFiles, replyPhotos } from './schema.ts';

/** A conversation belongs to the letter's sender, with everything in it; the recipient's replies stay for the sender. */
export const conversationsData = {
  tables: [conversations, inboundMessages, letterTotals, replies, replyPhotos, replyFiles],

  async summary(db, { userId }) {
    const { letters, answers } = await totalsOf(db, sql`${userId}::bigint`);
    return { letters, replies: answers };
  },

  async export({ db, words }, owner) {
    const all = await seenConversations(db, owner);
    const ids = all.map(({ conversationId }) => conversationId);
    async function* conversations() {
      for await (const [, threads] of threadsInParts(db, owner, all, words, { whole: true }))
        yield [...threads].map(([id, thread]) => ({ id, ...thread }));
    }
    return {
      files: { conversations },
      photoIds: await photosOf(db, owner, ids),
      attached: await filesOf(db, owner, ids),
    };
  },

  /** Call after the letters are gone. Photos of replies and unsent answers are erased with the owner's others. */
  async erase(tx, { uid, userId }) {
    const own = sql`(select id from conversations where user_id = ${userId})`;
    await tx.execute(sql`delete from letter_totals where user_id = ${userId}`);
    await takeOverPhotos(
      tx,
      uid,
      sql`id in (select rp.photo_id from reply_photos rp join replies r on r.id = rp.reply_id
        where r.conversation_id in ${own})
        and not exists (select 1 from letter_photos lp where lp.photo_id = photos.id)`,
    );
    const ofPage = sql`unnest(array[${PAGE_OWNER}::text, ${ANSWER_OWNER}::text]) as kind`;
    await takeOverPhotos(tx, uid, sql`owner in (select kind || id from ${own} as own, ${ofPage})`);
    const files = await tx.execute<{ key: string }>(sql`
      delete from reply_files where conversation_id in ${own} returning storage_key as key`);
    await tx.execute(sql`delete from replies where conversation_id in ${own}`);
    const raw = await eraseMessages(tx, sql`conversation_id in ${own}`);
    if (userId !== null) await deleteConversations(tx, userId);
    return { fileKeys: [...raw, ...files.rows.map(({ key }) => key)] };
  },
} satisfies PersonalData;

export const exportedFileName = (id: string, name: string): string =>
  `${id}${/\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''}`;

/** Condition on a reply `r` to a letter `l`. */
const shownTo = ({ userId }: DataOwner) => sql`(l.user_id = ${userId} or ${answeredHere})`;

/** Of their answers also what those were made from. */
async function photosOf(db: Executor, owner: DataOwner, conversationIds: string[]): Promise<string[]> {
  const ids = sql.param(conversationIds);
  const { rows } = await db.execute<{ id: string }>(sql`
    select lp.photo_id::text as id from letters l join letter_photos lp on lp.letter_id = l.id
    where l.conversation_id = any(${ids}::uuid[])
    union
    select found.id::text from letters l join replies r on r.conversation_id = l.conversation_id
      join reply_photos rp on rp.reply_id = r.id join photos p on p.id = rp.photo_id
      join photos found on found.id = any(array[p.id, p.source_id])
        and (found.id = p.id or found.owner = p.owner and starts_with(p.owner, ${ANSWER_OWNER}))
    where l.conversation_id = any(${ids}::uuid[]) and ${shownTo(owner)}`);
  return rows.map(({ id }) => id);
}

/** Each under its id, since names repeat; `conversations.json` says which name it had. */
async function filesOf(db: Executor, owner: DataOwner, conversationIds: string[]) {
  const { rows } = await db.execute<{ id: string; name: string; key: string }>(sql`
    select f.id::text, f.name, f.storage_key as key from letters l
      join replies r on r.conversation_id = l.conversation_id join reply_files f on f.reply_id = r.id
    where l.conversation_id = any(${sql.param(conversationIds)}::uuid[]) and ${shownTo(owner)}
    order by f.created_at, f.id`);
  return rows.map(({ id, name, key }) => ({ name: exportedFileName(id, name), key }));
}
