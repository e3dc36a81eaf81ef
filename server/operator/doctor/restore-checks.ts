import { readAddressHashKey } from '../../core/address-hash.ts';
import type { Config } from '../../core/config.ts';
import type { OpenDatabase } from '../../core/db/database.ts';
import { findHold } from '../../core/holds.ts';
import { findSetBack } from '../../core/set-back.ts';
import { openStorage } from '../../core/storage/open-storage.ts';
import { ErasureList } from '../../pages/account/erasure-list.ts';
import { findDueErasures } from '../../pages/account/replay-erasures.ts';
import { type CheckResult, type DoctorContext, fix, hasTable, messageOf, note, ok } from './check.ts';

export async function holdCheck(
  { config }: DoctorContext,
  { db, pool }: OpenDatabase,
): Promise<CheckResult[]> {
  if (!(await hasTable({ pool }, 'public.fleet_state'))) return [];
  if (await findHold(db, 'restored')) return [await erasureCheck(config, db)];
  const orphans = await findHold(db, 'orphans');
  const kept =
    orphans &&
    note(
      'storage',
      `Objects without a row are kept: ${orphans.reason}. When photos and letters are right: npm run admin -- orphans release.`,
    );
  return [await setBackCheck(config, db), kept].filter((result) => result !== null);
}

async function erasureCheck(config: Config, db: OpenDatabase['db']): Promise<CheckResult> {
  try {
    const storage = await openStorage(config);
    const erasures = new ErasureList(await readAddressHashKey(config, db), storage);
    const { due, faults } = await findDueErasures({ db, erasures });
    if (faults.length > 0)
      return fix(
        'erased',
        `${faults.join(' ')} Until it is whole nothing is released: docs/operate.md, 'Erased people stay erased'.`,
      );
    if (due.length === 0) return ok('erased', 'Who was erased before the restore is erased.');
    return fix(
      'erased',
      `${due.length} erasures came after the moment of this database, which has these people back. The release erases them again.`,
    );
  } catch (error) {
    return fix('erased', `${messageOf(error)}. Nothing is released until it is known who was erased.`);
  }
}

async function setBackCheck(config: Config, db: OpenDatabase['db']): Promise<CheckResult | null> {
  try {
    const storage = await openStorage(config);
    const found = await findSetBack({ db, storage });
    if (!found) return null;
    const [now, before] = [found.now.toISOString(), found.before.toISOString()];
    return fix(
      'restored',
      `The database ends at ${now}, but it had come to ${before}: it was restored. Before anything starts: npm run admin -- restored ${now}.`,
    );
  } catch (error) {
    return note(
      'restored',
      `Whether the database was set back is not known, because storage did not answer: ${messageOf(error)}.`,
    );
  }
}
