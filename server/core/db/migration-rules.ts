import { DECLARED, readMigration, withoutComments } from './migration-files.ts';

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

/** Holds up neither reads nor writes, and may be repeated when it was cut off. */
const OUTSIDE = [
  /^\s*create\s+(unique\s+)?index\s+concurrently\s+if\s+not\s+exists\b/i,
  /^\s*drop\s+index\s+concurrently\s+if\s+exists\b/i,
  /^\s*alter\s+table\s+\S+\s+validate\s+constraint\b/i,
];

/** Each holds writes up while it reads the whole table, where that has rows. */
const SLOW: [pattern: RegExp, why: string][] = [
  [
    /^\s*create\s+(?:unique\s+)?index\b[^;]*?\bon\s+(?:only\s+)?"?(\w+)"?/i,
    'holds up writes: outside a transaction, concurrently',
  ],
  [
    /^\s*alter\s+table\s+(?:only\s+)?"?(\w+)"?\s+add\s+constraint\b(?![^;]*\bnot\s+valid\b)/i,
    'holds up writes: not valid, and validate outside a transaction',
  ],
  [/^\s*alter\s+table\s+(?:only\s+)?"?(\w+)"?\s+validate\b/i, 'holds its locks: outside a transaction'],
];
const NEW_TABLE = /^\s*create\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i;

/**
 * @param text SQL as drizzle writes it, statements separated by `--> statement-breakpoint`
 * @returns one line for each statement that breaks old code and is not declared
 */
export function unsafeStatements(text: string): string[] {
  return readMigration(text).statements.flatMap((statement) => {
    if (DECLARED.test(statement)) return [];
    const sql = withoutComments(statement);
    // The body of a trigger or function is not executed now.
    if (/^\s*create\s+(trigger|function)\b/i.test(sql)) return [];
    return DESTRUCTIVE.filter(([pattern]) => pattern.test(sql)).map(([, why]) => describe(sql, why));
  });
}

/**
 * @param text as for `unsafeStatements`
 * @returns one line for each statement that would hold up everybody, or cannot run where it stands
 */
export function blockingStatements(text: string): string[] {
  const { statements, outside } = readMigration(text);
  const singles = statements.flatMap((statement) =>
    withoutComments(statement)
      .split(';')
      .filter((one) => one.trim()),
  );
  if (outside)
    return singles
      .filter((sql) => !OUTSIDE.some((pattern) => pattern.test(sql)))
      .map((sql) => describe(sql, 'only indexes, concurrently, and validate run outside a transaction'));
  const made = new Set(singles.map((sql) => NEW_TABLE.exec(sql)?.[1]));
  return singles.flatMap((sql) =>
    SLOW.filter(([pattern]) => {
      const table = pattern.exec(sql)?.[1];
      return table !== undefined && !made.has(table);
    }).map(([, why]) => describe(sql, why)),
  );
}

const describe = (sql: string, why: string): string => `${sql.trim().split('\n')[0]}: ${why}`;
