import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { BadSettings } from '../../core/config.ts';
import { deriveKey } from '../../core/secrets.ts';
import { OperatorError } from '../command.ts';

/** The message of `age-encryption` for a file that is not for this key. */
const ANOTHER_KEY = /no identity matched/;

/**
 * Encrypts the files of a backup in the format of age (age-encryption.org/v1), 64 KiB at a time: the program `age` reads them
 * as well. Each part is authenticated, and so is the end, so a file that was cut off or altered is not read to its end.
 */
export class BackupCipher {
  readonly #encrypter = new Encrypter();
  readonly #decrypter = new Decrypter();
  readonly #nameKey: Buffer;

  private constructor(key: string, recipient: string) {
    this.#encrypter.addRecipient(recipient);
    this.#decrypter.addIdentity(key);
    this.#nameKey = deriveKey(Buffer.from(key), 'names of backed up objects');
  }

  /**
   * @param key `AGE-SECRET-KEY-1…`
   * @throws {BadSettings} for one that is cut off or misspelt
   */
  static async open(key: string): Promise<BackupCipher> {
    try {
      return new BackupCipher(key, await identityToRecipient(key));
    } catch (cause) {
      throw new BadSettings('BACKUP_KEY: is misspelt or cut off. npm run admin -- backup key makes one.', {
        cause,
      });
    }
  }

  /** Name of an object by its content, which does not tell the content to whoever has it already. 64 hexadecimal digits. */
  nameOf(sha256: string): string {
    return createHmac('sha256', this.#nameKey).update(sha256).digest('hex');
  }

  async encrypt(source: Readable | Buffer): Promise<Readable> {
    return Readable.from(chunksOf(await this.#encrypter.encrypt(streamOf(source))), { objectMode: false });
  }

  /**
   * The stream fails at the first part that is damaged.
   * @throws {OperatorError} for a file that was encrypted with another key; Error for a damaged one
   */
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

/** What `age-encryption` takes: a stream of the web, pulled as it is read. */
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
    // After an error there is nothing to cancel, and the read has thrown it.
    await reader.cancel().catch(() => undefined);
  }
}
