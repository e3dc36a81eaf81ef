import { parseArgs } from 'node:util';
import { asc, eq } from 'drizzle-orm';
import { dollars } from '../../../shared/credits.ts';
import type { Services } from '../../core/services.ts';
import { savePackage, setPackageActive } from '../../money/credits/offers.ts';
import { creditPackages } from '../../money/credits/schema.ts';
import { type Command, centsOf, OperatorError, printRows, type Subject, wholeNumber } from '../command.ts';

async function show({ db }: Services): Promise<void> {
  const rows = await db.select().from(creditPackages).orderBy(asc(creditPackages.credits));
  printRows(
    rows.map((row) => [
      row.id,
      row.name,
      `${row.credits} credits`,
      dollars(row.price),
      row.active ? '' : 'not offered',
    ]),
  );
}

async function set(services: Services, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { name: { type: 'string' }, price: { type: 'string' }, credits: { type: 'string' } },
  });
  const [id = ''] = positionals;
  if (!/^[a-z0-9-]{1,64}$/.test(id))
    throw new OperatorError('A package id is small letters, digits and hyphens.');
  const given = {
    ...(values.name ? { name: values.name } : {}),
    ...(values.price ? { price: centsOf(values.price) } : {}),
    ...(values.credits ? { credits: wholeNumber(values.credits, '--credits', 100_000) } : {}),
  };
  const { db } = services;
  const [known] = await db.select().from(creditPackages).where(eq(creditPackages.id, id));
  const { name, price, credits } = { ...known, ...given };
  if (name === undefined || price === undefined || credits === undefined)
    throw new OperatorError('A new package wants --name, --price and --credits.');
  await savePackage(db, { id, name, price, credits });
  await show(services);
}

async function offer(services: Services, id: string | undefined, active: boolean): Promise<void> {
  if (!(await setPackageActive(services.db, id ?? '', active)))
    throw new OperatorError(`There is no package ${id}.`);
  await show(services);
}

const packageSubject: Subject = (_, [id = '']) => `package ${id.slice(0, 60)}`;

export const packageCommands: Record<string, Command> = {
  packages: { what: 'what is sold', run: show },
  'packages set': {
    args: '<id> --name … --price 12.00 --credits 15',
    what: 'make a package or change it',
    run: set,
    subject: packageSubject,
  },
  'packages stop': {
    args: '<id>',
    what: 'offer it no more',
    run: (services, [id]) => offer(services, id, false),
    subject: packageSubject,
  },
  'packages offer': {
    args: '<id>',
    what: 'offer it again',
    run: (services, [id]) => offer(services, id, true),
    subject: packageSubject,
  },
};
