import { withDatabase } from '../../open-services.ts';
import { assertStopped } from '../backup/move.ts';
import { OperatorError, type StandaloneCommand } from '../command.ts';
import { renewAddressKey } from '../renew-address-key.ts';
import { audit } from './audit.ts';

const CONFIRMED = 'blocks-are-lost';

const renew: StandaloneCommand = {
  args: CONFIRMED,
  what: 'with everything stopped, and the key of address hashes lost for good: begin with another, and forget what was hashed',
  async runStandalone({ config, log }, [confirmed]) {
    if (confirmed !== CONFIRMED)
      throw new OperatorError(
        `Most wishes for no more letters are forgotten by this. Look for the key first: in every backup, and in the settings of every machine. If it is gone: address-key renew ${CONFIRMED}`,
      );
    await withDatabase({ config, log }, async (database) => {
      await assertStopped(database);
      const { wishes, again, senders } = await renewAddressKey(database.db, config);
      await audit(database.db, 'address-key renew', 'addresses', { wishes, again });
      console.log(
        `${wishes} wishes for no more letters are forgotten; ${again} are there again, of those who reported somebody.`,
      );
      if (senders.length > 0)
        console.log(
          `Somebody had refused letters from these: ${senders.map((id) => `user ${id}`).join(', ')}. Look whether to pause them (senders pause).`,
        );
    });
  },
};

export const addressKeyCommands: Record<string, StandaloneCommand> = { 'address-key renew': renew };
