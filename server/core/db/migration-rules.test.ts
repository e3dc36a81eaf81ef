import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../project-folder.ts';
import { blockingStatements, unsafeStatements } from './migration-rules.ts';

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
