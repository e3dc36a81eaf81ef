import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor, Transaction } from '../core/db/database.ts';
import { statusIn } from '../core/db/status-in.ts';
import { addFleetState, deleteFleetState, writeFleetState } from '../core/fleet-state.ts';
import { count, limit } from '../core/rate-limit.ts';
import { fleetState } from '../core/schema.ts';
import type { Services } from '../core/services.ts';
import { wordsFor } from '../core/words.ts';
import { plainMail } from '../mail/out/send-mail.ts';
import { readRecorded } from './metrics/figures.ts';
import { type Alert, postAlerts, sentenceOf } from './post-alerts.ts';
import { findTroubles, LASTS_MS, minute, percentFree } from './troubles.ts';

const ROW = 'trouble: ';
/** Told at once by `alertOperator`. */
const TOLD_ELSEWHERE = new Set(['reports']);

const knownSchema = z.object({
  text: z.string(),
  since: z.coerce.date(),
  told: z.boolean(),
  /** when it was last there; absent in what an older version noted */
  seen: z.coerce.date().optional(),
});

/** Reports each trouble that lasts once, and its end once; at most six a day of one kind, later ones if they still last. */
export async function tellOperator(services: Services, now = Date.now()): Promise<void> {
  const { config, db } = services;
  const found = (await findTroubles(services)).filter(({ kind }) => !TOLD_ELSEWHERE.has(kind));
  const alerts = await db.transaction(async (tx) => {
    const known = await readKnown(tx);
    const told: Alert[] = [];
    // Absolute, as a time in the future was noted by a clock that was ahead.
    const lasted = (from: Date) => Math.abs(now - from.getTime()) >= LASTS_MS;
    const mayTell = async (kind: string) => {
      const daily = limit('alerts of one trouble', kind);
      return (await count(tx, daily)).count <= daily.most;
    };
    for (const { kind, text } of found) {
      const before = known.get(kind);
      known.delete(kind);
      const since = before?.since ?? new Date(now);
      const isDue = !before?.told && lasted(since) && (await mayTell(kind));
      if (isDue) told.push({ kind, text, since, isOver: false });
      const value = { text, since, told: isDue || before?.told === true, seen: new Date(now) };
      await writeFleetState(tx, ROW + kind, value);
    }
    for (const [kind, { text, since, told: wasTold, seen }] of known) {
      if (wasTold && seen && !lasted(seen)) continue;
      if (wasTold && !(await mayTell(kind))) continue;
      await deleteFleetState(tx, ROW + kind);
      if (wasTold) told.push({ kind, text, since, isOver: true });
    }
    if (config.OPERATOR_EMAIL && told.length > 0) {
      const begun = told.find(({ isOver }) => !isOver);
      await mail(tx, services, {
        subject: `${config.PRODUCT_NAME}: ${begun ? firstPart(begun.text) : 'it is over'}`,
        paragraphs: told.map(sentenceOf),
      });
    }
    const othersLast = await anyLasts(tx);
    return told.map((alert) => ({ ...alert, othersLast }));
  });
  void postAlerts(services, alerts);
}

/** What is wrong, without why and what to do. */
const firstPart = (text: string) => text.split(/ \(|[,;:.](?: |$)/, 1)[0] ?? text;

/** Notes a trouble that was posted, unless another process did, so that `tellOperator` reports its end. */
export const noteTold = (db: Executor, { kind, text, since }: Alert): Promise<boolean> =>
  addFleetState(db, ROW + kind, { text, since, told: true, seen: new Date() });

/** Whether a trouble was told and its end was not. */
export const anyLasts = async (db: Executor): Promise<boolean> =>
  (await db.$count(fleetState, sql`starts_with(name, ${ROW}) and value->'told' = 'true'`)) > 0;

async function readKnown(tx: Transaction): Promise<Map<string, z.infer<typeof knownSchema>>> {
  const rows = await tx
    .select()
    .from(fleetState)
    .where(sql`starts_with(${fleetState.name}, ${ROW})`)
    .for('update');
  return new Map(rows.map(({ name, value }) => [name.slice(ROW.length), knownSchema.parse(value)]));
}

/** Its arrival shows that mails reach the operator. */
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
  const free = await percentFree(config);
  const troubles = await findTroubles(services);
  const backups = (figures?.backups ?? []).map(
    ({ place, at }) => `${minute(new Date(at))} UTC to the ${place}`,
  );
  const backup = backups.length > 0 ? backups.join(', ') : 'never by npm run admin backup';
  await db.transaction((tx) =>
    mail(tx, services, {
      subject: `${config.PRODUCT_NAME}: the week in figures`,
      paragraphs: [
        `Letters sent: ${week?.letters}. Not arrived: ${week?.notArrived}. Answers: ${week?.answers}. New people: ${week?.people}. Credits sold: ${week?.sold}.`,
        `Free on the disk: ${free ?? '–'} %. Last backup: ${backup}.`,
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
      closing:
        'You get this because this address is OPERATOR_EMAIL, six mails a day at most of one trouble and one a week.',
    }),
  );
}
