import { sql } from 'drizzle-orm';
import type { TestProduct } from './test-product.ts';

/** Of the newest mail that told of a gift. */
export async function bounceTokenOf({ services }: TestProduct, giftId: string): Promise<string> {
  const { rows } = await services.db.execute<{ token: string }>(sql`
    select data->>'bounceToken' as token from jobs.job
    where name = 'send-mail' and starts_with(data->>'messageId', ${`<${giftId}@`}) order by created_on desc limit 1`);
  return rows[0]?.token ?? '';
}
