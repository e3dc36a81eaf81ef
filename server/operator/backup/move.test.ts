import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../../packages/embedded-postgres/start.ts';
import { startS3StandIn } from '../../../test/stand-ins/s3-stand-in-server.ts';
import { addCorrespondence, tablesOf } from '../../../test/support/backed-up-letter.ts';
import { createEmptyDatabase } from '../../../test/support/test-database.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { type OpenDatabase, openDatabase } from '../../core/db/database.ts';
import { openFolderStorage } from '../../core/storage/folder-storage.ts';
import { openS3Storage } from '../../core/storage/s3-storage.ts';
import { moveDatabase, movePhotos } from './move.ts';

const log = pino({ level: 'silent' });
let product: TestProduct;
let from: OpenDatabase;
beforeAll(async () => {
  product = await startTestProduct();
  for (let n = 0; n < 3; n++) await addCorrespondence(product);
  from = openDatabase({ connectionString: product.services.config.DATABASE_URL }, () => {});
});
afterAll(async () => {
  await from.close();
  await product.close();
});

it('move database: copies every row to another server, from the embedded one too', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-move-'));
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } });
  const between = openDatabase(embedded.connection, () => {});
  const to = await createEmptyDatabase();
  try {
    const there = await moveDatabase(from, between, log);
    expect(there.rows).toBeGreaterThan(30);
    expect(await moveDatabase(between, to, log)).toEqual(there);
    expect(await tablesOf(to)).toEqual(await tablesOf(from));
    await expect(moveDatabase(from, to, log)).rejects.toThrow('not empty');
  } finally {
    await to.close();
    await between.close();
    await embedded.stop();
    await rm(dataDir, { recursive: true });
  }
});

it('move database: may be called again after an interruption', async () => {
  const to = await createEmptyDatabase();
  try {
    // Letters come after people: the first tables go in, then it breaks.
    const broken = moveDatabase(from, failing(to, /insert into "public"."letters"/), log);
    await expect(broken).rejects.toThrow('cut off');
    await moveDatabase(from, to, log);
    expect(await tablesOf(to)).toEqual(await tablesOf(from));
  } finally {
    await to.close();
  }
});

/** The same database over a line that breaks at a certain statement. */
function failing(database: OpenDatabase, at: RegExp): OpenDatabase {
  const pool = Object.create(database.pool);
  pool.connect = async (callback?: () => void) => {
    // The pool's own queries ask this way.
    if (callback) return database.pool.connect(callback);
    const session = await database.pool.connect();
    const lent = Object.create(session);
    lent.query = (text: string, values?: unknown[]) =>
      at.test(text) ? Promise.reject(new Error('cut off')) : session.query(text, values);
    return lent;
  };
  return { ...database, pool };
}

it('move database: refuses while the product runs', async () => {
  const to = await createEmptyDatabase();
  const other = openDatabase(
    { connectionString: product.services.config.DATABASE_URL, application_name: 'slow-letters 1' },
    () => {},
  );
  try {
    await other.pool.query('select 1');
    await expect(moveDatabase(from, to, log)).rejects.toThrow('The product is running');
  } finally {
    await other.close();
    await to.close();
  }
});

it('move photos: copies from a folder to a bucket, and can be repeated', async () => {
  const service = await startS3StandIn();
  const place = await mkdtemp(path.join(tmpdir(), 'slow-letters-move-'));
  try {
    const bucket = await openS3Storage(service.bucket, { times: { pauses: [] } });
    const folder = product.services.storage;
    service.faults.push('unavailable');
    await expect(movePhotos(folder, bucket)).rejects.toThrow('503');
    const moved = await movePhotos(folder, bucket);
    expect(moved.objects).toBe(12);
    expect(await movePhotos(folder, bucket)).toEqual({ ...moved, copied: 0 });

    const back = await openFolderStorage(place);
    expect((await movePhotos(bucket, back)).objects).toBe(12);
    for await (const { key } of folder.list('inbound/')) {
      await bucket.put(key, Buffer.from('something else'));
      break;
    }
    await expect(movePhotos(folder, bucket)).rejects.toThrow('1 objects are in both places and differ');
  } finally {
    await service.close();
    await rm(place, { recursive: true });
  }
});
