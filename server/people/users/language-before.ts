import { sql } from 'drizzle-orm';
import { users } from './schema.ts';

/** How long a warning comes in the language before, too. Changes within it do not replace that language. */
const KEPT = sql.raw("interval '30 days'");

/**
 * Whoever holds a session may choose a language that the account's owner cannot read, and warnings would come in
 * it.
 * @param next what the update writes, null for none
 */
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
