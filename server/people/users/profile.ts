import { and, eq, gte, sql } from 'drizzle-orm';
import type { Language } from '../../../shared/languages.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { users } from './schema.ts';

/** @param displayName absent keeps it */
export async function copyProfile(
  tx: Transaction,
  uid: string,
  profile: { email: string; emailVerified: boolean; displayName?: string | null },
): Promise<void> {
  await tx.update(users).set(profile).where(eq(users.accountUid, uid));
}

/** For mails to somebody who chose no language. */
export async function noteBrowserLanguage(db: Executor, uid: string, language: Language): Promise<void> {
  await db
    .update(users)
    .set({ browserLanguage: language, ...rememberLanguage({ browserLanguage: language }) })
    .where(and(eq(users.accountUid, uid), sql`${users.browserLanguage} is distinct from ${language}`));
}

/** Only the ledger does, with its entries. @param delta credits @returns false, nothing changed, if it would be negative */
export async function changeBalance(tx: Transaction, userId: number, delta: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ credits: sql`${users.credits} + ${delta}` })
    .where(and(eq(users.id, userId), gte(sql`${users.credits} + ${delta}`, 0)));
  return rowCount === 1;
}

/** How long a warning comes in the language before, too. Changes within it do not replace that language. */
const KEPT = sql.raw("interval '30 days'");

/** A session may choose a language that the owner cannot read, and warnings would come in it. @param next null for none */
export function rememberLanguage(next: { language?: string | null; browserLanguage?: string | null }) {
  const chosen = next.language === undefined ? sql`${users.language}` : sql`${next.language}::text`;
  const ofBrowser = sql`coalesce(${next.browserLanguage ?? null}::text, ${users.browserLanguage})`;
  const before = sql`coalesce(${users.language}, ${users.browserLanguage})`;
  const isSame = sql`${before} is not distinct from coalesce(${chosen}, ${ofBrowser})`;
  return {
    languageBefore: sql`case when ${isSame} or (${users.languageBefore} is not null and ${users.languageChangedAt} > now() - ${KEPT})
      then ${users.languageBefore} else ${before} end`,
    languageChangedAt: sql`case when ${isSame} then ${users.languageChangedAt} else now() end`,
  };
}

/** The language before, while warnings come in it; else null. */
export const languageStillWarnedIn = sql<string | null>`case when ${users.languageChangedAt} > now() - ${KEPT}
  then ${users.languageBefore} end`;
