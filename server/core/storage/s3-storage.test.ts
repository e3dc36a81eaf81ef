import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type S3StandInServer, startS3StandIn } from '../../../test/stand-ins/s3-stand-in-server.ts';
import { describesStorage } from '../../../test/support/storage-contract.ts';
import { openS3Storage } from './s3-storage.ts';

let service: S3StandInServer;
beforeAll(async () => {
  service = await startS3StandIn();
});
afterAll(() => service.close());
afterEach(() => {
  service.requests.length = 0;
  service.faults.length = 0;
});

/** Short pauses between attempts. */
const open = () => openS3Storage(service.bucket, { times: { pauses: [5, 5, 5] } });

describe('S3 storage', () => {
  describesStorage(async () => {
    const storage = await open();
    for await (const { key } of storage.list('')) await storage.delete(key);
    return storage;
  });

  it('describes its bucket', async () => {
    expect((await open()).description).toBe(
      `photos and messages in the bucket letters at ${service.bucket.endpoint}`,
    );
  });

  it('fails to open with a wrong secret, key, bucket or address, and names the reason', async () => {
    const refusal = (change: object) =>
      openS3Storage({ ...service.bucket, ...change }, { times: { pauses: [5] } }).then(
        () => 'opened',
        (error: Error) => error.message,
      );
    expect(await refusal({ secretAccessKey: 'wrong-secret' })).toContain('403 SignatureDoesNotMatch');
    expect(await refusal({ accessKeyId: 'WRONG' })).toContain('403 InvalidAccessKeyId');
    expect(await refusal({ name: 'nowhere' })).toContain('404 NoSuchBucket');
    expect(await refusal({ endpoint: 'http://127.0.0.1:1' })).toContain('gave no answer');
    expect(await refusal({ secretAccessKey: 'wrong-secret' })).not.toContain('wrong-secret');
  });

  it.each(['unavailable', 'slow-down', 'reset', 'reset-after-answer'] as const)(
    'retries when the service fails: %s',
    async (fault) => {
      const storage = await open();
      const big = randomBytes(2_000_000);
      const inPieces = () => Readable.from([big.subarray(0, 700_000), big.subarray(700_000)]);
      service.faults.push(fault, fault, fault);
      expect(await storage.put('photos/a.jpg', inPieces())).toBe(big.length);
      service.faults.push(fault, fault);
      const { stream, size } = await storage.read('photos/a.jpg');
      expect(size).toBe(big.length);
      expect((await buffer(stream)).equals(big)).toBe(true);
      service.faults.push(fault);
      await storage.delete('photos/a.jpg');
      expect(service.requests).toHaveLength(1 + 4 + 3 + 2);
    },
  );

  it('gives up after four attempts, and leaves the old object', async () => {
    const storage = await open();
    await storage.put('kept', Buffer.from('old'));
    service.faults.push('unavailable', 'unavailable', 'unavailable', 'unavailable');
    await expect(storage.put('kept', Buffer.from('new'))).rejects.toThrow('503');
    expect(String(await buffer((await storage.read('kept')).stream))).toBe('old');
  });

  it('gives up a service that is frozen, lets one request at a time ask whether it is back, and goes on when it is', async () => {
    const storage = await openS3Storage(service.bucket, { times: { pauses: [], silence: 500 } });
    await storage.put('kept', Buffer.from('content'));
    service.requests.length = 0;
    service.faults.push('frozen', 'frozen');
    await expect(storage.read('kept')).rejects.toThrow('silent');
    const [probe, other] = await Promise.allSettled([storage.read('kept'), storage.read('kept')]);
    expect([probe.status, other.status]).toEqual(['rejected', 'rejected']);
    expect(service.requests).toHaveLength(2);
    expect(String(await buffer((await storage.read('kept')).stream))).toBe('content');
    expect(String(await buffer((await storage.read('kept')).stream))).toBe('content');
  });

  it('does not retry a refusal', async () => {
    const storage = await open();
    await expect(storage.read('never')).rejects.toThrow();
    expect(service.requests.filter((request) => request.startsWith('GET'))).toHaveLength(1);
  });

  it('errors the stream of an object that arrives incomplete', async () => {
    const storage = await open();
    await storage.put('long', randomBytes(3_000_000));
    service.faults.push('cut-answer');
    const { stream } = await storage.read('long');
    await expect(buffer(stream)).rejects.toThrow();
  });

  it('waits for whoever reads an object slowly, and no longer for the service', async () => {
    const big = randomBytes(3_000_000);
    await (await open()).put('long', big);
    const storage = await openS3Storage(service.bucket, { times: { silence: 700 } });
    const { stream } = await storage.read('long');
    await sleep(2_000);
    expect((await buffer(stream)).equals(big)).toBe(true);
    service.faults.push('frozen-answer');
    const half = await storage.read('long');
    await sleep(2_000);
    await expect(buffer(half.stream)).rejects.toThrow('aborted');
  });

  it('lists more objects than one page holds', async () => {
    const storage = await open();
    const keys = Array.from({ length: 1_050 }, (_, number) => `many/${number % 7}/${number}`);
    for (let from = 0; from < keys.length; from += 50) {
      await Promise.all(keys.slice(from, from + 50).map((key) => storage.put(key, Buffer.from('x'))));
    }
    const listed: string[] = [];
    for await (const { key } of storage.list('many/')) listed.push(key);
    expect(listed.sort()).toEqual(keys.sort());
  });

  it('leaves no spooled file', async () => {
    const storage = await open();
    await storage.put('spooled', Readable.from(['a', 'b']));
    await expect(storage.put('spooled', Readable.from(failing()))).rejects.toThrow('the source broke');
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('slow-letters-spool'))).toEqual([]);
  });
});

async function* failing(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(1000);
  throw new Error('the source broke');
}
