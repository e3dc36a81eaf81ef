import { asc, eq } from 'drizzle-orm';
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
  const changed = await db
    .update(coupons)
    .set({ active })
    .where(eq(coupons.code, code))
    .returning({ code: coupons.code });
  return changed.length > 0;
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
  const changed = await db
    .update(creditPackages)
    .set({ active })
    .where(eq(creditPackages.id, id))
    .returning({ id: creditPackages.id });
  return changed.length > 0;
}
