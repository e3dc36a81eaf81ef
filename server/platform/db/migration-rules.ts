/**
 * During a rolling restart the code of the version before runs on the tables of this one. So a migration only adds;
 * what old code reads or writes is removed one release later, in a migration that declares it.
 */
const DESTRUCTIVE: [pattern: RegExp, why: string][] = [
  [/\bdrop\s+(table|column|schema|type|view)\b/i, 'takes away what old code reads'],
  [/\brename\b/i, 'takes a name away that old code uses'],
  [/\bset\s+not\s+null\b/i, 'refuses rows that old code writes'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, 'rewrites the table, and old code has the old type'],
  [/\balter\s+column\s+\S+\s+drop\s+default\b/i, 'old code leaves the column out'],
  [/\badd\s+column\s+(?![^;]*\bdefault\b)[^;]*\bnot\s+null\b/i, 'refuses rows that old code writes'],
  [/^\s*(truncate\b|delete\s+from\b)/i, 'removes rows'],
];

/** Comment by which a migration declares that the release before no longer uses what it removes. */
const DECLARED = /^\s*--\s*contract:\s*\S.{10,}/im;

/**
 * Finds statements of a migration that break old code and are not declared.
 * @param text SQL as drizzle writes it, statements separated by `--> statement-breakpoint`
 * @returns one line for each, with the reason
 */
export function unsafeStatements(text: string): string[] {
  return text.split('--> statement-breakpoint').flatMap((statement) => {
    if (DECLARED.test(statement)) return [];
    const sql = statement.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, "''");
    // The body of a trigger or function is not executed now.
    if (/^\s*create\s+(trigger|function)\b/i.test(sql)) return [];
    return DESTRUCTIVE.filter(([pattern]) => pattern.test(sql)).map(
      ([, why]) => `${sql.trim().split('\n')[0]}: ${why}`,
    );
  });
}
