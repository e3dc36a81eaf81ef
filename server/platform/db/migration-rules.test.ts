import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../project-folder.ts';
import { unsafeStatements } from './migration-rules.ts';

/** From before the first release: no old code ran beside them. */
const BEFORE_THE_RULE = ['0003_identity.sql'];

it('migrations: none breaks the code of the version before', async () => {
  const folder = path.join(projectFolder, 'migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  expect(names.length).toBeGreaterThan(5);
  for (const name of names.filter((one) => !BEFORE_THE_RULE.includes(one)))
    expect(unsafeStatements(await readFile(path.join(folder, name), 'utf8')), name).toEqual([]);
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
