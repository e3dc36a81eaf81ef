import { parseArgs } from 'node:util';
import { asc, count, eq, inArray } from 'drizzle-orm';
import { couponCode, dollars } from '../../../shared/credits.ts';
import type { Services } from '../../core/services.ts';
import { saveCoupon, savePackage, setCouponActive, setPackageActive } from '../../money/credits/offers.ts';
import { coupons, creditPackages } from '../../money/credits/schema.ts';
import { couponRedemptions } from '../../money/payments/schema.ts';
import { type Command, centsOf, OperatorError, printRows, type Subject, wholeNumber } from '../command.ts';

async function showPackages({ db }: Services): Promise<void> {
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

async function setPackage(services: Services, args: string[]): Promise<void> {
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
  await showPackages(services);
}

async function showCoupons({ db }: Services): Promise<void> {
  const used = await db
    .select({ code: couponRedemptions.code, uses: count() })
    .from(couponRedemptions)
    .groupBy(couponRedemptions.code);
  const uses = new Map(used.map((row) => [row.code, row.uses]));
  const rows = await db.select().from(coupons).orderBy(asc(coupons.code));
  printRows(
    rows.map((row) => [
      row.code,
      worth(row),
      `${uses.get(row.code) ?? 0} of ${row.totalLimit ?? 'any number of'} uses, ${row.perUserLimit} a person`,
      row.packages ? `for ${row.packages.join(', ')}` : 'for all packages',
      `${row.startsAt?.toISOString() ?? ''}…${row.endsAt?.toISOString() ?? ''}`,
      row.active ? row.description : 'ended',
    ]),
  );
}

function worth(row: typeof coupons.$inferSelect): string {
  if (row.freeCredits > 0) return `${row.freeCredits} free credits`;
  return row.discountType === 'percentage'
    ? `${row.discountValue}% off`
    : `${dollars(row.discountValue)} off`;
}

async function setCoupon(services: Services, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      percent: { type: 'string' },
      off: { type: 'string' },
      free: { type: 'string' },
      'per-user': { type: 'string' },
      total: { type: 'string' },
      from: { type: 'string' },
      until: { type: 'string' },
      packages: { type: 'string' },
      description: { type: 'string' },
    },
  });
  const code = couponCode.safeParse(positionals[0] ?? '');
  if (!code.success) throw new OperatorError('A coupon wants a code of up to 64 characters.');
  const { db } = services;
  const [known] = await db.select().from(coupons).where(eq(coupons.code, code.data));
  const given = {
    ...worthOf(values),
    ...(values['per-user'] ? { perUserLimit: wholeNumber(values['per-user'], '--per-user') } : {}),
    ...(values.total
      ? { totalLimit: values.total === 'any' ? null : wholeNumber(values.total, '--total') }
      : {}),
    ...(values.from ? { startsAt: timeOf(values.from) } : {}),
    ...(values.until ? { endsAt: timeOf(values.until) } : {}),
    ...(values.packages ? { packages: await packagesOf(services, values.packages) } : {}),
    ...(values.description ? { description: values.description } : {}),
  };
  const { description, discountType } = { ...known, ...given };
  if (description === undefined || discountType === undefined)
    throw new OperatorError('A new coupon wants --description and one of --percent, --off, --free.');
  await saveCoupon(db, { ...given, code: code.data, description, discountType });
  await showCoupons(services);
}

type Worth = { percent?: string | undefined; off?: string | undefined; free?: string | undefined };

function worthOf({ percent, off, free }: Worth) {
  const nothing = { discountType: 'fixed' as const, discountValue: 0, freeCredits: 0 };
  if ([percent, off, free].filter((value) => value !== undefined).length > 1)
    throw new OperatorError('A coupon is one of --percent, --off, --free.');
  if (percent)
    return {
      ...nothing,
      discountType: 'percentage' as const,
      discountValue: wholeNumber(percent, '--percent', 100),
    };
  if (off) return { ...nothing, discountValue: centsOf(off) };
  return free ? { ...nothing, freeCredits: wholeNumber(free, '--free', 10_000) } : {};
}

function timeOf(text: string): Date | null {
  if (text === 'any') return null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new OperatorError(`${text} is not a date such as 2027-01-31.`);
  return time;
}

async function packagesOf({ db }: Services, text: string): Promise<string[] | null> {
  if (text === 'any') return null;
  const ids = text.split(',').map((id) => id.trim());
  const known = await db.select().from(creditPackages).where(inArray(creditPackages.id, ids));
  const unknown = ids.filter((id) => !known.some((row) => row.id === id));
  if (unknown.length > 0) throw new OperatorError(`There is no package ${unknown.join(', ')}.`);
  return ids;
}

const packageSubject: Subject = (_, [id = '']) => `package ${id.slice(0, 60)}`;
const couponSubject: Subject = (_, [code = '']) => `coupon ${code.slice(0, 60).toUpperCase()}`;

const offering = (what: string, active: boolean): Command => ({
  args: '<id>',
  what,
  async run(services, [id = '']) {
    if (!(await setPackageActive(services.db, id, active)))
      throw new OperatorError(`There is no package ${id}.`);
    await showPackages(services);
  },
  subject: packageSubject,
});

const taking = (what: string, active: boolean): Command => ({
  args: '<CODE>',
  what,
  async run(services, [code = '']) {
    if (!(await setCouponActive(services.db, code.toUpperCase(), active)))
      throw new OperatorError(`There is no coupon ${code}.`);
    await showCoupons(services);
  },
  subject: couponSubject,
});

export const offerCommands: Record<string, Command> = {
  packages: { what: 'what is sold', run: showPackages },
  'packages set': {
    args: '<id> --name … --price 12.00 --credits 15',
    what: 'make a package or change it',
    run: setPackage,
    subject: packageSubject,
  },
  'packages stop': offering('offer it no more', false),
  'packages offer': offering('offer it again', true),
  coupons: { what: 'all codes, with their uses', run: showCoupons },
  'coupons set': {
    args: '<CODE> --percent 20 | --off 1.00 | --free 5, --description …\n      [--per-user 1] [--total 100|any] [--from 2027-01-01|any] [--until …] [--packages five,fifty|any]',
    what: 'make a coupon or change it',
    run: setCoupon,
    subject: couponSubject,
  },
  'coupons end': taking('take it no more', false),
  'coupons open': taking('take it again', true),
};
