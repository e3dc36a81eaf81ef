import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { BadSettings } from '../../core/config.ts';
import { deriveKey } from '../../core/secrets.ts';
import { OperatorError } from '../command.ts';

const ANOTHER_KEY = /no identity matched/;

/** age's format (age-encryption.org/v1), 64 KiB at a time, each part and the end authenticated. */
export class BackupCipher {
  readonly #encrypter = new Encrypter();
  readonly #decrypter = new Decrypter();
  readonly #nameKey: Buffer;

  private constructor(key: string, recipient: string) {
    this.#encrypter.addRecipient(recipient);
    this.#decrypter.addIdentity(key);
    this.#nameKey = deriveKey(Buffer.from(key), 'names of backed up objects');
  }

  /** @throws {BadSettings} for a key that is cut off or misspelt */
  static async open(key: string): Promise<BackupCipher> {
    try {
      return new BackupCipher(key, await identityToRecipient(key));
    } catch (cause) {
      throw new BadSettings('BACKUP_KEY: is misspelt or cut off. npm run admin -- backup key makes one.', {
        cause,
      });
    }
  }

  /** Name of an object by its content, which does not tell the content to whoever has it already. */
  nameOf(sha256: string): string {
    return createHmac('sha256', this.#nameKey).update(sha256).digest('hex');
  }

  async encrypt(source: Readable | Buffer): Promise<Readable> {
    return Readable.from(chunksOf(await this.#encrypter.encrypt(streamOf(source))), { objectMode: false });
  }

  /** Fails at the first damaged part. @throws {OperatorError} for a file of another key */
  async decrypt(source: Readable): Promise<Readable> {
    try {
      return Readable.from(chunksOf(await this.#decrypter.decrypt(streamOf(source))), { objectMode: false });
    } catch (error) {
      source.destroy();
      if (error instanceof Error && ANOTHER_KEY.test(error.message))
        throw new OperatorError('This backup was encrypted with another key than BACKUP_KEY.');
      throw error;
    }
  }
}

function streamOf(source: Readable | Buffer): ReadableStream<Uint8Array> {
  const chunks = (Buffer.isBuffer(source) ? Readable.from([source]) : source)[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
