import { asc, eq, sql } from 'drizzle-orm';
import { announceLetter } from '../../core/events/announce.ts';
import type { Services } from '../../core/services.ts';
import { decideRefund } from '../../letters/bounce/refund-bounce.ts';
import { notifyOfRefund } from '../../letters/notify-sender.ts';
import { bounceRefunds, letters } from '../../letters/schema.ts';
import { type Command, LISTED, letterNumber, letterSubject, OperatorError, printRows } from '../command.ts';

const CAUSES = {
  unproven: 'the report names nobody we know of, or the address took mail before',
  many: 'many came back to this sender',
};

const waiting = eq(bounceRefunds.state, 'waiting');

async function list({ db }: Services): Promise<void> {
  const rows = await db
    .select({
      at: bounceRefunds.createdAt,
      letterId: bounceRefunds.letterId,
      userId: bounceRefunds.userId,
      cause: bounceRefunds.cause,
      reason: letters.statusReason,
      returned: sql<number>`(select count(*)::int from bounce_refunds r where r.user_id = ${bounceRefunds.userId}
        and r.state = 'returned' and r.created_at > now() - interval '30 days')`,
    })
    .from(bounceRefunds)
    .innerJoin(letters, eq(letters.id, bounceRefunds.letterId))
    .where(waiting)
    .orderBy(asc(bounceRefunds.createdAt))
    .limit(LISTED);
  printRows(
    rows.map((row) => [
      row.at.toISOString(),
      `letter ${row.letterId}`,
      `user ${row.userId}`,
      `${row.returned} returned in 30 days`,
      row.cause && CAUSES[row.cause],
      row.reason,
    ]),
  );
}

/** Several refunds of one letter wait when it was sent again meanwhile. */
async function decide(services: Services, id: string | undefined, state: 'given' | 'refused'): Promise<void> {
  const letterId = letterNumber(id);
  const rows = await services.db
    .select({ charge: bounceRefunds.charge, userId: bounceRefunds.userId })
    .from(bounceRefunds)
    .where(sql`${bounceRefunds.letterId} = ${letterId} and ${waiting}`);
  let decided = 0;
  for (const { charge, userId } of rows) {
    await services.db.transaction(async (tx) => {
      const letter = await decideRefund(tx, { id: letterId, userId }, charge, state);
      if (!letter) return;
      decided += 1;
      await notifyOfRefund(tx, services, letter, state === 'given');
      await announceLetter(tx, letterId);
    });
  }
  if (decided === 0) throw new OperatorError(`No credit of letter ${letterId} waits for you.`);
  console.log(
    state === 'given'
      ? `${decided} credit of letter ${letterId} went back.`
      : `The credit of letter ${letterId} stays spent.`,
  );
}

const deciding = (what: string, state: 'given' | 'refused'): Command => ({
  args: '<letter>',
  what,
  run: (services, [id]) => decide(services, id, state),
  subject: letterSubject,
});

export const refundCommands: Record<string, Command> = {
  refunds: {
    what: 'credits of bounced letters that wait for you: since when, whose, why',
    run: list,
  },
  'refunds give': deciding('give the credit back, and tell the sender', 'given'),
  'refunds refuse': deciding('let the credit stay spent, and tell the sender', 'refused'),
};
