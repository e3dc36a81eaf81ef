import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addCorrespondence, tablesOf } from '../../../test/support/backed-up-letter.ts';
import { createEmptyDatabase } from '../../../test/support/test-database.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { type OpenDatabase, openDatabase } from '../../core/db/database.ts';
import { migrateDatabase } from '../../core/db/migrate.ts';
import { findHold } from '../../core/holds.ts';
import { openFolderStorage } from '../../core/storage/folder-storage.ts';
import { photos } from '../../letters/photos/schema.ts';
import { letters } from '../../letters/schema.ts';
import { users } from '../../people/users/schema.ts';
import { backUp } from './back-up.ts';
import { type BackupPlace, listSnapshots, openBackupPlace } from './backup-place.ts';
import { prepareTables } from './fill-database.ts';
import { prune } from './prune.ts';
import { restore, restoreObjects, verifySnapshot } from './restore.ts';
import { withBackupLock, withSession } from './session.ts';
import { digestOfLines, listTables, readLines } from './tables.ts';

const log = pino({ level: 'silent' });
let product: TestProduct;
let database: OpenDatabase;
let place: string;
let folder: string;
let here: BackupPlace;
beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'slow-letters-backup-'));
  folder = path.join(place, 'backup');
  product = await startTestProduct();
  here = await openBackupPlace(product.services.config, folder, 'write');
  await addCorrespondence(product);
  database = openDatabase({ connectionString: product.services.config.DATABASE_URL }, () => {});
});
afterAll(async () => {
  await database.close();
  await product.close();
  await rm(place, { recursive: true });
});

const source = () => ({
  database,
  databaseName: 'test',
  storage: product.services.storage,
  dataDir: product.dataDir,
});

const placeAt = (name: string, access: 'read' | 'write' = 'write') =>
  openBackupPlace(product.services.config, path.join(place, name), access);
const tableAt = (id: string, label: string) => path.join(folder, 'snapshots', id, `${label}.jsonl.gz`);

/** An empty database, storage and data folder. */
async function emptyMachine() {
  const dataDir = await mkdtemp(path.join(place, 'machine-'));
  const target = await createEmptyDatabase();
  return { dataDir, database: target, storage: await openFolderStorage(path.join(dataDir, 'storage')), log };
}

/** Tables of a database that was just restored. */
const held = (tables: Record<string, string>) => ({
  ...tables,
  ...Object.fromEntries(
    ['public.sessions', 'public.refresh_tokens'].map((name) => [
      name,
      expect.stringMatching(`^${tables[name]?.split(' ')[0]} `),
    ]),
  ),
  'public.operator_holds': expect.stringMatching(/^2 /),
});

async function keysOf(storage: TestProduct['services']['storage']): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of ['photos/', 'inbound/'])
    for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.sort();
}

