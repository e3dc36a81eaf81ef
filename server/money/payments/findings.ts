import { asc, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../core/db/database.ts';
import { paymentFindings } from './schema.ts';

type FindingRow = typeof paymentFindings.$inferSelect;
export type Finding = Pick<FindingRow, 'kind' | 'reference' | 'detail'>;

/** Each once. */
export async function recordFinding(db: Executor, finding: Finding): Promise<void> {
  await db.insert(paymentFindings).values(finding).onConflictDoNothing();
}

export function openFindings(db: Executor): Promise<FindingRow[]> {
  return db
    .select()
    .from(paymentFindings)
    .where(isNull(paymentFindings.resolvedAt))
    .orderBy(asc(paymentFindings.id));
}

export async function resolveFinding(db: Executor, id: number, resolution: string): Promise<boolean> {
  const { rowCount } = await db
    .update(paymentFindings)
    .set({ resolution, resolvedAt: sql`now()` })
    .where(eq(paymentFindings.id, id));
  return rowCount === 1;
}
