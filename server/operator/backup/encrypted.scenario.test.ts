import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { generateX25519Identity } from 'age-encryption';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/durations.ts';
import { type S3StandInServer, startS3StandIn } from '../../../test/stand-ins/s3-stand-in-server.ts';
import { addCorrespondence } from '../../../test/support/backed-up-letter.ts';
import { createEmptyDatabase } from '../../../test/support/test-database.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { readConfig } from '../../core/config.ts';
import { type OpenDatabase, openDatabase } from '../../core/db/database.ts';
import { backUp } from './back-up.ts';
import {
  type BackupPlace,
  listSnapshots,
  newestSnapshot,
  openBackupPlace,
  readLineFile,
  tableFile,
} from './backup-place.ts';
import { prune } from './prune.ts';
import { restore, restoreObjects, verifySnapshot } from './restore.ts';

const log = pino({ level: 'silent' });
let product: TestProduct;
let database: OpenDatabase;
let s3: S3StandInServer;
let settings: Record<string, string>;
let bucket: BackupPlace;
beforeAll(async () => {
  product = await startTestProduct();
  await addCorrespondence(product);
  database = openDatabase({ connectionString: product.services.config.DATABASE_URL }, () => {});
  s3 = await startS3StandIn();
  settings = {
    BACKUP_KEY: await generateX25519Identity(),
    BACKUP_S3_BUCKET: s3.bucket.name,
    BACKUP_S3_ENDPOINT: s3.bucket.endpoint,
    BACKUP_S3_REGION: s3.bucket.region,
    BACKUP_S3_ACCESS_KEY_ID: s3.bucket.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.bucket.secretAccessKey,
  };
  bucket = await openBackupPlace(readConfig(settings), 'bucket', 'write');
});
afterAll(async () => {
  await database.close();
  await product.close();
  await s3.close();
});

const take = (place: BackupPlace) =>
  backUp(
    { database, databaseName: 'test', storage: product.services.storage, dataDir: product.dataDir },
    place,
  );

async function verify(place: BackupPlace, id?: string) {
  const scratch = await createEmptyDatabase();
  try {
    return await verifySnapshot({ database: scratch, log }, place, id);
  } finally {
    await scratch.close();
  }
}

async function keysOf({ storage }: BackupPlace): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list('')) keys.push(key);
  return keys;
}

it('backup to a bucket: is encrypted, copies only what is new, is restored, and keeps to its days', async () => {
  const { manifest } = await take(bucket);
  const keys = await keysOf(bucket);
  expect(keys.filter((key) => !key.endsWith('.age'))).toEqual([]);
  for (const key of keys) {
    const content = await buffer((await bucket.storage.read(key)).stream);
    expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  }
  // Whoever has a photo cannot look whether the backup has it.
  const { rows } = await database.pool.query('select encode(sha256($1), $2) as hash', [
    await buffer((await product.services.storage.read(await anyKey())).stream),
    'hex',
  ]);
  expect(keys.join()).not.toContain(rows[0].hash);

  expect((await take(bucket)).copied).toBe(0);
  expect(await verify(bucket)).toMatchObject({ objects: manifest.objects.rows });
  expect(await prune(bucket, 30, new Date(Date.now() + 31 * DAY_MS))).toEqual({
    snapshots: 1,
    objects: 0,
    bytes: 0,
  });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-encrypted-'));
  const machine = { database: await createEmptyDatabase(), storage: product.services.storage, dataDir, log };
  await restore(machine, bucket);
  expect(await readFile(path.join(dataDir, 'address-hash-key'), 'utf8')).toHaveLength(64);
  await machine.database.close();
  await rm(dataDir, { recursive: true });
});

async function anyKey(): Promise<string> {
  for await (const { key } of product.services.storage.list('photos/')) return key;
  throw new Error('There is no photo.');
}

