import { and, asc, eq, sql } from 'drizzle-orm';
import type { AddressFileEntry } from '../../shared/address-file.ts';
import type { Executor } from '../platform/db/database.ts';
import { occasions } from '../platform/db/schema/occasions.ts';
import { recipients } from '../platform/db/schema/recipients.ts';
import { writeCsv, writeVcards } from './address-files.ts';

/** Format of a file of addresses, its media type, and how it is written. */
export const ADDRESS_FILES = {
  vcf: { type: 'text/vcard; charset=utf-8', write: writeVcards },
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
} as const;

export const ADDRESS_FILE_NAME = 'address-book';

/** Everybody in a person's address book, by name. */
export function addressFileEntries(db: Executor, ownerUid: string): Promise<AddressFileEntry[]> {
  return db
    .select({
      name: recipients.name,
      email: recipients.email,
      greetingName: sql<string>`coalesce(${recipients.greetingName}, '')`,
      timeZone: recipients.timeZone,
      language: recipients.language,
      birthday: { month: occasions.month, day: occasions.day, year: occasions.year },
    })
    .from(recipients)
    .leftJoin(occasions, and(eq(occasions.recipientId, recipients.id), eq(occasions.kind, 'birthday')))
    .where(eq(recipients.ownerUid, ownerUid))
    .orderBy(asc(sql`lower(${recipients.name})`), asc(recipients.id));
}
