import { asc, eq, isNull, sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { statusIs } from '../../core/db/status-in.ts';
import type { Services } from '../../core/services.ts';
import { pauseSender, releaseSender } from '../../letters/report/pause-sender.ts';
import { senderPauses, users } from '../../people/users/schema.ts';
import { type Command, findUser, LISTED, OperatorError, printRows, userSubject } from '../command.ts';

async function list({ db }: Services): Promise<void> {
  const rows = await db
    .select({
      pause: senderPauses,
      email: users.email,
      held: sql<number>`(select count(*)::int from letters l where l.user_id = ${senderPauses.userId} and ${statusIs(STATUS.held, sql`l.status`)})`,
    })
    .from(senderPauses)
    .innerJoin(users, eq(users.id, senderPauses.userId))
    .where(isNull(senderPauses.releasedAt))
    .orderBy(asc(senderPauses.askedAt), asc(senderPauses.id))
    .limit(LISTED);
  printRows(
    rows.map(({ pause, email, held }) => [
      `user ${pause.userId}`,
      email,
      `since ${pause.pausedAt.toISOString()}`,
      pause.cause === 'reports' ? 'recipients reported letters' : 'paused by an operator',
      `${held} letters held`,
      pause.askedAt ? `asked for a look ${pause.askedAt.toISOString()}` : '',
    ]),
  );
}

async function pause(services: Services, who: string | undefined): Promise<void> {
  const { id, email } = await findUser(services.db, who);
  const paused = await services.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
    return pauseSender(tx, services, id, 'operator');
  });
  if (!paused) throw new OperatorError(`${email} is paused already.`);
  console.log(`Letters of ${email} are held from now on, and they were told.`);
}

async function release(services: Services, who: string | undefined): Promise<void> {
  const { id, email } = await findUser(services.db, who);
  const released = await services.db.transaction((tx) => releaseSender(tx, services, id));
  if (!released) throw new OperatorError(`${email} is not paused.`);
  console.log(`${email} may send letters again. Those that were held leave, or their credit went back.`);
}

const ofPerson = (what: string, act: typeof pause): Command => ({
  args: '<person>',
  what,
  run: (services, [who]) => act(services, who),
  subject: userSubject,
});

export const senderCommands: Record<string, Command> = {
  senders: {
    what: 'paused senders, whose letters are held; those who asked for a look first',
    run: list,
  },
  'senders pause': ofPerson('hold their letters, and tell them', pause),
  'senders release': ofPerson(
    'let their letters leave; addresses, blocks and limits are asked again',
    release,
  ),
};
