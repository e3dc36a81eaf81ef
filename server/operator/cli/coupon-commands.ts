import { parseArgs } from 'node:util';
import { asc, count, eq, inArray } from 'drizzle-orm';
import { couponCode, dollars } from '../../../shared/credits.ts';
import type { Services } from '../../core/services.ts';
import { saveCoupon, setCouponActive } from '../../money/credits/offers.ts';
import { coupons, creditPackages } from '../../money/credits/schema.ts';
import { couponRedemptions } from '../../money/payments/schema.ts';
import { type Command, centsOf, OperatorError, printRows, type Subject, wholeNumber } from '../command.ts';

async function show({ db }: Services): Promise<void> {
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

async function set(services: Services, args: string[]): Promise<void> {
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
  await show(services);
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

async function activate(services: Services, code: string | undefined, active: boolean): Promise<void> {
  if (!(await setCouponActive(services.db, (code ?? '').toUpperCase(), active)))
    throw new OperatorError(`There is no coupon ${code}.`);
  await show(services);
}

const couponSubject: Subject = (_, [code = '']) => `coupon ${code.slice(0, 60).toUpperCase()}`;

export const couponCommands: Record<string, Command> = {
  coupons: { what: 'all codes, with their uses', run: show },
  'coupons set': {
    args: '<CODE> --percent 20 | --off 1.00 | --free 5, --description …\n      [--per-user 1] [--total 100|any] [--from 2027-01-01|any] [--until …] [--packages five,fifty|any]',
    what: 'make a coupon or change it',
    run: set,
    subject: couponSubject,
  },
  'coupons end': {
    args: '<CODE>',
    what: 'take it no more',
    run: (services, [code]) => activate(services, code, false),
    subject: couponSubject,
  },
  'coupons open': {
    args: '<CODE>',
    what: 'take it again',
    run: (services, [code]) => activate(services, code, true),
    subject: couponSubject,
  },
};
