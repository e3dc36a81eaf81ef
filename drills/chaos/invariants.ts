import { sql } from 'drizzle-orm';
import type { Services } from '../../server/core/services.ts';
import { photoKey } from '../../server/letters/photos/file-names.ts';
import { verifyLedger } from '../../server/money/payments/verify-ledger.ts';
import { QUARANTINE_DAYS, sweepOrphans } from '../../server/operator/sweep-orphans.ts';
import type { SmtpSink } from '../../test/stand-ins/smtp-sink.ts';
import type { Acknowledged } from './writer.ts';

const DAY = 24 * 3_600_000;

/** Letters that are to leave, and jobs, that are not done; before that nothing can be said of them. */
export async function workLeft({ db }: Pick<Services, 'db'>): Promise<number> {
  const { rows } = await db.execute<{ n: string }>(sql`
    select (select count(*) from letters where status in ('queued', 'sending'))
      + (select count(*) from jobs.job where state in ('created', 'retry', 'active')) as n`);
  return Number(rows[0]?.n);
}

/** @returns how many letters that are settled were not charged exactly once, or though they did not leave */
export async function chargedWrongly({ db }: Pick<Services, 'db'>): Promise<number> {
  const { rows } = await db.execute(sql`
    select from letters l left join ledger_entries e
      on e.kind in ('letter', 'letter-returned') and split_part(e.reference, ':', 1) = l.id::text
    where l.status in ('sent', 'created')
    group by l.id having count(e.kind) <> case l.status when 'sent' then 1 else 0 end`);
  return rows.length;
}

/**
 * Holds what the faults left against what was acknowledged.
 * @param inFlight letters that were on the wire at a fault: these, and no others, may have left twice
 * @returns a sentence for each thing that is wrong, and how often a letter left once more
 */
export async function brokenInvariants(
  services: Services,
  sink: SmtpSink,
  done: Acknowledged,
  inFlight: Set<number>,
): Promise<{ wrong: string[]; repeats: number }> {
  const { db } = services;
  const wrong = (await verifyLedger(db)).map((line) => `ledger: ${line}`);
  const times = new Map<string, number>();
  for (const { raw } of sink.messages) {
    const messageId = /^Message-ID: (<.+>)\r?$/im.exec(raw)?.[1] ?? '';
    times.set(messageId, (times.get(messageId) ?? 0) + 1);
  }
  const { rows } = await db.execute<{ id: string; status: string; messageId: string; charged: number }>(sql`
    select l.id, l.status, l.message_id as "messageId", (
      select count(*)::int from ledger_entries e
      where e.kind in ('letter', 'letter-returned') and split_part(e.reference, ':', 1) = l.id::text) as charged
    from letters l`);
  const acknowledged = new Set(done.letters);
  let repeats = 0;
  for (const { id, status, messageId, charged } of rows) {
    const left = times.get(messageId) ?? 0;
    const sent = status === 'sent';
    if (acknowledged.has(Number(id)) && (!sent || left === 0))
      wrong.push(`letter ${id}: ${status}, left ${left} times`);
    if (!sent && status !== 'created') wrong.push(`letter ${id} is stuck: ${status}`);
    if (charged !== (sent ? 1 : 0)) wrong.push(`letter ${id}: ${charged} entries`);
    if (left > 1) repeats += left - 1;
    if (left > 1 && !inFlight.has(Number(id)))
      wrong.push(`letter ${id} left ${left} times, and was on the wire at no fault`);
  }
  const bodies = await db.execute<{ body: string; n: number }>(sql`
    select trim(body) as body, count(*)::int as n from replies where side = 'recipient' group by 1`);
  const kept = new Map(bodies.rows.map(({ body, n }) => [body, n]));
  for (const text of done.answers)
    if (kept.get(text) !== 1) wrong.push(`answer “${text}” is there ${kept.get(text) ?? 0} times`);
  const jobs = await db.execute<{ name: string; state: string; n: number }>(sql`
    select name, state::text, count(*)::int as n from jobs.job where state in ('created', 'retry', 'active', 'failed')
    group by 1, 2`);
  for (const { name, state, n } of jobs.rows) wrong.push(`${n} jobs ${name} are ${state}`);
  return { wrong: [...wrong, ...(await wrongObjects(services))], repeats };
}

/** What crashes left between storage and database is found after a day and goes later; then rows and objects are one to one. */
async function wrongObjects(services: Services): Promise<string[]> {
  for (const days of [2, 2 + QUARANTINE_DAYS])
    await sweepOrphans(services, new Date(Date.now() + days * DAY), (seen) => seen);
  const there = new Set<string>();
  for await (const { key } of services.storage.list('photos/')) there.add(key);
  const { rows } = await services.db.execute<{ id: string }>(sql`select id::text from photos`);
  const wanted = rows.flatMap(({ id }) =>
    (['display', 'mail', 'thumbnail'] as const).map((size) => photoKey(id, size)),
  );
  return [
    ...wanted.filter((key) => !there.has(key)).map((key) => `photo missing: ${key}`),
    ...[...there].filter((key) => !wanted.includes(key)).map((key) => `photo of no row: ${key}`),
  ];
}
