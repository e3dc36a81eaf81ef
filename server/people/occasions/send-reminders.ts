import { sql } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/durations.ts';
import { STATUS } from '../../../shared/letter-status.ts';
import { REMIND_DAYS_AT_MOST } from '../../../shared/occasions.ts';
import { localTimeOf } from '../../../shared/zoned-time.ts';
import { knownZone } from '../../../templates/parts/written-date.ts';
import type { Transaction } from '../../core/db/database.ts';
import { statusIn, statusIs } from '../../core/db/status-in.ts';
import { mailToken } from '../../core/secrets.ts';
import type { Services } from '../../core/services.ts';
import { wordsIn } from '../../core/words.ts';
import { isStanding } from '../identity/accounts/data.ts';
import { type Due, reminderMail } from './compose-reminder.ts';
import { daysBetween, monthDaysFrom, nextDate } from './occasion-dates.ts';
import { reminderSettings, reminders } from './schema.ts';

/** Hours of the morning, by people's own clocks, in which reminders leave: the first, and a machine that was off catches up. */
const FROM_HOUR = 8;
const UNTIL_HOUR = 12;
const PAGE = 1_000;
const SILENT_DAYS = 42;
const SILENCE_MENTIONED_DAYS = 30;

interface Candidate extends Record<string, unknown> {
  uid: string;
  userId: string;
  email: string;
  language: string | null;
  browserLanguage: string | null;
  asksForSilence: boolean;
  days: (Due['occasion'] & { name: string; announced: number[] })[];
}

/** One mail a person and day, to verified addresses alone. Each occasion is announced once for each time that it comes. */
export async function sendReminders(services: Services, now = new Date()): Promise<void> {
  const { rows } = await services.db.execute<{ zone: string | null }>(
    sql`select distinct u.time_zone as zone from users u where u.email_verified and ${wantsSomething}`,
  );
  for (const { zone } of rows) {
    const local = localTimeOf(now, knownZone(zone));
    const hour = Number(local.slice(11, 13));
    if (hour < FROM_HOUR || hour >= UNTIL_HOUR) continue;
    const today = local.slice(0, 10);
    for await (const candidate of candidates(services, zone, today, now)) {
      await remind(services, candidate, today, now).catch((error: unknown) =>
        services.log.error({ err: error, userId: candidate.userId }, 'a reminder was not sent'),
      );
    }
  }
}

const wantsSomething = sql`(exists (select from occasions o where o.owner_uid = u.account_uid)
  or exists (select from reminder_settings s where s.owner_uid = u.account_uid and s.silence))`;

/** Most of them are not due. @param today 'YYYY-MM-DD' */
async function* candidates(
  services: Services,
  zone: string | null,
  today: string,
  now: Date,
): AsyncGenerator<Candidate> {
  let page: Candidate[] = [];
  do {
    page = await pageOfCandidates(services, zone, today, now, page.at(-1)?.uid ?? '');
    yield* page;
  } while (page.length === PAGE);
}

async function pageOfCandidates(
  { db }: Services,
  zone: string | null,
  today: string,
  now: Date,
  after: string,
): Promise<Candidate[]> {
  const near = sql.param(monthDaysFrom(today, REMIND_DAYS_AT_MOST));
  const quietSince = new Date(now.getTime() - SILENCE_MENTIONED_DAYS * DAY_MS).toISOString();
  const { rows } = await db.execute<Candidate>(sql`
    select * from (
      select u.account_uid as uid, u.id as "userId", u.email,
        u.language, u.browser_language as "browserLanguage",
        coalesce(s.silence and (s.silence_mentioned_at is null or s.silence_mentioned_at < ${quietSince}::timestamptz), false)
          as "asksForSilence",
        case when coalesce(s.days, true) then (
          select coalesce(json_agg(json_build_object('id', o.id, 'recipientId', o.recipient_id, 'kind', o.kind,
            'label', o.label, 'month', o.month, 'day', o.day, 'year', o.year, 'remindDays', o.remind_days, 'name', r.name,
            'announced', (select coalesce(json_agg(reminders.year), '[]'::json) from reminders where occasion_id = o.id))), '[]'::json)
          from occasions o join recipients r on r.id = o.recipient_id
          where o.owner_uid = u.account_uid and o.remind_days is not null
            and o.month * 100 + o.day = any(${near}::int[])) else '[]'::json end as days
      from users u left join reminder_settings s on s.owner_uid = u.account_uid
      where u.account_uid > ${after} and u.email_verified and u.time_zone is not distinct from ${zone} and ${wantsSomething}
        and (s.last_mail_on is null or s.last_mail_on < ${today}::date)) found
    where "asksForSilence" or json_array_length(days) > 0
    order by uid limit ${PAGE}`);
  return rows;
}

