import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { projectFolder } from '../project-folder.ts';

/** `contract`: the release before no longer uses what is removed; `one stop`, before 1.0.0: it stops while this runs. */
export const DECLARED = /^[ \t]*--[ \t]*(contract|one stop):[ \t]*\S.{10,}/im;

/** The statements of such a migration run one by one, and each is safe to repeat. */
const OUTSIDE = /^-- outside a transaction$/m;
const CONCURRENT_INDEX = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+("?\w+"?)/i;

export const ONE_WAY = 'one way ';

export interface Migration {
  /** such as '0020_orphaned-objects' */
  name: string;
  /** when it was generated, in milliseconds; they are applied in this order */
  when: number;
  /** SHA-256 of the file, behind `one way ` where it takes away what older versions use */
  hash: string;
  statements: string[];
  outside: boolean;
}

const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })) });

export async function readMigrations(): Promise<Migration[]> {
  const folder = path.join(projectFolder, 'migrations');
  const { entries } = journal.parse(
    JSON.parse(await readFile(path.join(folder, 'meta', '_journal.json'), 'utf8')),
  );
  return Promise.all(
    entries.map(async ({ tag, when }) => {
      const text = await readFile(path.join(folder, `${tag}.sql`), 'utf8');
      return { name: tag, when, ...readMigration(text) };
    }),
  );
}

/** @param text SQL as drizzle-kit writes it, statements separated by `--> statement-breakpoint` */
export function readMigration(text: string): Pick<Migration, 'hash' | 'statements' | 'outside'> {
  return {
    hash: `${DECLARED.test(text) ? ONE_WAY : ''}${createHash('sha256').update(text).digest('hex')}`,
    statements: text.split('--> statement-breakpoint'),
    outside: OUTSIDE.test(text),
  };
}

/** @returns the name of the index that the statement would leave unfinished when it is cut off */
export const unfinishedIndex = (statement: string): string | null =>
  CONCURRENT_INDEX.exec(withoutComments(statement))?.[1] ?? null;

/** Also takes out the insides of strings. */
export function withoutComments(statement: string): string {
  const code = statement.split('\n').map((line) => line.split('--', 1)[0]);
  return code.join('\n').replace(/'(?:[^']|'')*'/g, "''");
}
