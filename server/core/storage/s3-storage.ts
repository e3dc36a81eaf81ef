import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  type Bucket,
  isStorageAway,
  type S3Body,
  S3Client,
  S3Error,
  type S3Request,
  type S3Times,
} from './s3-client.ts';
import { withSpooled } from './spool.ts';
import { assertStorageKey, MissingObject, type Storage, type StoredObject } from './storage.ts';

/** Overwritten by each check; no key begins with a dot. */
const CHECK_KEY = '.check';

/**
 * A put is one request: the old object or the new one, never a part. A stream is first written to disk, for its
 * length and hash.
 * @param onAway called when the service does not answer, instead of throwing
 * @throws {S3Error} when the bucket can't be reached or written
 */
export async function openS3Storage(
  bucket: Bucket,
  { onAway, times }: { onAway?: ((error: unknown) => void) | undefined; times?: Partial<S3Times> } = {},
): Promise<Storage> {
  const storage = new S3Storage(bucket, times);
  await storage.check().catch((error: unknown) => {
    if (!onAway || !isStorageAway(error)) throw error;
    onAway(error);
  });
  return storage;
}

/** Without a check whether the bucket answers. */
export const s3StorageOf = (bucket: Bucket): Storage => new S3Storage(bucket);

class S3Storage implements Storage {
  readonly description: string;
  readonly #client: S3Client;

  constructor(bucket: Bucket, times?: Partial<S3Times>) {
    this.#client = new S3Client(bucket, times);
    this.description = `photos and messages in the bucket ${bucket.name} at ${bucket.endpoint}`;
  }

  async put(key: string, source: Readable | Buffer): Promise<number> {
    assertStorageKey(key);
    if (Buffer.isBuffer(source)) return this.#put(key, bodyOf(source));
    return withSpooled(source, (body) => this.#put(key, body));
  }

  async read(key: string): Promise<{ stream: Readable; size: number }> {
    assertStorageKey(key);
    try {
      const stream = await this.#client.send({ method: 'GET', key });
      // It may fail before it is read, and an error without a listener ends the process; reading throws it.
      stream.on('error', () => {});
      return { stream, size: Number(stream.headers['content-length'] ?? 0) };
    } catch (error) {
      throw isMissing(error) ? new MissingObject(key) : error;
    }
  }

  async delete(key: string): Promise<void> {
    assertStorageKey(key);
    try {
      await this.#act({ method: 'DELETE', key });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    let after: string | undefined;
    do {
      const query = { 'list-type': '2', prefix, ...(after ? { 'continuation-token': after } : {}) };
      const page = await this.#act({ method: 'GET', query });
      for (const entry of page.split('<Contents>').slice(1)) {
        const key = elementOf(entry, 'Key');
        const modifiedAt = new Date(elementOf(entry, 'LastModified'));
        if (!key.startsWith('.')) yield { key, modifiedAt, size: Number(elementOf(entry, 'Size')) };
      }
      after =
        elementOf(page, 'IsTruncated') === 'true' ? elementOf(page, 'NextContinuationToken') : undefined;
    } while (after);
  }

  /** An interrupted put leaves nothing in the bucket. */
  async removeUnfinished(): Promise<number> {
    return 0;
  }

  async check(): Promise<void> {
    await this.#put(CHECK_KEY, bodyOf(Buffer.from('ok')));
  }

  async #put(key: string, body: S3Body): Promise<number> {
    await this.#act({ method: 'PUT', key, body });
    return body.bytes;
  }

  /** @returns the response body, read to its end so that the connection is free again */
  async #act(request: S3Request): Promise<string> {
    return text(await this.#client.send(request));
  }
}

function bodyOf(content: Buffer): S3Body {
  const hash = createHash('sha256').update(content).digest('hex');
  return { open: () => content, bytes: content.length, hash };
}

const isMissing = (error: unknown): boolean =>
  error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function elementOf(xml: string, element: string): string {
  const [, after = ''] = xml.split(`<${element}>`, 2);
  const end = after.indexOf(`</${element}>`);
  const value = after.slice(0, Math.max(0, end));
  return value.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
}
