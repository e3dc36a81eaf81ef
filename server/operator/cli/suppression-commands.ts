import { desc, eq } from 'drizzle-orm';
import type { Services } from '../../core/services.ts';
import { unblock } from '../../people/recipients/blocks.ts';
import { suppressions } from '../../people/recipients/schema.ts';
import { liftSuppression } from '../../people/recipients/suppressions.ts';
import { users } from '../../people/users/schema.ts';
import { type Command, findUser, LISTED, OperatorError, printRows, userSubject } from '../command.ts';

async function list({ db }: Services, [who]: string[]): Promise<void> {
  const rows = await db
    .select({ suppression: suppressions, sender: users.email })
    .from(suppressions)
    .innerJoin(users, eq(users.id, suppressions.userId))
    .where(who ? eq(users.id, (await findUser(db, who)).id) : undefined)
    .orderBy(desc(suppressions.createdAt))
    .limit(LISTED);
  printRows(
    rows.map(({ suppression, sender }) => [
      suppression.createdAt.toISOString(),
      sender,
      suppression.email,
      suppression.reason,
    ]),
  );
}

async function lift({ db }: Services, [who, address = '']: string[]): Promise<void> {
  const { id, email } = await findUser(db, who);
  if (!(await liftSuppression(db, id, address)))
    throw new OperatorError(`${address} is not suppressed for ${email}.`);
  console.log(`${email} may write to ${address} again.`);
}

async function liftBlock({ db, addressHash }: Services, [who, address = '']: string[]): Promise<void> {
  const { id, email } = await findUser(db, who);
  const pair = { recipientHash: addressHash(address), senderHashes: [addressHash(email)], userId: id };
  if (!(await unblock(db, pair, 'sender')))
    throw new OperatorError(`${address} does not refuse letters from ${email}.`);
  console.log(`${email} may write to ${address} again.`);
}

export const suppressionCommands: Record<string, Command> = {
  suppressions: {
    args: '[person]',
    what: 'addresses whose mail came back, and for which sender',
    run: list,
  },
  'suppressions lift': {
    args: '<person> <address>',
    what: 'let this sender write to the address again',
    run: lift,
    subject: userSubject,
  },
  'blocks lift': {
    args: '<sender> <recipient>',
    what: 'let a sender write again to somebody who refused; only when that recipient asks for it from the address itself',
    run: liftBlock,
    subject: userSubject,
  },
};