describe('backup', () => {
  it('restores the same rows, jobs, objects and secrets to an empty machine', async () => {
    const before = await tablesOf(database);
    const { manifest } = await backUp(source(), here);
    // Three variants with the same bytes, and one message.
    const contents = await readdir(path.join(folder, 'objects'), { recursive: true });
    expect(contents.filter((name) => /[0-9a-f]{64}$/.test(name))).toHaveLength(2);
    expect(manifest.objects.rows).toBe(4);
    expect(await tablesOf(database)).toEqual(before);

    const machine = await emptyMachine();
    try {
      const restored = await restore(machine, here);
      expect(restored.objects).toBe(4);
      expect(restored.rows).toBeGreaterThan(20);
      expect(await tablesOf(machine.database)).toEqual(held(before));
      expect(before['jobs.job']).toMatch(/^1 /);
      expect(await keysOf(machine.storage)).toEqual(await keysOf(product.services.storage));
      for (const secret of ['session-secret', 'address-hash-key'])
        expect(await readFile(path.join(machine.dataDir, secret), 'utf8')).toBe(
          await readFile(path.join(product.dataDir, secret), 'utf8'),
        );
      // What was revoked since the backup is not known: whoever is signed in, and each program, ends.
      const open =
        'select 1 from sessions where revoked_at is null union all select 1 from refresh_tokens where revoked_at is null';
      expect((await database.pool.query(open)).rows.length).toBeGreaterThan(0);
      expect((await machine.database.pool.query(open)).rows).toEqual([]);
      // Numbers that were given out are not given again.
      const [last] = await database.db.select({ id: sql<string>`max(id)` }).from(letters);
      const { rows } = await machine.database.pool.query(
        "select nextval(pg_get_serial_sequence('letters', 'id')) as next",
      );
      expect(Number(rows[0].next)).toBeGreaterThan(Number(last?.id));
      await expect(restore(machine, here)).rejects.toThrow('not empty');
    } finally {
      await machine.database.close();
    }
  });

  it('copies only new objects the next time, and either snapshot can be restored', async () => {
    const first = (await listSnapshots(here)).at(-1);
    const before = await tablesOf(database);
    await addCorrespondence(product);
    const { manifest, copied } = await backUp(source(), here);
    expect(manifest.objects.rows).toBe(8);
    expect(copied).toBe(1);
    const machine = await emptyMachine();
    try {
      await restore(machine, here, first?.id);
      expect(await tablesOf(machine.database)).toEqual(held(before));
    } finally {
      await machine.database.close();
    }
  });

  it('is verified by restoring it elsewhere, and one whose photo is damaged is not good', async () => {
    const verify = async () => {
      const scratch = await createEmptyDatabase();
      try {
        return await verifySnapshot({ database: scratch, log }, here);
      } finally {
        await scratch.close();
      }
    };
    const { manifest } = await backUp(source(), here);
    expect((await verify()).objects).toBe(manifest.objects.rows);
    const [name = ''] = (await readdir(path.join(folder, 'objects'), { recursive: true })).filter(
      (one) => path.basename(one).length === 64,
    );
    const file = path.join(folder, 'objects', name);
    const content = await readFile(file);
    await writeFile(file, 'damaged');
    await expect(verify()).rejects.toThrow('altered');
    await rm(file);
    await expect(verify()).rejects.toThrow('missing');
    await writeFile(file, content);
  });

  it('gives a database that was set back alone the objects that its storage lacks', async () => {
    const { manifest } = await backUp(source(), here);
    const [gone = '', ...others] = await keysOf(product.services.storage);
    const machine = await emptyMachine();
    for (const key of others) await machine.storage.put(key, Buffer.from('as it is'));
    const set = { database, storage: machine.storage };
    expect(await restoreObjects(set, here)).toEqual({ put: 1, missing: [] });
    expect(await keysOf(machine.storage)).toHaveLength(manifest.objects.rows);
    await machine.storage.delete(gone);
    const none = await placeAt('none', 'read');
    expect(await restoreObjects(set, none)).toEqual({ put: 0, missing: [gone] });
    await machine.database.close();
  });

  it('fails when an object that a row refers to is missing', async () => {
    const [photo] = await database.db.select().from(photos).limit(1);
    const key = (await keysOf(product.services.storage)).find((one) => one.includes(photo?.id ?? '-')) ?? '';
    const other = await placeAt('other');
    const { stream } = await product.services.storage.read(key);
    const content = Buffer.concat(await stream.toArray());
    await product.services.storage.delete(key);
    await expect(backUp(source(), other)).rejects.toThrow(`not in storage`);
    expect(await listSnapshots(other)).toEqual([]);
    await product.services.storage.put(key, content);
  });
});

