import { sql } from 'drizzle-orm';
import { DAY_MS } from '../../shared/durations.ts';
import type { Database, Executor } from '../core/db/database.ts';
import { findHold } from '../core/holds.ts';
import type { Services } from '../core/services.ts';

const BATCH = 500;
/** Longer than somebody takes to notice a wrong restore. */
export const QUARANTINE_DAYS = 30;
const FEW = 100;

const PHOTO_KEY = /^photos\/[0-9a-f]{2}\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//;

/** Other folders are never swept. */
interface Folder {
  prefix: string;
  withRow(db: Executor, keys: string[]): Promise<Set<string>>;
}

const FOLDERS: Folder[] = [
  {
    prefix: 'photos/',
    withRow: async (db, keys) => {
      const ids = keys.map((key) => PHOTO_KEY.exec(key)?.[1] ?? null);
      const { rows } = await db.execute<{ id: string }>(sql`
        select id::text from photos where id = any(${sql.param(ids.filter((id) => id !== null))}::uuid[])`);
      const known = new Set(rows.map(({ id }) => id));
      return new Set(keys.filter((_, index) => known.has(ids[index] ?? '') || ids[index] === null));
    },
  },
  { prefix: 'files/', withRow: keysIn('reply_files') },
  { prefix: 'inbound/', withRow: keysIn('inbound_messages') },
];

function keysIn(table: string): Folder['withRow'] {
  return async (db, keys) => {
    const { rows } = await db.execute<{ key: string }>(sql`
      select storage_key as key from ${sql.identifier(table)} where storage_key = any(${sql.param(keys)}::text[])`);
    return new Set(rows.map(({ key }) => key));
  };
}

type Needs = Pick<Services, 'db' | 'storage' | 'log'>;

/**
 * Objects older than a day without a row are noted, and removed after 30 days. When most of a large folder has no
 * rows, too many would go at once, or a hold is on, nothing is removed and that is logged.
 * @param most how many may go at once: more for an operator who has checked
 */
export async function sweepOrphans(
  { db, storage, log }: Needs,
  now: Date = new Date(),
  most: (seen: number) => number = mostAtOnce,
): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  const unfinished = await storage.removeUnfinished(before);
  const hold = await findHold(db, 'orphans');
  for (const folder of FOLDERS) {
    const { seen, orphans } = await orphansOf({ db, storage }, folder, before);
    const counts = { folder: folder.prefix, objects: seen, orphans: orphans.length };
    if (seen > FEW && orphans.length > seen / 2) {
      log.error(
        counts,
        'most stored objects are unknown to this database, so none were swept: is the store shared with another installation?',
      );
      continue;
    }
    const due = await quarantine(db, folder, orphans, now);
    if (due.length === 0) continue;
    if (hold) {
      log.warn(
        { ...counts, due: due.length, reason: hold.reason },
        'orphaned objects are held (admin orphans)',
      );
      continue;
    }
    if (due.length > most(seen)) {
      log.error({ ...counts, due: due.length }, 'too many orphaned objects would go at once (admin orphans)');
      continue;
    }
    for (const key of due) await storage.delete(key);
    await db.execute(sql`delete from orphaned_objects where key = any(${sql.param(due)}::text[])`);
    log.info({ ...counts, removed: due.length }, 'swept orphaned objects');
  }
  if (unfinished > 0) log.info({ files: unfinished }, 'swept what interrupted puts left');
}

const mostAtOnce = (seen: number): number => Math.min(100, Math.max(10, Math.floor(seen / 100)));

async function quarantine(db: Database, { prefix }: Folder, orphans: string[], now: Date): Promise<string[]> {
  const keys = sql.param(orphans);
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`delete from orphaned_objects where starts_with(key, ${prefix}) and key <> all(${keys}::text[])`,
    );
    await tx.execute(sql`
      insert into orphaned_objects (key, found_at) select key, ${now.toISOString()}::timestamptz
      from unnest(${keys}::text[]) key on conflict do nothing`);
    const { rows } = await tx.execute<{ key: string }>(sql`
      select key from orphaned_objects where starts_with(key, ${prefix})
        and found_at <= ${now.toISOString()}::timestamptz - make_interval(days => ${QUARANTINE_DAYS}::int)`);
    return rows.map(({ key }) => key);
  });
}

export async function countOrphans(db: Executor): Promise<{ waiting: number; overdue: number }> {
  const { rows } = await db.execute<{ waiting: number; overdue: number }>(sql`
    select count(*)::int as waiting, count(*) filter (
      where found_at < now() - make_interval(days => ${QUARANTINE_DAYS + 1}::int))::int as overdue
    from orphaned_objects`);
  return rows[0] ?? { waiting: 0, overdue: 0 };
}

async function orphansOf(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  { prefix, withRow }: Folder,
  before: Date,
): Promise<{ seen: number; orphans: string[] }> {
  const orphans: string[] = [];
  let seen = 0;
  let batch: string[] = [];
  const checkBatch = async () => {
    const kept = batch.length > 0 ? await withRow(db, batch) : new Set();
    orphans.push(...batch.filter((key) => !kept.has(key)));
    seen += batch.length;
    batch = [];
  };
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    if (modifiedAt < before) batch.push(key);
    if (batch.length === BATCH) await checkBatch();
  }
  await checkBatch();
  return { seen, orphans };
}
