import { asc, eq } from 'drizzle-orm';
import { ProductError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { writeEntry } from '../../money/credits/ledger.ts';
import { ledgerEntries } from '../../money/credits/schema.ts';
import { verifyLedger } from '../../money/payments/verify-ledger.ts';
import { users } from '../../people/users/schema.ts';
import { type Command, findUser, OperatorError, printRows, userSubject, wholeNumber } from '../command.ts';

/** The same reason counts once for each user. */
async function changeCredits(
  { db }: Services,
  [who, amount, ...words]: string[],
  kind: 'grant' | 'take-back',
): Promise<void> {
  const credits = wholeNumber(amount, kind);
  const why = words.join(' ').trim();
  if (!why) throw new OperatorError(`${kind} wants a reason: it stands in the person's ledger.`);
  await db.transaction(async (tx) => {
    const { id, email } = await findUser(tx, who);
    const [held] = await tx.select().from(users).where(eq(users.id, id)).for('update');
    const delta = kind === 'grant' ? credits : -credits;
    try {
      const written = await writeEntry(tx, { userId: id, delta, kind, reference: `${id}:${why}` });
      if (!written) return console.log('That was done before, for the same reason; nothing changed.');
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      throw new OperatorError(`${email} has ${held?.credits ?? 0} credits; nothing was taken.`);
    }
    const after = (held?.credits ?? 0) + delta;
    console.log(
      `${credits} credits ${kind === 'grant' ? 'given to' : 'taken from'} ${email}, who has ${after}.`,
    );
  });
}

export const ledgerCommands: Record<string, Command> = {
  list: {
    what: 'everybody, with their balance',
    run: async ({ db }) => {
      const rows = await db.select().from(users).orderBy(asc(users.id));
      printRows(rows.map((row) => [row.id, row.email, `${row.credits} credits`, row.displayName]));
    },
  },
  ledger: {
    args: '<person>',
    what: 'every entry of one person, by address or number',
    run: async ({ db }, [who]) => {
      const { id } = await findUser(db, who);
      const rows = await db
        .select()
        .from(ledgerEntries)
        .where(eq(ledgerEntries.userId, id))
        .orderBy(asc(ledgerEntries.id));
      printRows(rows.map((row) => [row.createdAt.toISOString(), row.delta, row.kind, row.reference]));
    },
  },
  grant: {
    args: '<person> <credits> <why>',
    what: 'give credits; the same <why> counts once',
    run: (services, args) => changeCredits(services, args, 'grant'),
    subject: userSubject,
  },
  'take-back': {
    args: '<person> <credits> <why>',
    what: 'take credits that are still there',
    run: (services, args) => changeCredits(services, args, 'take-back'),
    subject: userSubject,
  },
  'verify-ledger': {
    what: 'check that every balance is the sum of its entries, and every purchase granted once',
    run: async ({ db }) => {
      const wrong = await verifyLedger(db);
      if (wrong.length > 0) throw new OperatorError(wrong.join('\n'));
      console.log('Every balance is the sum of its entries, and every purchase was granted once.');
    },
  },
};
