import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { UploadResponse } from '../../../../shared/photos.ts';
import { quarteredPhoto, samplePhoto } from '../../../../test/photos/sample-photos.ts';
import {
  errorOf,
  type Part,
  type PhotoClient,
  startPhotoClient,
} from '../../../../test/support/photo-client.ts';
import { waitsForLock } from '../../../../test/support/waits-for-lock.ts';
import { photos } from '../schema.ts';

describe('POST /api/upload with an Idempotency-Key', () => {
  let client: PhotoClient;
  beforeAll(async () => {
    client = await startPhotoClient();
  });
  afterAll(() => client.product.close());

  it('a retry gets the same photos, and nothing is stored twice', async () => {
    const page = await quarteredPhoto(1);
    const keyed = { ...client.writer.headers, 'idempotency-key': 'one-intent' };
    const send = async (parts: Part[], headers: Record<string, string> = keyed) =>
      (await (await client.send(parts, headers)).json()) as UploadResponse;
    const first = await send([[page, 'a.jpg']]);
    const before = await client.kept();
    expect(await send([[page, 'a.jpg']])).toEqual(first);
    const twins = await Promise.all([send([[page, 'a.jpg']]), send([[page, 'a.jpg']])]);
    expect(twins).toEqual([first, first]);
    expect(await client.kept()).toEqual(before);

    const other = await errorOf(await client.send([[await quarteredPhoto(3), 'a.jpg']], keyed));
    expect(other).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await client.kept()).toEqual(before);
    const again = await send([[page, 'a.jpg']], { ...keyed, 'idempotency-key': 'another-intent' });
    expect(again.files[0]?.filename).not.toBe(first.files[0]?.filename);
  });

  it('three equal requests at once store the photos once', async () => {
    const heic = await samplePhoto('quarters.heic');
    const keyed = { ...client.writer.headers, 'idempotency-key': 'at-once' };
    const before = await client.kept();
    const answers = await Promise.all(
      [1, 2, 3].map(
        async () => (await (await client.send([[heic, 'a.heic']], keyed)).json()) as UploadResponse,
      ),
    );
    expect(new Set(answers.map(({ files }) => files[0]?.filename)).size).toBe(1);
    const after = await client.kept();
    expect([after.rows - before.rows, after.files - before.files]).toEqual([1, 3]);
  });

  it('a retry after a commit whose answer was lost gets photos that can be shown', async () => {
    const { db } = client.product.services;
    const keyed = { ...client.writer.headers, 'idempotency-key': 'lost-commit' };
    const before = await client.kept();
    const committed = db.transaction;
    const lost = vi.spyOn(db, 'transaction').mockImplementation(async (...asked) => {
      const result = await committed(...asked);
      if ((await db.$count(photos)) === before.rows) return result;
      lost.mockRestore();
      throw new Error('Connection terminated unexpectedly');
    });
    const page = await quarteredPhoto(1);
    expect((await client.send([[page, 'a.jpg']], keyed)).status).toBe(503);
    const again = (await (await client.send([[page, 'a.jpg']], keyed)).json()) as UploadResponse;
    expect((await client.photo(again.files[0]?.filename ?? '')).status).toBe(200);
    const after = await client.kept();
    expect([after.rows - before.rows, after.files - before.files]).toEqual([1, 3]);
  });

  it('nothing is left where the connection to the storage was lost, before the commit', async () => {
    const before = await client.kept();
    const { storage } = client.product.services;
    const put = storage.put.bind(storage);
    const lost = vi.spyOn(storage, 'put').mockImplementation(async (key, content) => {
      if (!key.endsWith('/thumbnail.jpg')) return put(key, content);
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('read'), { code: 'ECONNRESET' }),
      });
    });
    const page = await quarteredPhoto(2);
    expect((await client.send([[page, 'a.jpg']], client.writer.headers)).status).toBeGreaterThanOrEqual(500);
    lost.mockRestore();
    expect(await client.kept()).toEqual(before);
  });

  it('photos whose rows waited too long for a lock leave no files', async () => {
    const { db } = client.product.services;
    const before = await client.kept();
    await db.transaction(async (tx) => {
      await tx.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`photos of ${client.writer.uid}`}, 0))`,
      );
      const sent = client.send([[await quarteredPhoto(1), 'a.jpg']]);
      await waitsForLock(db, 1);
      await tx.execute(
        sql`select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect((await sent).status).toBe(503);
    });
    expect(await client.kept()).toEqual(before);
  });

  it('the key can be used again after a refusal, or after its photos were swept', async () => {
    const keyed = { ...client.writer.headers, 'idempotency-key': 'swept' };
    expect((await client.send([[Buffer.from('text'), 'a.jpg']], keyed)).status).toBe(415);
    const page = await quarteredPhoto(1);
    const first = (await (await client.send([[page, 'a.jpg']], keyed)).json()) as UploadResponse;
    await client.product.services.db.execute('delete from photos');
    const second = (await (await client.send([[page, 'a.jpg']], keyed)).json()) as UploadResponse;
    expect(second.files).toHaveLength(1);
    expect(second.files[0]?.filename).not.toBe(first.files[0]?.filename);
    expect((await client.photo(second.files[0]?.filename ?? '')).status).toBe(200);
    const empty = await client.send([[page, 'a.jpg']], { ...keyed, 'idempotency-key': 'x'.repeat(256) });
    expect(empty.status).toBe(400);
  });
});