async function remind(
  { db, config, queue }: Services,
  { uid, userId, email, language, browserLanguage, asksForSilence, days }: Candidate,
  today: string,
  now: Date,
): Promise<void> {
  const due = days.flatMap(({ name, announced, ...occasion }): Due[] => {
    const date = nextDate(occasion, today);
    const near = daysBetween(today, date) <= (occasion.remindDays ?? -1);
    return near && !announced.includes(yearOf(date)) ? [{ occasion, name, date }] : [];
  });
  if (due.length === 0 && !asksForSilence) return;
  await db.transaction(async (tx) => {
    const silent = asksForSilence ? await findSilent(tx, uid, Number(userId), now) : null;
    if ((due.length === 0 && !silent) || !(await isStanding(tx, uid))) return;
    const stopToken = await takeToday(tx, uid, today, silent ? now : null);
    // Another worker was first.
    if (stopToken === null) return;
    if (due.length > 0)
      await tx
        .insert(reminders)
        .values(due.map(({ occasion, date }) => ({ occasionId: occasion.id, year: yearOf(date) })))
        .onConflictDoNothing();
    due.sort((a, b) => a.date.localeCompare(b.date));
    const words = wordsIn(config, language, browserLanguage);
    const mail = reminderMail(config, words, { to: email, today, due, silent, stopToken });
    await queue.enqueue(tx, 'send-mail', mail);
  });
}

const yearOf = (date: string) => Number(date.slice(0, 4));

/** @returns the token of the link that ends these mails; null when the mail of today left before */
async function takeToday(tx: Transaction, ownerUid: string, today: string, silenceMentionedAt: Date | null) {
  const change = { lastMailOn: today, ...(silenceMentionedAt ? { silenceMentionedAt } : {}) };
  const [row] = await tx
    .insert(reminderSettings)
    .values({ ownerUid, stopToken: mailToken(), ...change })
    .onConflictDoUpdate({
      target: reminderSettings.ownerUid,
      set: change,
      setWhere: sql`${reminderSettings.lastMailOn} is null or ${reminderSettings.lastMailOn} < ${today}::date`,
    })
    .returning({ stopToken: reminderSettings.stopToken });
  return row?.stopToken ?? null;
}

/** Of the people in the address book to whom nothing was written for six weeks, the one who had most letters. */
async function findSilent(tx: Transaction, ownerUid: string, userId: number, now: Date) {
  const before = new Date(now.getTime() - SILENT_DAYS * DAY_MS).toISOString();
  const { rows } = await tx.execute<{ recipientId: string; name: string; weeks: number }>(sql`
    select r.id as "recipientId", r.name,
      floor(extract(epoch from ${now.toISOString()}::timestamptz - max(l.created_at)) / 604800)::int as weeks
    from recipients r join letters l on l.user_id = ${userId} and lower(l.recipient_email) = lower(r.email)
      and (${statusIn('posted', sql`l.status`)} or ${statusIs(STATUS.scheduled, sql`l.status`)})
    where r.owner_uid = ${ownerUid}
    group by r.id having max(l.created_at) < ${before}::timestamptz
    order by count(*) desc, max(l.created_at) desc limit 1`);
  const [row] = rows;
  return row ? { recipientId: Number(row.recipientId), name: row.name, weeks: row.weeks } : null;
}
