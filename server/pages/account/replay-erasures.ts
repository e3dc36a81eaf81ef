import { sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { writeAuditEntry } from '../../core/audit.ts';
import { closeRestoredAccount } from '../../people/identity/close-account.ts';
import { eraseAccount } from './erase-account.ts';
import type { AllServices } from './erasure-list.ts';
import { ERASURES, ErasuresUnknown } from './erasure-list.ts';
import { PERSONAL_DATA } from './personal-data.ts';

type Needs = Pick<AllServices, 'db' | 'erasures'>;

/** A noted erasure that the list lacks shows that the list is of another storage. @throws {ErasuresUnknown} */
async function findDueErasures({ db, erasures }: Needs) {
  const list = await erasures.read().catch((cause: unknown) => {
    throw new ErasuresUnknown(
      `Who was erased is not known, because storage does not answer: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  });
  const { rows } = await db.execute<{ id: string; noted: boolean }>(sql`
    select details->>'erasure' as id, not exists (
      select 1 from jobs.job where name = 'note-erasure' and state <> 'completed'
        and data->>'id' = details->>'erasure') as noted
    from audit_entries where details ? 'erasure'`);
  const done = new Set(rows.map(({ id }) => id));
  const listed = new Set(list.erasures.map(({ id }) => id));
  const missing = rows.filter(({ id, noted }) => noted && !listed.has(id)).length;
  const faults: string[] = [];
  if (list.faults.length > 0)
    faults.push(
      `${list.faults.length} entries of the list of erasures are damaged, forged or made with another ADDRESS_HASH_KEY, the first ${list.faults[0]}.`,
    );
  if (missing > 0)
    faults.push(
      `The list of erasures (${ERASURES} in storage) lacks ${missing} that the database knows: it is not whole, or of another storage.`,
    );
  return { due: list.erasures.filter(({ id }) => !done.has(id)), faults };
}

/** Cut off, the next call goes on. @param despite erases what a list that is not whole names @throws {ErasuresUnknown} */
export async function replayErasures(
  services: AllServices,
  { despite = false }: { despite?: boolean } = {},
): Promise<{ erased: number; absent: number }> {
  const { due, faults } = await findDueErasures(services);
  if (faults.length > 0 && !despite) throw new ErasuresUnknown(faults.join(' '));
  const uids = due.length > 0 ? await uidsByPerson(services) : new Map<string, string>();
  let erased = 0;
  for (const { id, person, cause, at } of due) {
    const uid = uids.get(person);
    if (uid === undefined) {
      await writeAuditEntry(services.db, {
        actor: 'system',
        action: cause,
        subject: 'nobody',
        details: { erasure: id },
        outcome: 'not here',
      });
      continue;
    }
    await closeRestoredAccount(services, { uid, cause, at: new Date(at) }, (tx) =>
      eraseAccount(tx, services, uid, cause, id),
    );
    erased++;
  }
  return { erased, absent: due.length - erased };
}

async function uidsByPerson({ db, erasures }: Needs): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ uid: string }>(everyUid());
  return new Map(rows.map(({ uid }) => [erasures.personOf(uid), uid]));
}

const UID_COLUMNS = ['uid', 'owner_uid', 'owner', 'account_uid'];

function everyUid() {
  const selects = PERSONAL_DATA.flatMap(({ tables }) => tables).flatMap((table) =>
    getTableConfig(table)
      .columns.filter(({ name }) => UID_COLUMNS.includes(name))
      .map((column) => sql`select ${column} as uid from ${table} where ${column} is not null`),
  );
  return sql.join(selects, sql` union `);
}
