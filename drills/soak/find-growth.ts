import type { Sample } from './sample.ts';

/** Tables that grow with use and are never emptied: what people write, and the records about it. */
const UNBOUNDED_TABLES = [
  'letters',
  'letter_photos',
  'photos',
  'conversations',
  'replies',
  'inbound_messages',
  'ledger_entries',
];

/**
 * Tables whose rows are deleted after a while (server/schedule.ts): the most rows that an operation may leave, as an
 * average over all kinds of operations.
 */
const ROWS_PER_OPERATION: Record<string, number> = {
  // one row per sign-in; 2 of 100 operations are sign-ins
  sessions: 0.03,
  refresh_tokens: 0.03,
  // one row per write; of 100 operations, 8 are uploads, 5 create a letter and 5 send one
  idempotency_keys: 0.22,
  // a letter counts for its sender at its mailbox, an upload, sign-in or answer for whom it is, by the hour or day
  rate_counters: 0.15,
};

/** Growth of memory that is no leak, since caches fill and collections come late; the larger of the two counts. */
const MEMORY_FACTOR = 1.1;
const MEMORY_MEGABYTES = 15;
/** Growth of handles, open files and connections that is no leak. */
const HANDLES = 10;
/** Growth of each queue that is no leak. */
const BACKLOG = 20;
/** Growth of any table that is no leak, rows; the rate limits have one row per person and window. */
const ROWS = 100;

/**
 * Compares the last quarter of a soak with the one before. The minimum counts: what remains after a garbage
 * collection.
 * @param operations done in the whole soak
 * @returns a sentence for each figure that grew
 */
export function findGrowth(samples: Sample[], operations: number): string[] {
  const quarter = Math.floor(samples.length / 4);
  const before = samples.slice(-2 * quarter, -quarter);
  const last = samples.slice(-quarter);
  const problems: string[] = [];
  const compareQuarters = (
    name: string,
    of: (sample: Sample) => number,
    allowed: (was: number) => number,
  ) => {
    const was = Math.min(...before.map(of));
    const is = Math.min(...last.map(of));
    if (is > allowed(was)) problems.push(`${name} went from ${was.toFixed(0)} to ${is.toFixed(0)}`);
  };
  for (const kind of Object.keys(last[0]?.memory ?? {})) {
    compareQuarters(
      `memory, ${kind}, MB,`,
      (sample) => sample.memory[kind] ?? 0,
      (was) => Math.max(was * MEMORY_FACTOR, was + MEMORY_MEGABYTES),
    );
  }
  compareQuarters(
    'open files',
    (sample) => sample.openFiles,
    (was) => was + HANDLES,
  );
  compareQuarters(
    'handles',
    (sample) => sample.handles,
    (was) => was + HANDLES,
  );
  compareQuarters(
    'connections',
    (sample) => sample.connections,
    (was) => was + HANDLES,
  );
  for (const kind of Object.keys(last[0]?.backlog ?? {})) {
    compareQuarters(
      kind,
      (sample) => sample.backlog[kind] ?? 0,
      (was) => was + BACKLOG,
    );
  }
  return [...problems, ...findTableGrowth(samples, operations)];
}

function findTableGrowth(samples: Sample[], operations: number): string[] {
  const middle = samples[Math.floor(samples.length / 2)];
  const end = samples.at(-1);
  if (!middle || !end) return ['there were no samples'];
  return Object.keys(end.rows).flatMap((table) => {
    const grown = (end.rows[table] ?? 0) - (middle.rows[table] ?? 0);
    const allowed = allowedGrowth(table, operations / 2);
    return grown > allowed
      ? [`${table} grew by ${grown} rows in the second half, ${allowed.toFixed(0)} at most are explained`]
      : [];
  });
}

function allowedGrowth(table: string, operations: number): number {
  if (UNBOUNDED_TABLES.includes(table)) return Number.POSITIVE_INFINITY;
  const perOperation = ROWS_PER_OPERATION[table];
  if (perOperation !== undefined) return perOperation * operations + ROWS;
  // pg-boss deletes finished jobs after a while; each letter, answer and scheduled run is one job.
  if (table.startsWith('jobs.')) return 0.2 * operations + ROWS;
  return ROWS;
}
