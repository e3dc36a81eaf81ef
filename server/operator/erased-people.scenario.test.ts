import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { userWithData, type Writer } from '../../test/support/account-owner.ts';
import { createEmptyDatabase } from '../../test/support/test-database.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import type { Config } from '../core/config.ts';
import type { OpenDatabase } from '../core/db/database.ts';
import { findHold } from '../core/holds.ts';
import type { Storage } from '../core/storage/storage.ts';
import { photoKey } from '../letters/photos/file-names.ts';
import { letters } from '../letters/schema.ts';
import { type OpenServices, openServices } from '../open-services.ts';
import { eraseAccount } from '../pages/account/erase-account.ts';
import { ERASURES } from '../pages/account/erasure-list.ts';
import { accounts, sessions } from '../people/identity/schema.ts';
import { users } from '../people/users/schema.ts';
import { startWorker } from '../worker.ts';
import { COMMANDS } from './cli/commands.ts';
import { releaseRestored } from './release-restored.ts';

const log = pino({ level: 'silent' });
const SOON = { timeout: 60_000, interval: 100 };
let product: TestProduct;
let place: string;
let machine: OpenDatabase & { url: string };
let restored: OpenServices;
let deleted: Writer;
let handedOver: Writer;
let stays: Writer;
let config: Config;

const run = (name: string, ...args: string[]) => {
  const found = COMMANDS[name];
  if (!found || !('runStandalone' in found)) throw new Error(`There is no command ${name}.`);
  return found.runStandalone({ config: name === 'backup' ? product.services.config : config, log }, args);
};
const keysIn = async (storage: Storage, prefix: string) => {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
};
const lettersOf = ({ userId }: Writer) => restored.services.db.$count(letters, eq(letters.userId, userId));
/** Backs up, has two people erased, backs up again and restores the first backup on another machine. */
beforeAll(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  place = await mkdtemp(path.join(tmpdir(), 'slow-letters-erased-'));
  const folder = path.join(place, 'backup');
  product = await startTestProduct({ worker: true });
  const { db, storage } = product.services;
  deleted = await userWithData(product, 'ilse@example.org');
  handedOver = await userWithData(product, 'ilse@example.org');
  stays = await userWithData(product, 'ilse@example.org');
  await run('backup', folder);
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/account/delete',
    headers: deleted.headers,
    payload: { email: deleted.email, idToken: deleted.idToken },
  });
  expect(answer.statusCode).toBe(200);
  await db.transaction((tx) => eraseAccount(tx, product.services, handedOver.uid, 'account hand over'));
  await vi.waitFor(async () => expect(await keysIn(storage, ERASURES)).toHaveLength(2), SOON);
  // The second one brings the list along, which belongs to the first as well.
  await run('backup', folder);
  machine = await createEmptyDatabase();
  config = {
    ...product.services.config,
    DATABASE_URL: machine.url,
    DATA_DIR: path.join(place, 'machine'),
  };
  const [first = ''] = (await readdir(path.join(folder, 'snapshots'))).sort();
  await run('restore', folder, first);
  restored = await openServices(config, log);
});
afterAll(async () => {
  await restored.close();
  await machine.close();
  await product.close();
  await rm(place, { recursive: true });
  vi.restoreAllMocks();
});

it('restore: whoever was erased since the backup is erased again, and others are not', async () => {
  const { db } = restored.services;
  expect(await lettersOf(stays)).toBe(1);
  for (const person of [deleted, handedOver]) {
    expect(await lettersOf(person)).toBe(0);
    expect(await db.$count(users, eq(users.accountUid, person.uid))).toBe(0);
    expect(await db.$count(sessions, eq(sessions.uid, person.uid))).toBe(0);
  }
  expect(await db.$count(accounts, eq(accounts.uid, deleted.uid))).toBe(0);
  const [account] = await db.select().from(accounts).where(eq(accounts.uid, handedOver.uid));
  expect(account).toMatchObject({ displayName: null });
});

it('release: stays held while the list of erasures is forged, not whole or out of reach', async () => {
  const { services } = restored;
  const { db, storage } = services;
  const isHeld = async () => (await findHold(db, 'restored')) !== null;
  const [known = ''] = await keysIn(storage, ERASURES);
  const read = async (key: string) => Buffer.concat(await (await storage.read(key)).stream.toArray());
  const content = await read(known);

  // Somebody who can write to storage wants Maren's letters gone.
  const id = '0f0c1d6e-9a0b-4c7e-8f21-3b1f6f1f2a3b';
  const person = services.erasures.personOf(stays.uid);
  const forged = { ...JSON.parse(content.toString()), id, person };
  await storage.put(ERASURES + id, Buffer.from(JSON.stringify(forged)));
  await expect(releaseRestored(services)).rejects.toThrow('damaged, forged or made with another');
  for (const damaged of [content.subarray(0, 50), Buffer.alloc(5_000), Buffer.from('null')]) {
    await storage.put(ERASURES + id, damaged);
    await expect(releaseRestored(services)).rejects.toThrow('1 entries of the list');
  }
  await storage.delete(ERASURES + id);

  const takeFromBackup = () =>
    run('restored', new Date(Date.now() - 3_600_000).toISOString(), path.join(place, 'backup'));
  await storage.delete(known);
  await expect(releaseRestored(services)).rejects.toThrow('lacks 1 that the database knows');
  await takeFromBackup();
  expect(await read(known)).toEqual(content);
  await storage.put(known, content.subarray(0, 50));
  await expect(releaseRestored(services)).rejects.toThrow('1 entries of the list');
  await takeFromBackup();
  expect(await read(known)).toEqual(content);

  const away = vi.spyOn(services.erasures, 'read').mockRejectedValue(new Error('no route to storage'));
  await expect(releaseRestored(services)).rejects.toThrow('no route to storage');
  away.mockRestore();
  expect(await isHeld()).toBe(true);
  expect(await lettersOf(stays)).toBe(1);
});

it('release: erases whom the list names since, and the files of all go from storage', async () => {
  const { services } = restored;
  // As by another machine on the same storage, after the restore.
  const [at, id] = [new Date().toISOString(), '1f0c1d6e-9a0b-4c7e-8f21-3b1f6f1f2a3b'];
  const late = { id, person: services.erasures.personOf(stays.uid), cause: 'account delete', at } as const;
  await services.erasures.note(late);
  const filesOf = ({ photoUrl }: Writer) =>
    photoKey(photoUrl.replace('/uploads/', '').replace('.jpg', ''), 'display');
  const stored = await keysIn(services.storage, 'photos/');
  expect(stored).toEqual(expect.arrayContaining([deleted, stays].map(filesOf)));

  expect(await releaseRestored(services)).toMatchObject({ erased: 1 });
  expect(await lettersOf(stays)).toBe(0);
  const worker = await startWorker(services);
  await vi.waitFor(async () => expect(await keysIn(services.storage, 'photos/')).toEqual([]), SOON);
  await worker.stop();
  const { rows } = await services.db.execute(
    sql`select from audit_entries where details->>'erasure' = ${id}`,
  );
  expect(rows).toHaveLength(1);
});
