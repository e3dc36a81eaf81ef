import { createHash } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import type { Digest, Sequence, Table } from './manifest.ts';
import type { Session } from './session.ts';

/** Rows that are read at once: a captured message may have 25 MB, and twice as many characters as text. */
const fetchedOf = ({ name }: Table) => (name === 'captured_messages' ? 4 : 100);
const BATCH = 4_000_000;

const OPEN_JOBS = `where state in ('created', 'retry', 'active')`;

const qualified = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

export const labelOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${schema}.${name}`;

function selectLines(table: Table): string {
  const columns = table.columns.map((column) => escapeIdentifier(column)).join(', ');
  const part = table.schema === 'jobs' ? OPEN_JOBS : '';
  return `select row_to_json(x)::text as line from (
    select ${columns} from ${qualified(table)} ${part} order by ${table.order}) x`;
}

/** Each after those it refers to. Without `job_starts`, whose rows would count as crashes, and tables that begin anew. */
export async function listTables(session: Session): Promise<Table[]> {
  const { rows } = await session.query<{ schema: string; name: string; columns: string[]; order: string }>(`
    select n.nspname as schema, c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select string_agg(quote_ident(a.attname) ||
          case when a.attcollation <> 0 then ' collate "C"' else '' end, ', ' order by k.place)
       from pg_index i, unnest(i.indkey) with ordinality as k(attnum, place)
         join pg_attribute a on a.attnum = k.attnum
       where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid) as "order"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and (n.nspname = 'public' and c.relname not in ('job_starts', 'orphaned_objects', 'fleet_state') or n.nspname = 'jobs' and c.relname = 'job')
    order by 1, 2`);
  const unordered = rows.find(({ order }) => !order);
  if (unordered) throw new Error(`${labelOf(unordered)} has no primary key, so it can't be backed up.`);
  return referredFirst(rows, await references(session));
}

async function references(session: Session): Promise<{ from: string; to: string }[]> {
  const { rows } = await session.query<{ from: string; to: string }>(`
    select f.nspname || '.' || fc.relname as "from", t.nspname || '.' || tc.relname as "to"
    from pg_constraint k
      join pg_class fc on fc.oid = k.conrelid join pg_namespace f on f.oid = fc.relnamespace
      join pg_class tc on tc.oid = k.confrelid join pg_namespace t on t.oid = tc.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid and f.nspname = 'public'`);
  return rows;
}

function referredFirst(tables: Table[], arrows: { from: string; to: string }[]): Table[] {
  const sorted: Table[] = [];
  const waiting = new Map(tables.map((table) => [labelOf(table), table]));
  while (waiting.size > 0) {
    const ready = [...waiting].filter(
      ([label]) => !arrows.some(({ from, to }) => from === label && waiting.has(to)),
    );
    if (ready.length === 0)
      throw new Error(`These tables refer to one another in a circle: ${[...waiting.keys()]}`);
    for (const [label, table] of ready) {
      sorted.push(table);
      waiting.delete(label);
    }
  }
  return sorted;
}

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

export async function* readLines(session: Session, table: Table): AsyncGenerator<string> {
  await session.query(`declare lines no scroll cursor for ${selectLines(table)}`);
  for (;;) {
    const { rows } = await session.query<{ line: string }>(`fetch ${fetchedOf(table)} from lines`);
    for (const { line } of rows) yield line;
    if (rows.length === 0) break;
  }
  await session.query('close lines');
}

export async function countRows(session: Session, table: Table): Promise<number> {
  const part = table.schema === 'jobs' ? OPEN_JOBS : '';
  const { rows } = await session.query<{ rows: number }>(
    `select count(*)::int as rows from ${qualified(table)} ${part}`,
  );
  return rows[0]?.rows ?? 0;
}

export async function digestOfLines(lines: AsyncIterable<string>): Promise<Digest> {
  const digest = new LineDigest();
  for await (const line of lines) digest.add(line);
  return digest.done();
}

/** @returns the digest of the lines @throws Error when the table then has a different one */
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
  const there = await digestOfLines(readLines(session, table));
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

/** Backed up so that no number is used twice after a restore. */
export async function readSequences(session: Session, tables: Table[]): Promise<Sequence[]> {
  const found: Sequence[] = [];
  for (const table of tables.filter(({ schema }) => schema === 'public')) {
    const { rows } = await session.query<{ column: string; sequence: string }>(
      `select a.attname as column, pg_get_serial_sequence($1, a.attname) as sequence from pg_attribute a
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
         and pg_get_serial_sequence($1, a.attname) is not null`,
      [qualified(table)],
    );
    for (const { column, sequence } of rows) {
      const { rows: state } = await session.query<{ last: string; used: boolean }>(
        `select last_value::text as last, is_called as used from ${sequence}`,
      );
      if (state[0]) found.push({ table: qualified(table), column, ...state[0] });
    }
  }
  return found;
}

export async function writeSequences(session: Session, sequences: Sequence[]): Promise<void> {
  for (const { table, column, last, used } of sequences) {
    await session.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)', [
      table,
      column,
      last,
      used,
    ]);
  }
}
