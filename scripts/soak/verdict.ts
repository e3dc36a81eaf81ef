import type { Sample } from './sample.ts';

/** What people make is kept. */
const MADE = [
  'letters',
  'letter_photos',
  'photos',
  'conversations',
  'replies',
  'inbound_messages',
  'ledger_entries',
];

/**
 * Kept for a while and then swept (server/schedule.ts and the queue's own retention): rows that one operation may
 * leave at most, of whatever kind it was.
 */
const KEPT: Record<string, number> = {
  // one a sign-in, which two of a hundred operations are
  sessions: 0.03,
  refresh_tokens: 0.03,
  // one a write: eight uploads of a hundred, five letters made and five sent
  idempotency_keys: 0.22,
};

/** Growth of memory that is no leak: caches fill, and the collector takes its time. */
const MEMORY_SHARE = 1.1;
const MEMORY_MEGABYTES = 15;
const HANDLES = 10;
const BACKLOG = 20;
/** One a person and window. */
const COUNTERS = 100;

/**
 * What keeps growing: the last quarter of a soak held against the quarter before it, when everything has warmed up.
 * Of memory the least of each quarter counts, which is what is left after a collection.
 * @returns a sentence for each; none when all is flat
 */
export function growing(samples: Sample[], operations: number): string[] {
  const quarter = Math.floor(samples.length / 4);
  const before = samples.slice(-2 * quarter, -quarter);
  const last = samples.slice(-quarter);
  const wrong: string[] = [];
  const hold = (name: string, of: (one: Sample) => number, allowed: (was: number) => number) => {
    const was = Math.min(...before.map(of));
    const is = Math.min(...last.map(of));
    if (is > allowed(was)) wrong.push(`${name} went from ${was.toFixed(0)} to ${is.toFixed(0)}`);
  };
  const memory = (was: number) => Math.max(was * MEMORY_SHARE, was + MEMORY_MEGABYTES);
  hold('resident memory, MB,', (one) => one.resident, memory);
  hold('the heap, MB,', (one) => one.heap, memory);
  hold(
    'open files',
    (one) => one.openFiles,
    (was) => was + HANDLES,
  );
  hold(
    'handles',
    (one) => one.handles,
    (was) => was + HANDLES,
  );
  hold(
    'connections',
    (one) => one.connections,
    (was) => was + HANDLES,
  );
  for (const kind of Object.keys(last[0]?.backlog ?? {})) {
    hold(
      kind,
      (one) => one.backlog[kind] ?? 0,
      (was) => was + BACKLOG,
    );
  }
  return [...wrong, ...growingTables(samples, operations)];
}

function growingTables(samples: Sample[], operations: number): string[] {
  const middle = samples[Math.floor(samples.length / 2)];
  const end = samples.at(-1);
  if (!middle || !end) return ['there were no samples'];
  return Object.keys(end.rows).flatMap((table) => {
    const grown = (end.rows[table] ?? 0) - (middle.rows[table] ?? 0);
    const allowed = allowance(table, operations / 2);
    return grown > allowed
      ? [`${table} grew by ${grown} rows in the second half, ${allowed.toFixed(0)} at most are explained`]
      : [];
  });
}

function allowance(table: string, operations: number): number {
  if (MADE.includes(table)) return Number.POSITIVE_INFINITY;
  const perOperation = KEPT[table];
  if (perOperation !== undefined) return perOperation * operations + COUNTERS;
  // Finished jobs stay for a while; a letter, an answer and a schedule are a job each.
  if (table.startsWith('jobs.')) return 0.2 * operations + COUNTERS;
  return COUNTERS;
}
