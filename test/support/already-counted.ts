import { sql } from 'drizzle-orm';
import type { TestProduct } from './test-product.ts';

/** As if so many more had been counted, for everybody whom the counter knows. */
export const alreadyCounted = ({ services }: TestProduct, counter: string, more: number) =>
  services.db.execute(
    sql`update rate_counters set count = count + ${more}::int where (starts_with(key, ${`${counter}:`}) or key = ${counter})`,
  );