it('backup to a bucket: one that was cut off does not count, wherever it was', async () => {
  const before = await listSnapshots(bucket);
  s3.requests.length = 0;
  await take(bucket);
  const puts = s3.requests.filter((request) => request.startsWith('PUT'));
  expect(puts.at(-1)).toContain('/manifest.json.age');
  const { storage } = bucket;
  for (const least of [1, Math.floor(puts.length / 2), puts.length - 1]) {
    let left = least;
    const put: typeof storage.put = async (key, source) => {
      if (left-- === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      return storage.put(key, source);
    };
    const full = { ...bucket, storage: { ...delegated(storage), put } };
    await expect(take(full)).rejects.toThrow('is full. Earlier backups there are as they were.');
  }
  expect(await listSnapshots(bucket)).toHaveLength(before.length + 1);
});

const delegated = (storage: BackupPlace['storage']): BackupPlace['storage'] => ({
  description: storage.description,
  put: storage.put.bind(storage),
  read: storage.read.bind(storage),
  delete: storage.delete.bind(storage),
  list: storage.list.bind(storage),
  check: storage.check.bind(storage),
  removeUnfinished: storage.removeUnfinished.bind(storage),
});

it('encrypted backup: another key, a cut or altered file, and what somebody else put there are refused', async () => {
  const place = await mkdtemp(path.join(tmpdir(), 'slow-letters-encrypted-'));
  const open = (env: Record<string, string>) => openBackupPlace(readConfig(env), place, 'write');
  const encrypted = await open(settings);
  const { manifest } = await take(encrypted);
  const file = (name: string) => path.join(place, 'snapshots', manifest.id, name);

  await expect(listSnapshots(await open({}))).rejects.toThrow('is encrypted. Set BACKUP_KEY');
  await expect(take(await open({}))).rejects.toThrow('is encrypted. Set BACKUP_KEY');
  const other = await open({ BACKUP_KEY: await generateX25519Identity() });
  await expect(listSnapshots(other)).rejects.toThrow('another key than BACKUP_KEY');

  const readAll = async () => {
    await listSnapshots(encrypted);
    for (const label of ['public.letters', 'objects'])
      for await (const _line of readLineFile(encrypted, tableFile(manifest.id, label)));
  };
  await readAll();
  for (const name of ['manifest.json.age', 'public.letters.jsonl.gz.age', 'objects.jsonl.gz.age']) {
    const whole = await readFile(file(name));
    const flipped = Buffer.from(whole);
    flipped[whole.length - 20] = (flipped[whole.length - 20] ?? 0) ^ 1;
    for (const bad of [flipped, whole.subarray(0, -1), whole.subarray(0, 180), Buffer.alloc(0)]) {
      await writeFile(file(name), bad);
      await expect(readAll()).rejects.toThrow(/^The backup is damaged: .* is cut off or altered\.$/);
    }
    await writeFile(file(name), whole);
  }
  const letters = await readFile(file('public.letters.jsonl.gz.age'));
  await writeFile(file('public.letters.jsonl.gz.age'), await readFile(file('public.users.jsonl.gz.age')));
  await expect(verify(encrypted)).rejects.toThrow('The backup is damaged');
  await writeFile(file('public.letters.jsonl.gz.age'), letters);

  // One that is damaged is in the way of no other.
  const { manifest: later } = await take(encrypted);
  await writeFile(path.join(place, 'snapshots', later.id, 'manifest.json.age'), 'damaged');
  expect((await verify(encrypted, manifest.id)).snapshot.id).toBe(manifest.id);
  // An older one in the place of the newest.
  await writeFile(
    path.join(place, 'snapshots', later.id, 'manifest.json.age'),
    await readFile(file('manifest.json.age')),
  );
  await expect(verify(encrypted)).rejects.toThrow('holds the manifest of another');
  await rm(path.join(place, 'snapshots', later.id), { recursive: true });

  // A newer one that is not encrypted, as whoever can write there may put it.
  await rm(file('manifest.json.age'));
  await writeFile(file('manifest.json'), JSON.stringify(manifest));
  await expect(verify(encrypted)).rejects.toThrow(/holds no complete backup. 1 that are not encrypted/);
  expect(await newestSnapshot(encrypted)).toBeNull();
  const { storage } = await openBackupPlace(readConfig({}), path.join(place, 'empty'), 'write');
  expect((await restoreObjects({ database, storage }, encrypted)).put).toBe(0);
  await rm(place, { recursive: true });
});

it('BACKUP_KEY: is taken from the file of age-keygen, and one that is misspelt is refused', async () => {
  const { BACKUP_KEY: key = '' } = settings;
  const file = path.join(product.dataDir, 'backup.key');
  await writeFile(file, `# created: 2026-05-04\n# public key: age1…\n${key}\n`);
  expect(readConfig({ BACKUP_KEY_FILE: file }).BACKUP_KEY).toBe(key);
  const misspelt = readConfig({ BACKUP_KEY: `${key.slice(0, -1)}${key.endsWith('Q') ? 'P' : 'Q'}` });
  await expect(openBackupPlace(misspelt, '/nowhere', 'read')).rejects.toThrow('misspelt');
  const { BACKUP_KEY: _key, ...withoutKey } = settings;
  await expect(openBackupPlace(readConfig(withoutKey), 'bucket', 'read')).rejects.toThrow('encrypted only');
});
