/**
 * During a rolling restart the code of the version before runs on the tables of this one. So a migration only adds;
 * what old code still reads or writes is taken away one release later, in a migration that says so.
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

/** How a migration says that the release before no longer needs what it takes away. */
const DECLARED = /^\s*--\s*contract:\s*\S.{10,}/im;

/**
 * Statements of a migration that old code would stumble over and that nothing declares.
 * @param text SQL as drizzle writes it, statements parted by `--> statement-breakpoint`
 * @returns one line for each, with the reason
 */
export function unsafeStatements(text: string): string[] {
  return text.split('--> statement-breakpoint').flatMap((statement) => {
    if (DECLARED.test(statement)) return [];
    const sql = statement.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, "''");
    // What a trigger forbids is no statement.
    if (/^\s*create\s+(trigger|function)\b/i.test(sql)) return [];
    return DESTRUCTIVE.filter(([pattern]) => pattern.test(sql)).map(
      ([, why]) => `${sql.trim().split('\n')[0]}: ${why}`,
    );
  });
}
