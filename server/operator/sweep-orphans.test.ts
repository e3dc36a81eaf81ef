import { randomUUID } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filenameOfUpload } from '../../shared/photos.ts';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from '../../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { liftHold, setHold } from '../core/holds.ts';
import type { Storage } from '../core/storage/storage.ts';
import { photoKey } from '../letters/photos/file-names.ts';
import { photos } from '../letters/photos/schema.ts';
import { sweepPhotos } from '../letters/photos/sweep-photos.ts';
import { conversations } from '../letters/schema.ts';
import { inboundMessages } from '../mail/in/schema.ts';
import { countOrphans, sweepOrphans } from './sweep-orphans.ts';

let product: TestProduct;
let person: Signed;
beforeAll(async () => {
  product = await startTestProduct();
  person = await userWithCredits(product);
});
afterAll(() => product.close());

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);

/** Finds what is an orphan in two days, and comes back when its time is over. */
async function sweepAll(): Promise<void> {
  await sweepOrphans(product.services, inDays(2));
  await sweepOrphans(product.services, inDays(33));
}

/** @returns the keys of its files */
async function orphanedPhoto(): Promise<string[]> {
  const id = randomUUID();
  const keys = (['display', 'mail', 'thumbnail'] as const).map((variant) => photoKey(id, variant));
  for (const key of keys) await product.services.storage.put(key, Buffer.from('x'));
  return keys;
}

const idOf = (url: string) => filenameOfUpload(url)?.slice(0, 36) ?? '';

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of ['photos/', 'inbound/', 'other/']) {
    for await (const { key } of product.services.storage.list(prefix)) keys.push(key);
  }
  return keys.sort();
}

describe('sweepOrphans', () => {
  it('removes objects that no row refers to 30 days after they were found, and nothing else', async () => {
    const { storage, db } = product.services;
    const id = idOf(await storedPhoto(product, person.uid));
    const held = (['display', 'mail', 'thumbnail'] as const).map((variant) => photoKey(id, variant));
    const orphan = await orphanedPhoto();
    await storage.put('inbound/2026-01/orphan.eml', Buffer.from('x'));
    await storage.put('other/thing', Buffer.from('x'));
    await storage.put('photos/not-a-photo', Buffer.from('x'));
    const before = await stored();
    expect(before).toEqual(expect.arrayContaining([...held, ...orphan]));

    await sweepOrphans(product.services);
    expect(await stored(), 'all of it is young').toEqual(before);

    await sweepOrphans(product.services, inDays(2));
    await sweepOrphans(product.services, inDays(31));
    expect(await stored(), 'all of it is kept for 30 days').toEqual(before);
    await setHold(db, 'orphans', { reason: 'restored' });
    await sweepOrphans(product.services, inDays(33));
    expect(await stored(), 'a restore holds the sweep').toEqual(before);
    expect(await liftHold(db, 'orphans')).toBe(true);
    await sweepOrphans(product.services, inDays(33));
    expect(await stored()).toEqual([...held, 'other/thing', 'photos/not-a-photo'].sort());

    await db.delete(photos);
    await sweepAll();
    expect(await stored()).toEqual(['other/thing', 'photos/not-a-photo']);
  });

  it('keeps a message that a row refers to, and the photo of a letter', async () => {
    const { storage, db } = product.services;
    const url = await storedPhoto(product, person.uid);
    const created = await product.app.inject({
      method: 'POST',
      url: '/api/letters',
      headers: person.headers,
      payload: letterPayload([url]),
    });
    expect(created.statusCode).toBeLessThan(300);
    const [conversation] = await db.select().from(conversations);
    await storage.put('inbound/2026-01/held.eml', Buffer.from('x'));
    await db.insert(inboundMessages).values({
      id: randomUUID(),
      envelopeSender: 'ilse.brandt@example.org',
      envelopeRecipient: 'reply@example.org',
      conversationId: conversation?.id ?? '',
      side: 'recipient',
      storageKey: 'inbound/2026-01/held.eml',
      size: 1,
    });
    await db.update(photos).set({ createdAt: new Date(0) });
    await sweepPhotos(product.services);
    await sweepAll();
    const kept = await stored();
    expect(kept).toContain('inbound/2026-01/held.eml');
    expect(kept.filter((key) => key.includes(idOf(url)))).toHaveLength(3);
  });

  it('removes no more than ten at once of a small folder, and forgets what has a row again', async () => {
    const { storage, db } = product.services;
    for (let n = 0; n < 11; n++) await storage.put(`inbound/2026-02/${n}.eml`, Buffer.from('x'));
    await sweepAll();
    expect((await stored()).filter((key) => key.startsWith('inbound/2026-02/'))).toHaveLength(11);
    await storage.delete('inbound/2026-02/0.eml');
    await sweepOrphans(product.services, inDays(33));
    expect((await stored()).filter((key) => key.startsWith('inbound/2026-02/'))).toEqual([]);
    expect(await countOrphans(db)).toEqual({ waiting: 0, overdue: 0 });
  });

  it('removes files left by interrupted puts', async () => {
    const root = path.join(product.dataDir, 'storage');
    await storedPhoto(product, person.uid);
    const part = path.join(root, 'photos', '.0d0d0d0d.part');
    await writeFile(part, 'half');
    await sweepOrphans(product.services);
    expect(await readdir(path.dirname(part))).toContain('.0d0d0d0d.part');
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    await utimes(part, longAgo, longAgo);
    await sweepOrphans(product.services);
    expect(await readdir(path.dirname(part))).not.toContain('.0d0d0d0d.part');
  });

  it('removes nothing and logs an error when most objects are unknown to the database', async () => {
    const deleted: string[] = [];
    const foreign: Pick<Storage, 'list' | 'delete' | 'removeUnfinished'> = {
      async *list(prefix) {
        for (let number = 0; number < 150; number += 1) {
          yield { key: `${prefix}ab/${randomUUID()}/display.jpg`, modifiedAt: new Date(0), size: 1 };
        }
      },
      delete: async (key) => {
        deleted.push(key);
      },
      removeUnfinished: async () => 0,
    };
    const said: unknown[] = [];
    const log = Object.assign(Object.create(product.services.log), {
      error: (_fields: object, message: string) => said.push(message),
    });
    await sweepOrphans({
      db: product.services.db,
      log,
      storage: Object.assign(Object.create(product.services.storage), foreign),
    });
    expect(deleted).toEqual([]);
    // One of photos, one of mail, one of files.
    expect(said).toHaveLength(3);
    expect(String(said[0])).toContain('another installation');
  });
});
