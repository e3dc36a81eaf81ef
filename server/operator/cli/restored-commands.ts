import { migrateConfigured, openServices, withDatabase } from '../../open-services.ts';
import { replayErasures } from '../../pages/account/replay-erasures.ts';
import { type BackupPlace, openBackupPlace } from '../backup/backup-place.ts';
import { copyErasures } from '../backup/objects.ts';
import { type Command, type CommandContext, OperatorError, type StandaloneCommand } from '../command.ts';
import { holdRestored } from '../hold-restored.ts';
import { releaseRestored } from '../release-restored.ts';
import { audit } from './audit.ts';

const LOST = 'erasures-are-lost';

/** @throws {ErasuresUnknown} the database stays held */
export async function replayInRestored({ config, log }: CommandContext, listOf: BackupPlace | null = null) {
  const { services, close } = await openServices(config, log);
  try {
    if (listOf) await copyErasures(listOf.storage, services.storage, (await services.erasures.read()).faults);
    const { erased, absent } = await replayErasures(services);
    console.log(
      `People who were erased since and are again: ${erased} (and ${absent} who are not in this database). Their photos go from storage after the release.`,
    );
  } finally {
    await close();
  }
}

const restored: StandaloneCommand = {
  args: '<moment> [folder or bucket]',
  what: 'before the first start on a database that was restored by its own means: hold all that it would do by itself',
  async runStandalone({ config, log }, [written = '', where]) {
    const moment = new Date(written);
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/.test(written) || !(moment.getTime() < Date.now()))
      throw new OperatorError(
        'restored wants the moment that the database was set back to, such as 2026-05-04T03:10:00Z.',
      );
    const place = where ? await openBackupPlace(config, where, 'read') : null;
    await withDatabase({ config, log }, async (database) => {
      await migrateConfigured(database, log);
      await holdRestored(database.db, moment, 'as an operator said');
      await audit(database.db, 'restored', moment.toISOString());
      console.log('Held: nothing leaves, is fetched or swept until npm run admin -- release.');
    });
    await replayInRestored({ config, log }, place);
  },
};

const release: Command = {
  args: `[${LOST}]`,
  what: 'let a restored installation work: what may have left since the backup stays, and its senders are asked',
  subject: () => 'restored',
  async run(services, [lost]) {
    if (lost !== undefined && lost !== LOST) throw new OperatorError(`release takes nothing, or ${LOST}.`);
    const released = await releaseRestored(services, lost === LOST);
    if (!released) throw new OperatorError('Nothing is held.');
    const { erased, letters, relays, mails } = released;
    console.log(
      `Released. People erased again: ${erased}. Letters that may have left, whose senders are asked: ${letters}. Answers that are not mailed again: ${relays}. Notices of our own that are dropped: ${mails}.\nStored objects without a row are kept until: npm run admin -- orphans release.`,
    );
  },
};

export const restoredCommands: Record<string, Command | StandaloneCommand> = { restored, release };
