import { findHold, liftHold } from '../../core/holds.ts';
import type { Services } from '../../core/services.ts';
import { type Command, OperatorError } from '../command.ts';
import { countOrphans, sweepOrphans } from '../sweep-orphans.ts';

async function list({ db }: Services): Promise<void> {
  const { waiting, overdue } = await countOrphans(db);
  const hold = await findHold(db, 'orphans');
  console.log(
    `${waiting} stored objects have no row; ${overdue} of them longer than the 30 days that they are kept.`,
  );
  if (hold) console.log(`None is removed since ${hold.since.toISOString()}: ${hold.reason}.`);
}

async function release({ db }: Services): Promise<void> {
  if (!(await liftHold(db, 'orphans'))) throw new OperatorError('Nothing is held.');
  console.log('Orphaned objects are removed again, 30 days after they were found.');
}

async function remove({ db, storage, log }: Services): Promise<void> {
  if (await findHold(db, 'orphans'))
    throw new OperatorError('They are held: look first, then orphans release.');
  const before = await countOrphans(db);
  await sweepOrphans({ db, storage, log }, new Date(), () => Number.POSITIVE_INFINITY);
  const after = await countOrphans(db);
  console.log(`${before.waiting - after.waiting} went; ${after.waiting} wait.`);
}

export const orphanCommands: Record<string, Command> = {
  orphans: {
    what: 'stored photos and messages that no row refers to, and whether they are held',
    run: list,
  },
  'orphans release': {
    what: 'after a restore: let them be removed again, each 30 days after it was found',
    subject: () => 'orphans',
    run: release,
  },
  'orphans remove': {
    what: 'remove those older than 30 days, however many they are',
    subject: () => 'orphans',
    run: remove,
  },
};
