import { type SQL, sql } from 'drizzle-orm';
import type { Database, Executor } from '../core/db/database.ts';
import { listedForSender, statusIn } from '../core/db/status-in.ts';

export interface WrittenTotals extends Record<string, unknown> {
  letters: number;
  sent: number;
  recipients: number;
  photos: number;
  answers: number;
}

/** For fewer letters no counts are kept: they are counted each time. */
const KEPT_FROM = 500;

/**
 * Failed and bounced letters count as letters, but not as sent, nor do their photos. Triggers add to kept counts what is
 * sent and answered, and drop them at any other change; each day they are counted anew.
 */
export async function totalsOf(db: Database, userId: SQL): Promise<WrittenTotals> {
  const { rows } = await db.execute<WrittenTotals>(sql`
    select letters, sent, recipients, photos, answers from letter_totals
    where user_id = ${userId} and counted_at > now() - interval '1 day'`);
  const counted = rows[0] ?? (await countTotals(db, userId));
  if (rows[0] || counted.letters < KEPT_FROM) return counted;
  const kept = db.transaction(async (tx) => {
    // With these locks nothing is sent meanwhile.
    await tx.execute(sql`select 1 from users where id = ${userId} for update`);
    await tx.execute(sql`select 1 from letter_totals where user_id = ${userId} for update`);
    const totals = await countTotals(tx, userId);
    await tx.execute(sql`
      insert into letter_totals (user_id, letters, sent, recipients, photos, answers)
      values (${userId}, ${totals.letters}, ${totals.sent}, ${totals.recipients}, ${totals.photos}, ${totals.answers})
      on conflict (user_id) do update set letters = excluded.letters, sent = excluded.sent,
        recipients = excluded.recipients, photos = excluded.photos, answers = excluded.answers, counted_at = now()`);
    return totals;
  });
  // The counts are returned even if they can't be kept, as on a full disk.
  return kept.catch(() => counted);
}

export async function countTotals(db: Executor, userId: SQL): Promise<WrittenTotals> {
  const { rows } = await db.execute<WrittenTotals>(sql`
    with written as materialized (
      select id, conversation_id, lower(recipient_email) as email, ${statusIn('posted', sql`status`)} as posted
      from letters where user_id = ${userId} and ${listedForSender(sql`status`)})
    select count(*)::int as letters, count(*) filter (where posted)::int as sent,
      (select count(*)::int from (select distinct email from written) emails) as recipients,
      (select count(*)::int from letter_photos lp join written on written.id = lp.letter_id where written.posted) as photos,
      (select count(*)::int from replies r join written on written.conversation_id = r.conversation_id) as answers
    from written`);
  const [totals] = rows;
  if (!totals) throw new Error('The query of the totals returned no row.');
  return totals;
}
