import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { CHANNEL } from '../../server/core/events/announcer.ts';
import type { Services } from '../../server/core/services.ts';
import { sendLetters } from '../../test/faults/letter-kill-rounds.ts';

/** Pauses between the letters and between the announcements that are measured. */
const EVERY_MS = 500;

/** The longest waits of a time in which connections were dropped; milliseconds. */
export interface Waits {
  letters: number;
  /** from a letter's Send to the mail server's answer, the slowest */
  letter: number;
  /** between two announcements that reached a page, of those made every half second */
  news: number;
}

export async function measureWaits(
  { db, ...services }: Services,
  { url, headers, uid }: { url: string; headers: Record<string, string>; uid: string },
  during: () => Promise<void>,
): Promise<Waits> {
  const over = new AbortController();
  const page = longestSilence(url, headers, over.signal);
  const since = await db.execute<{ now: string }>(sql`select now()::text as now`);
  let running = true;
  const loads = Promise.all([
    (async () => {
      for (; running; await sleep(EVERY_MS)) await sendLetters({ db, ...services }, 1);
    })(),
    (async () => {
      const news = { position: 'drill', uid, email: null, event: { type: 'letter', id: 1, status: 'sent' } };
      for (; running; await sleep(EVERY_MS))
        await db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(news)})`);
    })(),
  ]);
  await during();
  running = false;
  await loads;
  const begun = sql`created_at >= ${since.rows[0]?.now}::timestamptz`;
  for (let open = 1; open > 0; await sleep(EVERY_MS)) {
    const { rows } = await db.execute<{ open: number }>(
      sql`select count(*)::int as open from letters where ${begun} and status <> 'sent'`,
    );
    open = rows[0]?.open ?? 0;
  }
  const { rows } = await db.execute<{ letters: number; slowest: number }>(sql`
    select count(*)::int as letters, (extract(epoch from max(sent_at - queued_at)) * 1000)::float8 as slowest
    from letters where ${begun}`);
  over.abort();
  return { letters: rows[0]?.letters ?? 0, letter: rows[0]?.slowest ?? 0, news: await page };
}

/** Reads a page's event stream, opened again when it ends, as a browser does. @returns the longest silence in milliseconds */
export async function longestSilence(
  url: string,
  headers: Record<string, string>,
  over: AbortSignal,
): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const heard = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  while (!over.aborted) {
    try {
      const answer = await fetch(`${url}/api/events`, { headers, signal: over });
      const decoder = new TextDecoder();
      for await (const bytes of answer.body ?? []) if (decoder.decode(bytes).includes('data:')) heard();
    } catch (error) {
      if (!over.aborted && !(error instanceof TypeError)) throw error;
    }
    if (!over.aborted) await sleep(EVERY_MS);
  }
  heard();
  return longest;
}