describe('restore', () => {
  it('continues after an interruption; the product does not start on a half-filled database, and then it is held', async () => {
    await backUp(source(), here);
    const snapshot = (await listSnapshots(here)).at(-1);
    const [file = ''] = (await readdir(path.join(folder, 'objects'), { recursive: true }))
      .filter((name) => /[0-9a-f]{64}$/.test(name))
      .map((name) => path.join(folder, 'objects', name));
    const content = await readFile(file);
    const machine = await emptyMachine();
    try {
      await writeFile(file, 'damaged');
      await expect(restore(machine, here)).rejects.toThrow('is altered');
      await expect(migrateDatabase(machine.database)).rejects.toThrow('half filled');
      await writeFile(file, content);
      await expect(restore(machine, here, (await listSnapshots(here)).at(0)?.id)).rejects.toThrow(
        'half filled from',
      );
      // A reader of the marks keeps them from being dropped: by then it is held.
      const reader = await machine.database.pool.connect();
      await reader.query('begin; select from filling.progress');
      const going = restore(machine, here, snapshot?.id);
      await vi.waitFor(async () => expect(await findHold(machine.database.db, 'restored')).not.toBeNull(), {
        timeout: 60_000,
      });
      await expect(migrateDatabase(machine.database)).rejects.toThrow('half filled');
      await reader.query('commit');
      reader.release();
      const restored = await going;
      expect(restored.objects).toBeLessThan(8);
      expect(restored.rows).toBeGreaterThan(20);
      expect(await tablesOf(machine.database)).toEqual(held(await tablesOf(database)));
      expect(await keysOf(machine.storage)).toEqual(await keysOf(product.services.storage));
    } finally {
      await machine.database.close();
    }
  });

  it('is done once where two are begun at once, and neither calls the backup damaged', async () => {
    const machine = await emptyMachine();
    try {
      const both = await Promise.allSettled([restore(machine, here), restore(machine, here)]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(both).toContainEqual(
        expect.objectContaining({
          reason: expect.objectContaining({ message: expect.stringContaining('under way') }),
        }),
      );
    } finally {
      await machine.database.close();
    }
  });

  it('takes the newest snapshot, also after the clock of the machine was set back', async () => {
    const other = await placeAt('clock');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    try {
      await backUp(source(), other);
    } finally {
      vi.useRealTimers();
    }
    const { manifest } = await backUp(source(), other);
    expect((await listSnapshots(other)).at(-1)?.id).toBe(manifest.id);
    expect(Date.parse(manifest.takenAt)).toBeLessThanOrEqual(Date.now());
  });

  it('rejects damaged rows, and leaves their table empty', async () => {
    const snapshot = (await listSnapshots(here)).at(-1);
    const userRows = tableAt(snapshot?.id ?? '', 'public.users');
    const coupons = tableAt(snapshot?.id ?? '', 'public.coupons');
    const kept = await readFile(coupons);
    const machine = await emptyMachine();
    try {
      await writeFile(coupons, (await readFile(userRows)).subarray(0, 40));
      await expect(restore(machine, here)).rejects.toThrow('public.coupons.jsonl.gz');
      const { rows } = await machine.database.pool.query('select count(*)::int as count from coupons');
      expect(rows[0].count).toBe(0);
    } finally {
      await writeFile(coupons, kept);
      await machine.database.close();
    }
  });

  it('restores a snapshot of an earlier version, before its tables and columns', async () => {
    const applied = async ({ pool }: OpenDatabase) => {
      const { rows } = await pool.query('select count(*)::int as count from drizzle.__drizzle_migrations');
      return Number(rows[0].count);
    };
    const other = await placeAt('previous');
    const previous = await createEmptyDatabase();
    const machine = await emptyMachine();
    try {
      // Those before `0047`, which renames columns.
      await prepareTables(previous, 47, log);
      await previous.pool.query("insert into users (firebase_uid, email) values ('u1', 'u1@example.org')");
      await backUp({ ...source(), database: previous }, other);
      await restore(machine, other);
      expect(await applied(machine.database)).toBe(await applied(database));
      expect(await machine.database.db.select().from(users)).toMatchObject([
        { accountUid: 'u1', email: 'u1@example.org' },
      ]);
    } finally {
      await previous.close();
      await machine.database.close();
    }
  });

  it('rejects a folder without a complete backup, and an unknown snapshot', async () => {
    const machine = await emptyMachine();
    try {
      await expect(restore(machine, await placeAt('nowhere', 'read'))).rejects.toThrow('no complete backup');
      await expect(restore(machine, here, 'then')).rejects.toThrow('no snapshot then');
    } finally {
      await machine.database.close();
    }
  });

  it.each(['session-secret', 'address-hash-key'])('does not overwrite another %s', async (secret) => {
    const machine = await emptyMachine();
    try {
      await writeFile(path.join(machine.dataDir, secret), 'f'.repeat(64));
      await expect(restore(machine, here)).rejects.toThrow('another secret');
    } finally {
      await machine.database.close();
    }
  });
});

describe('prune', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);

  it('keeps the snapshots of the last days, always the newest, and their objects', async () => {
    const taken = (await listSnapshots(here)).length;
    const { manifest } = await backUp(source(), here);
    expect(await prune(here, 30, inDays(29))).toEqual({ snapshots: 0, objects: 0, bytes: 0 });

    // Of a letter that was erased since, and of a backup that was cut off.
    const unnamed = `objects/ab/${'ab'.repeat(32)}`;
    await here.storage.put(unnamed, Buffer.from('erased'));
    await here.storage.put('snapshots/2026-01-01T00-00-00.000Z/objects.jsonl.gz', Buffer.from(''));
    expect(await prune(here, 30, inDays(31))).toEqual({ snapshots: taken, objects: 1, bytes: 6 });
    expect(await readdir(path.join(folder, 'snapshots'))).toEqual([manifest.id]);
    await expect(here.storage.read(unnamed)).rejects.toThrow('Nothing is stored');

    const machine = await emptyMachine();
    try {
      await restore(machine, here);
      expect(await tablesOf(machine.database)).toEqual(held(await tablesOf(database)));
    } finally {
      await machine.database.close();
    }
  });

  it('removes nothing when a snapshot that stays is damaged', async () => {
    const kept = (await listSnapshots(here)).at(-1)?.id ?? '';
    await backUp(source(), here);
    const objects = tableAt(kept, 'objects');
    const whole = await readFile(objects);
    await writeFile(objects, whole.subarray(0, 10));
    await expect(prune(here, 30)).rejects.toThrow();
    expect(await listSnapshots(here)).toHaveLength(2);
    await writeFile(objects, whole);
  });
});

it('backup lock: held by one backup at a time', async () => {
  await withBackupLock(database, async () => {
    await expect(withBackupLock(database, async () => {})).rejects.toThrow('under way');
  });
  await withBackupLock(database, async () => {});
});

it('backup: reads few captured messages at once, since each may be large', async () => {
  for (let n = 0; n < 5; n++) await addCorrespondence(product);
  await withSession(database, { snapshot: true }, async (session) => {
    const captured = (await listTables(session)).filter(({ name }) => name === 'captured_messages');
    const query = vi.spyOn(session, 'query');
    for (const table of captured) await digestOfLines(readLines(session, table));
    const answers = await Promise.all(query.mock.results.map(({ value }) => value));
    expect(Math.max(...answers.map(({ rows }) => rows.length))).toBe(4);
  });
});
