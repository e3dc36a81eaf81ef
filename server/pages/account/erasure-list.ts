import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { readJson } from '../../../shared/read-json.ts';
import type { Erasure } from '../../core/jobs/jobs.ts';
import { deriveKey, isSameSecret, sign } from '../../core/secrets.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { LetterServices } from '../../letters/photos/convert/converter.ts';
import type { InboundHandlers } from '../../mail/in/process-message.ts';
import type { IdentityServices } from '../../people/identity/identity-provider.ts';

/** Every service of the running product. */
export interface AllServices extends LetterServices {
  erasures: ErasureList;
  on: InboundHandlers & IdentityServices['on'];
}

/** No sweep looks there. */
export const ERASURES = 'installation/erased/';
/** An entry has about 250. */
const MOST_BYTES = 2_000;
const CONCURRENT = 20;

const entrySchema = z.object({
  id: z.uuid(),
  person: z.string(),
  cause: z.enum(['account delete', 'account hand over']),
  at: z.iso.datetime(),
  mac: z.string(),
});

export class ErasuresUnknown extends Error {
  override name = 'ErasuresUnknown';
}

/**
 * Who was erased, kept outside of the database: one that is set back has these people again. Each entry is an object of its
 * own, written once and authenticated by a key derived from that of address hashes: whoever can write to storage can
 * neither read who was erased nor have somebody erased.
 */
export class ErasureList {
  readonly #key: Buffer;
  readonly #storage: Storage;
  readonly #alsoIn: Storage | null;

  /** @param alsoIn the bucket of backups, which has each entry at once as well */
  constructor(addressKey: string, storage: Storage, alsoIn: Storage | null = null) {
    this.#key = deriveKey(Buffer.from(addressKey), 'erasures');
    this.#storage = storage;
    this.#alsoIn = alsoIn;
  }

  personOf(uid: string): string {
    return sign(this.#key, `person ${uid}`);
  }

  async note(erasure: Erasure): Promise<void> {
    const { id, person, cause, at } = erasure;
    const mac = sign(this.#key, contentOf(erasure));
    const entry = Buffer.from(JSON.stringify({ id, person, cause, at, mac }));
    await this.#storage.put(ERASURES + id, entry);
    await this.#alsoIn?.put(ERASURES + id, entry);
  }

  /** @returns the entries that are ours, and the keys of those that are not or are damaged */
  async read(): Promise<{ erasures: Erasure[]; faults: string[] }> {
    const keys: string[] = [];
    for await (const { key } of this.#storage.list(ERASURES)) keys.push(key);
    const erasures: Erasure[] = [];
    const faults: string[] = [];
    for (let from = 0; from < keys.length; from += CONCURRENT) {
      const part = keys.slice(from, from + CONCURRENT);
      const read = await Promise.all(part.map((key) => this.#readOne(key)));
      for (const [index, entry] of read.entries()) {
        if (entry) erasures.push(entry);
        else faults.push(part[index] ?? '');
      }
    }
    return { erasures, faults };
  }

  async #readOne(key: string): Promise<Erasure | null> {
    const { stream, size } = await this.#storage.read(key);
    if (size > MOST_BYTES) {
      stream.destroy();
      return null;
    }
    const read = readJson(await text(stream), entrySchema);
    if (!read || key !== ERASURES + read.id) return null;
    const { mac, ...erasure } = read;
    return isSameSecret(mac, sign(this.#key, contentOf(erasure))) ? erasure : null;
  }
}

const contentOf = ({ id, person, cause, at }: Erasure) => JSON.stringify(['erased', id, person, cause, at]);
