import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../../core/db/database.ts';
import { creditPackages } from './schema.ts';

export function listPackages(db: Executor) {
  const { id, name, price, credits } = creditPackages;
  return db
    .select({ id, name, price, credits })
    .from(creditPackages)
    .where(eq(creditPackages.active, true))
    .orderBy(asc(credits));
}
