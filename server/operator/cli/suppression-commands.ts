import { desc, eq } from 'drizzle-orm';
import type { Services } from '../../core/services.ts';
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
};
