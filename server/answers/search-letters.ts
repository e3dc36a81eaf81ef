import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { FoundLetter, FoundLetters } from '../../shared/conversations.ts';
import { cleanSenderName } from '../../shared/person-name.ts';
import { findFolded, fold } from '../../shared/text-order.ts';
import { messageOf } from '../../templates/message.ts';
import { answeredHere } from '../core/db/came-to.ts';
import type { Database, Executor } from '../core/db/database.ts';
import { isoTime } from '../core/db/iso-time.ts';
import { listedForSender } from '../core/db/status-in.ts';
import type { SearchedLetter } from '../letters/folded.ts';
import type { Person } from '../people/identity/sessions/person.ts';
import { userIdOf } from '../people/users/schema.ts';
import { lettersTo } from './data.ts';

const FOUND_AT_MOST = 50;
const WORDS_AT_MOST = 8;

/** Others wait for none of these rows long. */
const STEP = 200;

export async function foldEarlierReplies(db: Database): Promise<void> {
  for (let folded = STEP; folded === STEP; )
    folded = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string; body: string }>(sql`
        select id, body from replies where folded is null order by id limit ${STEP} for update skip locked`);
      await tx.execute(sql`
        update replies r set folded = found.folded
        from unnest(${sql.param(rows.map(({ id }) => id))}::bigint[],
          ${sql.param(rows.map(({ body }) => fold(body)))}::text[]) as found (id, folded)
        where r.id = found.id`);
      return rows.length;
    });
}

interface Row extends Record<string, unknown>, SearchedLetter {
  conversationId: string;
  at: string;
  role: 'sender' | 'recipient';
  own: boolean;
  recipientEmail: string;
  /** of an answer */
  body: string | null;
}

/** Each of a person's texts is read, by `strpos`: it needs no index, and no spaces between words. */
export async function searchLetters(db: Executor, person: Person, search: string): Promise<FoundLetters> {
  const words = [...new Set(fold(search).split(' '))].filter(Boolean).slice(0, WORDS_AT_MOST);
  if (words.length === 0) return { found: [], more: false };
  const hasWords = (folded: SQL) =>
    sql.join(
      words.map((word) => sql`strpos(${folded}, ${word}) > 0`),
      sql` and `,
    );
  const columns = (role: Row['role']) =>
    sql`l.id as letter_id, null::bigint as reply_id, l.created_at as at, ${role}::text as role`;
  const cut = sql`order by at desc limit ${FOUND_AT_MOST + 1}`;
  const answers = (role: Row['role'], theirs: SQL, shown: SQL) => sql`(
    select l.id, r.id, r.created_at as at, ${role}::text from (${theirs}) l
      -- Looked up one by one: a plain join is planned as a walk through everybody's.
      cross join lateral (select * from replies where conversation_id = l.conversation_id offset 0) r
    where ${hasWords(sql`r.folded`)} and ${shown} ${cut})`;
  const own = (selected: SQL) => sql`
    select ${selected} from letters l where l.user_id = ${userIdOf(person.uid)} and ${listedForSender(sql`l.status`)}`;
  const exchanged = sql`l.id, l.conversation_id, l.created_at, l.queued_at, l.recipient_email`;
  const { rows } = await db.execute<Row>(sql`
    with found as (
      (${own(columns('sender'))} and ${hasWords(sql`l.folded`)} ${cut})
      union all (${lettersTo(person, columns('recipient'))} and ${hasWords(sql`l.folded`)} ${cut})
      union all ${answers('sender', own(exchanged), sql`true`)}
      union all ${answers('recipient', lettersTo(person, exchanged), answeredHere)}
      ${cut})
    select l.conversation_id as "conversationId", ${isoTime('found.at')} as at, found.role,
      coalesce(r.side, 'sender') = found.role as own, l.recipient_name as "recipientName",
      l.recipient_email as "recipientEmail", l.greeting_name as "greetingName", l.sender_name as "senderName", l.heading, l.email_message as "emailMessage",
      array(select lp.alt from letter_photos lp where lp.letter_id = l.id order by lp.position) as alts, r.body
    from found join letters l on l.id = found.letter_id left join replies r on r.id = found.reply_id
    order by found.at desc, found.letter_id desc, found.reply_id desc`);
  const found: FoundLetter[] = [];
  for (const row of rows.slice(0, FOUND_AT_MOST)) {
    found.push(present(row, words));
    // Folding a long answer anew takes milliseconds.
    await nextTurn();
  }
  return { found, more: rows.length > FOUND_AT_MOST };
}

function present(row: Row, words: string[]): FoundLetter {
  const { conversationId, at, own, role, body } = row;
  const senderName = cleanSenderName(row.senderName);
  const places: { place: FoundLetter['place']; text: string }[] =
    body === null
      ? [
          { place: 'words', text: messageOf(row) },
          { place: 'words', text: row.heading ?? '' },
          ...row.alts.map((text) => ({ place: 'photo' as const, text })),
          { place: 'name', text: row.recipientName },
          { place: 'name', text: row.greetingName ?? '' },
          { place: 'name', text: senderName },
        ]
      : [{ place: 'words', text: body }];
  const excerpts = function* () {
    for (const { place, text } of places)
      for (const word of words) {
        const found = findFolded(text, word);
        if (found) yield { place, ...excerpt(text, ...found) };
      }
  };
  return {
    conversationId,
    at,
    own,
    kind: body === null ? 'letter' : 'answer',
    name: role === 'sender' ? row.recipientName || row.recipientEmail : senderName,
    ...(excerpts().next().value ?? { place: 'words', before: '', match: '', after: '' }),
  };
}

const BEFORE = 32;
const AFTER = 90;

function excerpt(text: string, start: number, end: number) {
  const from = Math.max(0, start - BEFORE);
  const line = (part: string) => part.toWellFormed().replace(/\s+/g, ' ');
  const before = line(text.slice(from, start)).trimStart();
  return {
    // A word that was cut is left out, where words have spaces.
    before: from > 0 ? `…${before.replace(/^\S* (?=\S)/, '')}` : before,
    match: line(text.slice(start, end)),
    after: line(text.slice(end, end + AFTER)),
  };
}
