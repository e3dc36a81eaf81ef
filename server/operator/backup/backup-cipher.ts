import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { ReadableStream as NodeStream } from 'node:stream/web';
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

  /** Name of an object by content and key: whoever has the same content cannot tell by the name that it is stored. */
  nameOf(sha256: string): string {
    return createHmac('sha256', this.#nameKey).update(sha256).digest('hex');
  }

  async encrypt(source: Readable | Buffer): Promise<Readable> {
    return Readable.from(await this.#encrypter.encrypt(streamOf(source)), { objectMode: false });
  }

  /** Fails at the first damaged part. @throws {OperatorError} for a file of another key */
  async decrypt(source: Readable): Promise<Readable> {
    try {
      return Readable.from(await this.#decrypter.decrypt(streamOf(source)), { objectMode: false });
    } catch (error) {
      source.destroy();
      if (error instanceof Error && ANOTHER_KEY.test(error.message))
        throw new OperatorError('This backup was encrypted with another key than BACKUP_KEY.');
      throw error;
    }
  }
}

/** The global `ReadableStream` lacks `from` in its types. */
const streamOf = (source: Readable | Buffer) =>
  NodeStream.from(Buffer.isBuffer(source) ? [source] : source) as ReadableStream<Uint8Array>;
