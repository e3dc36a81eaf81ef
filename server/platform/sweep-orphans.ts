import { sql } from 'drizzle-orm';
import type { Executor } from './db/database.ts';
import type { Services } from './services.ts';

const DAY = 24 * 3_600_000;
const BATCH = 500;
/** With fewer objects than this the share of orphans is not checked. */
const FEW = 100;

/** Matches the id of the photo in a key. */
const PHOTO_KEY = /^photos\/[0-9a-f]{2}\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//;

/** A folder of the store, and a query for the keys that rows refer to. Other folders are never swept. */
interface Folder {
  prefix: string;
  held(db: Executor, keys: string[]): Promise<Set<string>>;
}

const FOLDERS: Folder[] = [
  {
    prefix: 'photos/',
    held: async (db, keys) => {
      const ids = keys.map((key) => PHOTO_KEY.exec(key)?.[1] ?? null);
      const { rows } = await db.execute<{ id: string }>(sql`
        select id::text from photos where id = any(${sql.param(ids.filter((id) => id !== null))}::uuid[])`);
      const known = new Set(rows.map(({ id }) => id));
      return new Set(keys.filter((_, index) => known.has(ids[index] ?? '') || ids[index] === null));
    },
  },
  {
    prefix: 'files/',
    held: async (db, keys) => {
      const { rows } = await db.execute<{ key: string }>(sql`
        select storage_key as key from reply_files where storage_key = any(${sql.param(keys)}::text[])`);
      return new Set(rows.map(({ key }) => key));
    },
  },
  {
    prefix: 'inbound/',
    held: async (db, keys) => {
      const { rows } = await db.execute<{ key: string }>(sql`
        select storage_key as key from inbound_messages where storage_key = any(${sql.param(keys)}::text[])`);
      return new Set(rows.map(({ key }) => key));
    },
  },
];

/**
 * Removes objects older than a day that no row refers to, left by a crash between storage and database, and temporary
 * files of interrupted puts. Rows are read after the listing, so commits meanwhile are seen, and objects being put are
 * too young. When most objects of a large folder are unknown, the store probably belongs to another database: then
 * nothing is removed and an error is logged.
 */
export async function sweepOrphans(
  { db, storage, log }: Pick<Services, 'db' | 'storage' | 'log'>,
  now: Date = new Date(),
): Promise<void> {
  const before = new Date(now.getTime() - DAY);
  const unfinished = await storage.removeUnfinished(before);
  for (const folder of FOLDERS) {
    const { seen, orphans } = await orphansOf({ db, storage }, folder, before);
    if (seen > FEW && orphans.length > seen / 2) {
      log.error(
        { folder: folder.prefix, objects: seen, orphans: orphans.length },
        'most stored objects are unknown to this database, so none were swept: is the store shared with another installation?',
      );
      continue;
    }
    for (const key of orphans) await storage.delete(key);
    if (orphans.length > 0)
      log.info({ folder: folder.prefix, orphans: orphans.length }, 'swept orphaned objects');
  }
  if (unfinished > 0) log.info({ files: unfinished }, 'swept what interrupted puts left');
}

async function orphansOf(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  { prefix, held }: Folder,
  before: Date,
): Promise<{ seen: number; orphans: string[] }> {
  const orphans: string[] = [];
  let seen = 0;
  let batch: string[] = [];
  const checkBatch = async () => {
    const kept = batch.length > 0 ? await held(db, batch) : new Set();
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
