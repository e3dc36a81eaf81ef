import { and, asc, eq } from 'drizzle-orm';
import type { Passkey } from '../../../../shared/passkeys.ts';
import type { Executor } from '../../../core/db/database.ts';
import { first } from '../../../core/db/first.ts';
import { passkeys } from '../schema.ts';

export type StoredPasskey = typeof passkeys.$inferSelect;

export function findPasskeys(db: Executor, uid: string): Promise<StoredPasskey[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.uid, uid))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export const presentPasskey = (row: StoredPasskey): Passkey => ({
  id: row.id,
  credentialId: row.credentialId,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

const own = (uid: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.uid, uid));

export const renamePasskey = (db: Executor, uid: string, id: string, name: string) =>
  first(db.update(passkeys).set({ name }).where(own(uid, id)).returning());

/** @returns false when the person has no such passkey */
export async function removePasskey(db: Executor, uid: string, id: string): Promise<boolean> {
  const { rowCount } = await db.delete(passkeys).where(own(uid, id));
  return rowCount === 1;
}

export async function removePasskeys(db: Executor, uid: string): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.uid, uid));
}
