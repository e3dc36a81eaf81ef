import type { Services } from '../../core/services.ts';
import { unblock } from '../../people/recipients/blocks.ts';
import { type Command, findUser, OperatorError, userSubject } from '../command.ts';

async function lift({ db, addressHash }: Services, [who, address = '']: string[]): Promise<void> {
  const { id, email } = await findUser(db, who);
  const pair = { recipientHash: addressHash(address), senderHashes: [addressHash(email)], userId: id };
  if (!(await unblock(db, pair, 'sender')))
    throw new OperatorError(`${address} does not refuse letters from ${email}.`);
  console.log(`${email} may write to ${address} again.`);
}

export const blockCommands: Record<string, Command> = {
  'blocks lift': {
    args: '<sender> <recipient>',
    what: 'let a sender write again to somebody who refused; only when that recipient asks for it from the address itself',
    run: lift,
    subject: userSubject,
  },
};
