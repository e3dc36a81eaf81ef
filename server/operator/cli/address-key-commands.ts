import { withDatabase } from '../../open-services.ts';
import { OperatorError, printRows, type StandaloneCommand } from '../command.ts';
import { renewAddressKey } from '../renew-address-key.ts';
import { audit } from './audit.ts';

const CONFIRMED = 'blocks-are-lost';

const renew: StandaloneCommand = {
  args: CONFIRMED,
  what: 'with everything stopped, and the key of address hashes lost for good: begin with another, and find again what can be found',
  async runStandalone({ config, log }, [confirmed]) {
    if (confirmed !== CONFIRMED)
      throw new OperatorError(
        `Most wishes for no more letters are forgotten by this. Look for the key first: in every backup, and in the settings of every machine. If it is gone: address-key renew ${CONFIRMED}`,
      );
    await withDatabase({ config, log }, async ({ db }) => {
      const { rows, sendersLetIn } = await renewAddressKey(db, config);
      const details = Object.fromEntries(rows.map(({ what, found, lost }) => [what, { found, lost }]));
      await audit(db, 'address-key renew', 'addresses', details);
      printRows(rows.map(({ what, found, lost }) => [what, `${found} found again`, `${lost} lost`]));
      if (sendersLetIn.length > 0)
        console.log(
          `Somebody had refused letters from these, and it is not known any more who: ${sendersLetIn.map((id) => `user ${id}`).join(', ')}. Look whether to pause them (senders pause).`,
        );
    });
  },
};

export const addressKeyCommands: Record<string, StandaloneCommand> = { 'address-key renew': renew };
