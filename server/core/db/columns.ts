import { bigint, customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import { cleanSenderName } from '../../../shared/person-name.ts';

/** Amounts are credits or cents, times UTC, sizes bytes or pixels. `uid` is the identity provider's, `users.id` ours. */
export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
/** the key of a row of another table */
export const numberOf = () => bigint({ mode: 'number' }).notNull();
export const uuidOf = () => uuid().notNull();
/** milliseconds: what JavaScript and the wire can hold, so that a cursor compares exactly */
export const time = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 });
export const now = () => time().notNull().defaultNow();
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** the name of a sender, which may be from before it was checked; raw SQL has it as it is stored */
export const signingName = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  fromDriver: cleanSenderName,
});
