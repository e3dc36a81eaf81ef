import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../project-folder.ts';
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
function unsafeStatements(text: string): string[] {
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
function blockingStatements(text: string): string[] {
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

/** From before the first release: no old code ran beside them. */
const BEFORE_THE_RULE = ['0003_identity.sql'];

/** Before 1.0.0 the version before was stopped once; no other release does so. */
const ONE_STOP = ['0047_account-uid.sql'];

/** The last migration from before the rule about what holds up writes. */
const BLOCKING_UNTIL = '0021_automatic-notes.sql';

it('migrations: none breaks the code of the version before, none holds up everybody', async () => {
  const folder = path.join(projectFolder, 'migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) {
    const text = await readFile(path.join(folder, name), 'utf8');
    if (!BEFORE_THE_RULE.includes(name)) expect(unsafeStatements(text), name).toEqual([]);
    if (name > BLOCKING_UNTIL) expect(blockingStatements(text), name).toEqual([]);
    expect(/-- one stop:/.test(text), name).toBe(ONE_STOP.includes(name));
  }
});

it.each([
  'CREATE INDEX "letters_a" ON "letters" USING btree ("a");',
  'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "letters_a" ON "letters" ("a");',
  'ALTER TABLE "letters" ADD CONSTRAINT "c" CHECK ("a" > 0);',
  'ALTER TABLE "letters" VALIDATE CONSTRAINT "c";',
  'ALTER TABLE "letters" ADD CONSTRAINT "c" CHECK ("a" > 0) NOT VALID;ALTER TABLE "letters" VALIDATE CONSTRAINT "c";',
  '-- outside a transaction\nALTER TABLE "letters" ADD COLUMN "a" text;',
  '-- outside a transaction\nCREATE INDEX CONCURRENTLY "letters_a" ON "letters" ("a");',
])('blockingStatements: %s does not pass', (statement) => {
  expect(blockingStatements(statement)).toHaveLength(1);
});

it.each([
  'CREATE TABLE "x" ("a" text);--> statement-breakpoint\nCREATE INDEX "x_a" ON "x" ("a");',
  'ALTER TABLE "letters" ADD CONSTRAINT "c" CHECK ("a" > 0) NOT VALID;',
  '-- outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "letters_a" ON "letters" ("a");--> statement-breakpoint\nALTER TABLE "letters" VALIDATE CONSTRAINT "c";',
])('blockingStatements: %s passes', (statement) => {
  expect(blockingStatements(statement)).toEqual([]);
});

it.each([
  'ALTER TABLE "letters" DROP COLUMN "alt";',
  'DROP TABLE "drafts";',
  'ALTER TABLE "letters" RENAME COLUMN "a" TO "b";',
  'ALTER TABLE "letters" ALTER COLUMN "a" SET NOT NULL;',
  'ALTER TABLE "letters" ALTER COLUMN "a" SET DATA TYPE bigint;',
  'ALTER TABLE "letters" ADD COLUMN "a" text NOT NULL;',
  'DELETE FROM "sessions";',
  'CREATE TABLE "x" ();--> statement-breakpoint\nTRUNCATE "sessions";',
])('unsafeStatements: %s is unsafe', (statement) => {
  expect(unsafeStatements(statement)).toHaveLength(1);
});

it.each([
  'ALTER TABLE "letters" ADD COLUMN "a" text;',
  'ALTER TABLE "letters" ADD COLUMN "a" integer DEFAULT 0 NOT NULL;',
  'CREATE TABLE "x" ("a" text NOT NULL);',
  'INSERT INTO "coupons" VALUES (\'rename or drop table\')',
  'CREATE TRIGGER "t" BEFORE UPDATE OR DELETE OR TRUNCATE ON "x" FOR EACH STATEMENT EXECUTE FUNCTION "f"();',
  '-- contract: not read or written since 0.4, which is the release before\nALTER TABLE "letters" DROP COLUMN "a";',
])('unsafeStatements: %s is safe', (statement) => {
  expect(unsafeStatements(statement)).toEqual([]);
});
