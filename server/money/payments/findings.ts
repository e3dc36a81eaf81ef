import { asc, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../core/db/database.ts';
import { paymentFindings } from './schema.ts';

type FindingRow = typeof paymentFindings.$inferSelect;
export type Finding = Pick<FindingRow, 'kind' | 'reference' | 'detail'>;

/** @returns false when the same was recorded before */
export async function recordFinding(db: Executor, finding: Finding): Promise<boolean> {
  const written = await db
    .insert(paymentFindings)
    .values(finding)
    .onConflictDoNothing()
    .returning({ id: paymentFindings.id });
  return written.length > 0;
}

export function openFindings(db: Executor): Promise<FindingRow[]> {
  return db
    .select()
    .from(paymentFindings)
    .where(isNull(paymentFindings.resolvedAt))
    .orderBy(asc(paymentFindings.id));
}

export async function resolveFinding(db: Executor, id: number, resolution: string): Promise<boolean> {
  const changed = await db
    .update(paymentFindings)
    .set({ resolution, resolvedAt: sql`now()` })
    .where(eq(paymentFindings.id, id))
    .returning({ id: paymentFindings.id });
  return changed.length > 0;
}
