import { and, eq, inArray } from 'drizzle-orm';
import { USUAL_REMIND_DAYS } from '../../../shared/occasions.ts';
import type { Transaction } from '../../core/db/database.ts';
import { occasions } from './schema.ts';

type Birthday = Pick<typeof occasions.$inferInsert, 'recipientId' | 'month' | 'day' | 'year'>;

/** Somebody who has a birthday keeps it. */
export async function insertBirthdays(tx: Transaction, ownerUid: string, birthdays: Birthday[]) {
  if (birthdays.length === 0) return [];
  const fields = { ownerUid, kind: 'birthday', remindDays: USUAL_REMIND_DAYS } as const;
  return tx
    .insert(occasions)
    .values(birthdays.map((birthday) => ({ ...fields, ...birthday })))
    .onConflictDoNothing()
    .returning({ id: occasions.id, recipientId: occasions.recipientId });
}

export async function removeBirthdays(tx: Transaction, ownerUid: string, ids: number[]): Promise<void> {
  await tx
    .delete(occasions)
    .where(and(eq(occasions.ownerUid, ownerUid), eq(occasions.kind, 'birthday'), inArray(occasions.id, ids)));
}
