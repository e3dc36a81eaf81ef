import { and, eq, inArray } from 'drizzle-orm';
import type { AddressFileEntry } from '../../../packages/address-files/address-file.ts';
import { CSV_HEAD, writeCsvRows, writeVcards } from '../../../packages/address-files/write-address-files.ts';
import { byName } from '../../../shared/text-order.ts';
import type { Executor } from '../../core/db/database.ts';
import { EXPORTED_AT_ONCE } from '../identity/personal-data.ts';
import { occasions } from '../occasions/schema.ts';
import { wire } from './data.ts';
import { recipients } from './schema.ts';

export const ADDRESS_FILES = {
  vcf: { type: 'text/vcard; charset=utf-8', head: '', write: writeVcards },
  csv: { type: 'text/csv; charset=utf-8', head: CSV_HEAD, write: writeCsvRows },
} as const;

/** By name, in parts. @param language BCP 47, of the order of names */
export async function* addressFile(
  db: Executor,
  ownerUid: string,
  language: string,
  format: keyof typeof ADDRESS_FILES,
): AsyncGenerator<string> {
  const { head, write } = ADDRESS_FILES[format];
  if (head) yield head;
  for await (const entries of addressBook(db, ownerUid, language)) yield write(entries);
}

/** By name, in parts. @param language BCP 47, of the order of names */
export async function* addressBook(
  db: Executor,
  ownerUid: string,
  language: string,
): AsyncGenerator<(AddressFileEntry & { savedAt: Date })[]> {
  const everybody = await db
    .select({ id: recipients.id, name: recipients.name })
    .from(recipients)
    .where(eq(recipients.ownerUid, ownerUid));
  const ids = everybody.sort(byName(language)).map(({ id }) => id);
  for (let at = 0; at < ids.length; at += EXPORTED_AT_ONCE) {
    const part = ids.slice(at, at + EXPORTED_AT_ONCE);
    const entries = await db
      .select({
        ...wire,
        birthday: { month: occasions.month, day: occasions.day, year: occasions.year },
        savedAt: recipients.createdAt,
      })
      .from(recipients)
      .leftJoin(occasions, and(eq(occasions.recipientId, recipients.id), eq(occasions.kind, 'birthday')))
      .where(and(eq(recipients.ownerUid, ownerUid), inArray(recipients.id, part)));
    yield entries.sort(byName(language));
  }
}
