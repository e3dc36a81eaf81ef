import { migrateConfigured, openConfiguredDatabase } from '../../open-services.ts';
import { holdRestored } from '../../platform/set-back.ts';
import { type Command, OperatorError, type StandaloneCommand } from '../command.ts';
import { releaseRestored } from '../release-restored.ts';
import { audit } from './audit.ts';

const restored: StandaloneCommand = {
  args: '<moment>',
  what: 'before the first start on a database that was restored by its own means: hold all that it would do by itself',
  async runStandalone({ config, log }, [written = '']) {
    const moment = new Date(written);
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/.test(written) || !(moment.getTime() < Date.now()))
      throw new OperatorError(
        'restored wants the moment that the database was set back to, such as 2026-05-04T03:10:00Z.',
      );
    const database = await openConfiguredDatabase(config, log);
    try {
      await migrateConfigured(database, log);
      await holdRestored(database.db, moment, 'as an operator said');
      await audit(database.db, { action: 'restored', subject: moment.toISOString() }, 'done');
      console.log('Held: nothing leaves, is fetched or swept until npm run admin -- release.');
    } finally {
      await database.close();
    }
  },
};

const release: Command = {
  args: '',
  what: 'let a restored installation work: what may have left since the backup stays, and its senders are asked',
  subject: () => 'restored',
  async run(services) {
    const released = await releaseRestored(services);
    if (!released) throw new OperatorError('Nothing is held.');
    const { letters, relays, mails } = released;
    console.log(
      `Released. Letters that may have left, whose senders are asked: ${letters}. Answers that are not mailed again: ${relays}. Notices of our own that are dropped: ${mails}.\nStored objects without a row are kept until: npm run admin -- orphans release.`,
    );
  },
};

export const restoredCommands: Record<string, Command | StandaloneCommand> = { restored, release };
