import path from 'node:path';
import { canonicalAddress } from './address-aliases.ts';
import { BadSettings, type Config } from './config.ts';
import type { Database, Transaction } from './db/database.ts';
import { addressHashCheck } from './schema.ts';
import { readSecretFile, secretFile } from './secret-file.ts';
import { sign } from './secrets.ts';

export const ADDRESS_HASH_KEY_FILE = 'address-hash-key';

/** HMAC-SHA-256 (RFC 2104) of the canonical address, 43 characters. Remembers an address without keeping it. */
export type AddressHash = (email: string) => string;

/** Not an address, so it is the hash of none. */
const checkValueOf = (key: string) => sign(key, 'check value of the address hash key');

/**
 * The key is a setting or a file of the data folder, made at the first start. Unlike the session secret it cannot
 * be replaced: with another one nobody's block would be found.
 * @throws {BadSettings} when the key is missing, or is another than the one with which this database began
 */
export async function openAddressHash(config: Config, db: Database): Promise<AddressHash> {
  const [known] = await db.select().from(addressHashCheck);
  if (!known) {
    const made =
      config.ADDRESS_HASH_KEY ?? (await secretFile(path.resolve(config.DATA_DIR), ADDRESS_HASH_KEY_FILE));
    // Of two processes that start at once the first gives the value; the other is compared with it.
    await db
      .insert(addressHashCheck)
      .values({ value: checkValueOf(made) })
      .onConflictDoNothing();
  }
  const key = await readAddressHashKey(config, db);
  return (email) => sign(key, canonicalAddress(email));
}

/** The database must be migrated and have been started with. @throws {BadSettings} as `openAddressHash` */
export async function readAddressHashKey(config: Config, db: Database): Promise<string> {
  const file = path.resolve(config.DATA_DIR, ADDRESS_HASH_KEY_FILE);
  const key = config.ADDRESS_HASH_KEY ?? (await readSecretFile(file));
  const [known] = await db.select().from(addressHashCheck);
  if (key === null) throw wrongKey(`the key of this database is missing. Set it, or restore ${file}.`);
  if (known && known.value !== checkValueOf(key))
    throw wrongKey('this database was begun with another key. Set that one.');
  return key;
}

/** Begins with another key: see `operator/renew-address-key.ts`. @throws {BadSettings} for the same */
export async function replaceAddressHash(config: Config, tx: Transaction): Promise<AddressHash> {
  const [known] = await tx.select().from(addressHashCheck).for('update');
  const key =
    config.ADDRESS_HASH_KEY ?? (await secretFile(path.resolve(config.DATA_DIR), ADDRESS_HASH_KEY_FILE));
  const value = checkValueOf(key);
  if (!known || known.value === value)
    throw new BadSettings('ADDRESS_HASH_KEY: the key of this database is there. Nothing was changed.');
  await tx.update(addressHashCheck).set({ value });
  return (email) => sign(key, canonicalAddress(email));
}

function wrongKey(problem: string): BadSettings {
  return new BadSettings(
    `ADDRESS_HASH_KEY: ${problem} All processes have the same; with another one, who asked for no more letters would be forgotten. If it is lost for good: docs/operate.md, 'A lost key of addresses'.`,
  );
}
