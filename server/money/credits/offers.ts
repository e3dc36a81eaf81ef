import { asc, eq } from 'drizzle-orm';
import type { Words } from '../../../shared/words.ts';
import type { Executor } from '../../core/db/database.ts';
import { coupons, creditPackages } from './schema.ts';

export function listPackages(db: Executor) {
  const { id, name, price, credits } = creditPackages;
  return db
    .select({ id, name, price, credits })
    .from(creditPackages)
    .where(eq(creditPackages.active, true))
    .orderBy(asc(credits));
}

export async function saveCoupon(db: Executor, coupon: typeof coupons.$inferInsert): Promise<void> {
  const { code: _, ...set } = coupon;
  await db.insert(coupons).values(coupon).onConflictDoUpdate({ target: coupons.code, set });
}

export async function setCouponActive(db: Executor, code: string, active: boolean): Promise<boolean> {
  const { rowCount } = await db.update(coupons).set({ active }).where(eq(coupons.code, code));
  return rowCount === 1;
}

export async function savePackage(
  db: Executor,
  { id, ...set }: Required<Pick<typeof creditPackages.$inferInsert, 'id' | 'name' | 'price' | 'credits'>>,
): Promise<void> {
  await db
    .insert(creditPackages)
    .values({ id, ...set })
    .onConflictDoUpdate({ target: creditPackages.id, set });
}

export async function setPackageActive(db: Executor, id: string, active: boolean): Promise<boolean> {
  const { rowCount } = await db.update(creditPackages).set({ active }).where(eq(creditPackages.id, id));
  return rowCount === 1;
}

/** An operator's name stays as it was written. */
export function packageInWords(name: string, { n, language }: Words): string {
  const credits = language === 'en' ? undefined : /^(\d{1,6}) credits?$/.exec(name)?.[1];
  return credits ? n(Number(credits), '1 credit', '{n} credits') : name;
}
