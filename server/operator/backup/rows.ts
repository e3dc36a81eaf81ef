import { createHash } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import type { Session } from './session.ts';
import { qualified, selectLines, type Table } from './tables.ts';

/** Rows fetched at once; a caught message may hold 25 MB, twice as much as text. */
const FETCH = 100;
/** Characters of rows written by one statement. */
const BATCH = 4_000_000;

/** What is compared: how many rows, and the SHA-256 over their lines. */
export interface Digest {
  rows: number;
  sha256: string;
}

/** Counts and hashes the lines that pass through it. */
export class LineDigest {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(line: string): void {
    this.#hash.update(line).update('\n');
    this.#rows += 1;
  }

  done(): Digest {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

/** The rows of a table as lines of JSON, a few at a time. Call it within a transaction. */
export async function* readLines(session: Session, table: Table): AsyncGenerator<string> {
  await session.query(`declare lines no scroll cursor for ${selectLines(table)}`);
  for (;;) {
    const { rows } = await session.query<{ line: string }>(`fetch ${FETCH} from lines`);
    for (const { line } of rows) yield line;
    if (rows.length < FETCH) break;
  }
  await session.query('close lines');
}

/** The digest of what a table holds now. Call it within a transaction. */
export async function digestOf(session: Session, table: Table): Promise<Digest> {
  const digest = new LineDigest();
  for await (const line of readLines(session, table)) digest.add(line);
  return digest.done();
}

/**
 * Writes lines into an empty table in the caller's transaction and reads them back.
 * @returns the digest of what went in, which what is there now equals
 * @throws Error when it doesn't
 */
export async function writeLines(
  session: Session,
  table: Table,
  lines: AsyncIterable<string>,
): Promise<Digest> {
  const digest = new LineDigest();
  let batch: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (batch.length > 0) await insert(session, table, batch);
    batch = [];
    characters = 0;
  };
  for await (const line of lines) {
    digest.add(line);
    batch.push(line);
    characters += line.length;
    if (characters > BATCH) await flush();
  }
  await flush();
  const given = digest.done();
  const there = await digestOf(session, table);
  if (there.rows !== given.rows || there.sha256 !== given.sha256) {
    throw new Error(
      `${table.schema}.${table.name}: ${given.rows} rows went in, and what is there is not the same (${there.rows} rows).`,
    );
  }
  return given;
}

async function insert(session: Session, table: Table, lines: string[]): Promise<void> {
  const columns = table.columns.map((column) => escapeIdentifier(column)).join(', ');
  const name = qualified(table);
  await session.query(
    `insert into ${name} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
    [`[${lines.join(',')}]`],
  );
}
