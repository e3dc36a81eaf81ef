import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '../core/db/database.ts';
import { statusIn } from '../core/db/status-in.ts';
import { deleteFleetState, writeFleetState } from '../core/fleet-state.ts';
import { count, limit } from '../core/rate-limit.ts';
import { fleetState } from '../core/schema.ts';
import type { Services } from '../core/services.ts';
import { wordsFor } from '../core/words.ts';
import { plainMail } from '../mail/out/send-mail.ts';
import { readQueue, readRecorded } from './metrics/figures.ts';
import { findTroubles } from './troubles.ts';

const ROW = 'trouble: ';
/** Told at once by `alertOperator`. */
const TOLD_ELSEWHERE = new Set(['reports']);

const knownSchema = z.object({ text: z.string(), since: z.coerce.date(), told: z.boolean() });

/** Each once, at most six mails a day; what is not told then is told later if it lasts. */
export async function tellOperator(services: Services): Promise<void> {
  const { config, db } = services;
  if (!config.OPERATOR_EMAIL) return;
  const troubles = await findTroubles(services, await readRecorded(db), await readQueue(db));
  const now = new Map(
    troubles.filter(({ kind }) => !TOLD_ELSEWHERE.has(kind)).map(({ kind, text }) => [kind, text]),
  );
  await db.transaction(async (tx) => {
    const known = await readKnown(tx);
    const begun = [...now].filter(([kind]) => !known.get(kind)?.told);
    const over = [...known].filter(([kind]) => !now.has(kind));
    const ended = over.filter(([, { told }]) => told);
    const isNews = begun.length + ended.length > 0;
    const daily = limit('mails to the operator', null);
    const mayTell = isNews && (await count(tx, daily)).count <= daily.most;
    for (const [kind, { told }] of over) if (mayTell || !told) await deleteFleetState(tx, ROW + kind);
    for (const [kind, text] of begun) {
      const since = known.get(kind)?.since ?? new Date();
      const value = { text, since, told: mayTell };
      await writeFleetState(tx, ROW + kind, value);
    }
    if (!mayTell) return;
    await mail(tx, services, {
      subject: begun[0] ? `${config.PRODUCT_NAME}: ${begun[0][1]}` : `${config.PRODUCT_NAME}: it is over`,
      paragraphs: [
        ...begun.map(([, text]) => text),
        ...ended.map(([, { text, since }]) => `Over, since ${minute(since)} UTC: ${text}`),
      ],
    });
  });
}

async function readKnown(tx: Transaction): Promise<Map<string, z.infer<typeof knownSchema>>> {
  const rows = await tx
    .select()
    .from(fleetState)
    .where(sql`starts_with(${fleetState.name}, ${ROW})`)
    .for('update');
  return new Map(rows.map(({ name, value }) => [name.slice(ROW.length), knownSchema.parse(value)]));
}

/** That it comes shows that mails to the operator arrive. */
export async function tellOperatorOfWeek(services: Services): Promise<void> {
  const { config, db } = services;
  if (!config.OPERATOR_EMAIL) return;
  const { rows } = await db.execute<
    Record<'letters' | 'notArrived' | 'answers' | 'people' | 'sold', number>
  >(sql`
    select (select count(*)::int from letters where sent_at > now() - interval '7 days') as letters,
      (select count(*)::int from letters
       where queued_at > now() - interval '7 days' and ${statusIn('notArrived', sql`status`)}) as "notArrived",
      (select count(*)::int from replies where created_at > now() - interval '7 days') as answers,
      (select count(*)::int from users where created_at > now() - interval '7 days') as people,
      (select coalesce(sum(credits), 0)::int from checkouts
       where status = 'paid' and paid_at > now() - interval '7 days') as sold`);
  const [week] = rows;
  const { figures } = await readRecorded(db);
  const { bavail, blocks } = await statfs(config.DATA_DIR);
  const troubles = await findTroubles(services, await readRecorded(db), await readQueue(db));
  const backups = (figures?.backups ?? []).map(
    ({ place, at }) => `${minute(new Date(at))} UTC to the ${place}`,
  );
  const backup = backups.length > 0 ? backups.join(', ') : 'never by npm run admin backup';
  await db.transaction((tx) =>
    mail(tx, services, {
      subject: `${config.PRODUCT_NAME}: the week in figures`,
      paragraphs: [
        `Letters sent: ${week?.letters}. Not arrived: ${week?.notArrived}. Answers: ${week?.answers}. New people: ${week?.people}. Credits sold: ${week?.sold}.`,
        `Free on the disk: ${Math.round((bavail / blocks) * 100)} %. Last backup: ${backup}.`,
        troubles.length > 0
          ? `To see to: ${troubles.map(({ text }) => text).join(' ')}`
          : 'Nothing is wrong that we know of.',
      ],
    }),
  );
}

async function mail(
  tx: Transaction,
  { config, queue }: Pick<Services, 'config' | 'queue'>,
  { subject, paragraphs }: { subject: string; paragraphs: string[] },
): Promise<void> {
  await queue.enqueue(
    tx,
    'send-mail',
    plainMail(config, wordsFor('en'), {
      to: config.OPERATOR_EMAIL ?? '',
      subject,
      paragraphs,
      link: { address: `${config.publicUrl}/status`, label: 'Status' },
      closing: 'You get this because this address is OPERATOR_EMAIL, six mails a day at most and one a week.',
    }),
  );
}

const minute = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');
