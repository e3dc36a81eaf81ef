import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { MissingObject, type Storage, type StoredObject } from '../../server/core/storage/storage.ts';

/**
 * Tests that every implementation of Storage must pass.
 * @param open opens an empty store, for each test
 */
export function describesStorage(open: () => Promise<Storage>): void {
  it('returns what was put, from a buffer and from a stream', async () => {
    const storage = await open();
    const big = randomBytes(3_000_000);
    expect(await storage.put('photos/ab/one/display.jpg', Buffer.from('small'))).toBe(5);
    expect(await storage.put('messages/two.eml', Readable.from(chunks(big, 64 * 1024)))).toBe(big.length);
    expect(await contentOf(storage, 'photos/ab/one/display.jpg')).toEqual(Buffer.from('small'));
    expect((await contentOf(storage, 'messages/two.eml')).equals(big)).toBe(true);
  });

  it('gives the size before a byte is read', async () => {
    const storage = await open();
    await storage.put('a', Buffer.alloc(1234));
    const { stream, size } = await storage.read('a');
    stream.destroy();
    expect(size).toBe(1234);
  });

  it('stores an empty object', async () => {
    const storage = await open();
    expect(await storage.put('empty', Buffer.alloc(0))).toBe(0);
    expect((await contentOf(storage, 'empty')).length).toBe(0);
  });

  it('replaces an object at once, while a reader continues with the old one', async () => {
    const storage = await open();
    const old = randomBytes(500_000);
    await storage.put('letter', old);
    const reading = await storage.read('letter');
    await storage.put('letter', Buffer.from('new'));
    expect((await buffer(reading.stream)).equals(old)).toBe(true);
    expect(await contentOf(storage, 'letter')).toEqual(Buffer.from('new'));
  });

  it('stores nothing of a source that fails, and keeps the old object', async () => {
    const storage = await open();
    await storage.put('kept', Buffer.from('old'));
    for (const key of ['kept', 'never']) {
      await expect(storage.put(key, Readable.from(failing()))).rejects.toThrow('the source broke');
    }
    expect(await contentOf(storage, 'kept')).toEqual(Buffer.from('old'));
    await expect(storage.read('never')).rejects.toThrow(MissingObject);
  });

  it('treats a destroyed source as a failed one', async () => {
    const storage = await open();
    const source = new Readable({ read() {} });
    source.push('half');
    const putting = storage.put('half', source);
    source.destroy();
    await expect(putting).rejects.toThrow();
    await expect(storage.read('half')).rejects.toThrow(MissingObject);
    await expect(storage.put('half', source), 'destroyed before it was put').rejects.toThrow();
    await expect(storage.read('half')).rejects.toThrow(MissingObject);
  });

  it('rejects for a source that breaks before its first byte is read', async () => {
    const storage = await open();
    const source = new Readable({ read() {} });
    const putting = storage.put('broken', source);
    source.destroy(new Error('broke at once'));
    await expect(putting).rejects.toThrow('broke at once');
    await expect(storage.read('broken')).rejects.toThrow(MissingObject);
  });

  it('deletes an object, and ignores a missing one', async () => {
    const storage = await open();
    await storage.put('photos/ab/one/display.jpg', Buffer.from('x'));
    await storage.put('photos/ab/one/mail.jpg', Buffer.from('y'));
    await storage.delete('photos/ab/one/display.jpg');
    await storage.delete('photos/ab/one/display.jpg');
    await storage.delete('never/there');
    await expect(storage.read('photos/ab/one/display.jpg')).rejects.toThrow(MissingObject);
    expect(await contentOf(storage, 'photos/ab/one/mail.jpg')).toEqual(Buffer.from('y'));
  });

  it('names the missing key', async () => {
    const storage = await open();
    await storage.put('photos/ab/one', Buffer.from('x'));
    for (const key of ['photos', 'photos/ab', 'photos/ab/two', 'photos/ab/one/below']) {
      await expect(storage.read(key), key).rejects.toThrow(new MissingObject(key));
    }
  });

  it('rejects keys that leave the store or are ambiguous', async () => {
    const storage = await open();
    const bad = ['', '/', '/etc/passwd', '../out', 'a/../../out', 'a/..', 'a//b', 'a/', './a', '.hidden'];
    const alsoBad = [
      'a\\b',
      'a\0b',
      'A',
      'a b',
      'é',
      'a/.part',
      'a'.repeat(201),
      'a/'.repeat(300).concat('a'),
    ];
    for (const key of [...bad, ...alsoBad]) {
      await expect(storage.put(key, Buffer.from('x')), key).rejects.toThrow('Not a storage key');
      await expect(storage.read(key), key).rejects.toThrow('Not a storage key');
      await expect(storage.delete(key), key).rejects.toThrow('Not a storage key');
    }
  });

  it('handles concurrent puts and deletes in one folder', async () => {
    const storage = await open();
    const names = Array.from({ length: 40 }, (_, index) => `photos/ab/${index % 4}/${index}.jpg`);
    await Promise.all(
      names.map(async (key, index) => {
        await storage.put(key, Buffer.from(key));
        if (index % 2 === 0) await storage.delete(key);
      }),
    );
    for (const [index, key] of names.entries()) {
      if (index % 2 === 0) await expect(storage.read(key), key).rejects.toThrow(MissingObject);
      else expect(String(await contentOf(storage, key))).toBe(key);
    }
  });

  it('lists objects with the time they were put', async () => {
    const storage = await open();
    const before = Date.now();
    for (const key of [
      'photos/ab/one/display.jpg',
      'photos/cd/two',
      'inbound/2026-01/x.eml',
      'photosynthesis',
    ]) {
      await storage.put(key, Buffer.from(key));
    }
    await storage.put('photos/gone', Buffer.from('x'));
    await storage.delete('photos/gone');
    const listed = await listOf(storage, 'photos/');
    expect(listed.map(({ key }) => key).sort()).toEqual(['photos/ab/one/display.jpg', 'photos/cd/two']);
    for (const { modifiedAt } of listed) {
      // Stores keep whole seconds.
      expect(modifiedAt.getTime()).toBeGreaterThanOrEqual(before - 1_000);
      expect(modifiedAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    }
    expect(await listOf(storage, 'never/')).toEqual([]);
  });

  it('allows deletes while listing', async () => {
    const storage = await open();
    for (let number = 0; number < 12; number += 1) await storage.put(`photos/${number}/a`, Buffer.from('x'));
    for await (const { key } of storage.list('photos/')) await storage.delete(key);
    expect(await listOf(storage, 'photos/')).toEqual([]);
  });

  it('keeps every object in removeUnfinished', async () => {
    const storage = await open();
    await storage.put('photos/one', Buffer.from('x'));
    expect(await storage.removeUnfinished(new Date(Date.now() + 60_000))).toBe(0);
    expect(String(await contentOf(storage, 'photos/one'))).toBe('x');
  });

  it('passes its check', async () => {
    const storage = await open();
    await expect(storage.check()).resolves.toBeUndefined();
  });
}

async function listOf(storage: Storage, prefix: string): Promise<StoredObject[]> {
  const all: StoredObject[] = [];
  for await (const object of storage.list(prefix)) all.push(object);
  return all;
}

async function contentOf(storage: Storage, key: string): Promise<Buffer> {
  const { stream } = await storage.read(key);
  return buffer(stream);
}

function* chunks(content: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}

async function* failing(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(100_000);
  throw new Error('the source broke');
}
