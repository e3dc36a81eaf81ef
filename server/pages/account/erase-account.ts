import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { writeAuditEntry } from '../../core/audit.ts';
import type { Transaction } from '../../core/db/database.ts';
import type { JobData } from '../../core/jobs/jobs.ts';
import { lockPhotos } from '../../letters/photos/personal-data.ts';
import { conversations } from '../../letters/schema.ts';
import type { EraseCause } from '../../people/identity/hand-over.ts';
import type { DataOwner } from '../../people/identity/personal-data.ts';
import { users } from '../../people/users/schema.ts';
import type { AllServices } from './erasure-list.ts';
import { PERSONAL_DATA } from './personal-data.ts';

const FILES_PER_JOB = 500;

/** For the books, ledger, purchases and coupons stay without name or address. @param replayed id in the list of erasures */
export async function eraseAccount(
  tx: Transaction,
  { queue, addressHash, erasures }: Pick<AllServices, 'queue' | 'addressHash' | 'erasures'>,
  uid: string,
  cause: EraseCause = 'account delete',
  replayed?: string,
): Promise<void> {
  // In the order of docs/decisions/0035, so that this waits for other transactions and never they for it as well.
  await lockPhotos(tx, uid);
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.accountUid, uid)).for('update');
  const owner: DataOwner = { uid, userId: user?.id ?? null };
  if (user) {
    const own = tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.userId, user.id));
    await own.orderBy(conversations.id).for('update');
  }
  const fileKeys: string[] = [];
  const details: Record<string, number> = {};
  for (const domain of PERSONAL_DATA) {
    const erased = await domain.erase?.(tx, owner, { addressHash });
    fileKeys.push(...(erased?.fileKeys ?? []));
    Object.assign(details, erased?.counts);
  }
  for (let from = 0; from < fileKeys.length; from += FILES_PER_JOB) {
    await queue.enqueue(tx, 'erase-files', { keys: fileKeys.slice(from, from + FILES_PER_JOB) });
  }
  const id = replayed ?? randomUUID();
  if (!replayed) {
    const erasure = { id, person: erasures.personOf(uid), cause, at: new Date().toISOString() };
    await queue.enqueue(tx, 'note-erasure', erasure);
  }
  await writeAuditEntry(tx, {
    actor: 'system',
    action: cause,
    subject: owner.userId === null ? 'nobody' : `user ${owner.userId}`,
    details: { ...details, erasure: id },
    outcome: 'done',
  });
}

/** A file that is missing is fine, so an interrupted job can start again. */
export async function eraseFiles(
  { storage }: Pick<AllServices, 'storage'>,
  { keys }: JobData['erase-files'],
): Promise<void> {
  for (const key of keys) await storage.delete(key);
}
