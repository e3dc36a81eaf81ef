import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Runs after which a statement is prepared. */
const OFTEN = 50;
/** Each takes memory in each connection. */
const PREPARED_MAX = 200;
/** PostgreSQL keeps up to a megabyte in each connection for a statement with very many values. */
const VALUES_MAX = 64;
/** Texts after which counting begins anew: those with lists of parameters are unlimited in number. */
const COUNTED_MAX = 2_000;

/** PREPARE saves the planning, more than half of the work of a short statement. Not through a pooler. */
export function prepareOftenRun(pool: pg.Pool): void {
  const nameOf = namesOfOftenRun();
  const named = (statement: unknown, values: unknown): unknown => {
    if (!Array.isArray(values) || values.length === 0 || values.length > VALUES_MAX) return statement;
    const query = typeof statement === 'string' ? { text: statement } : statement;
    return isUnnamed(query) ? { ...query, name: nameOf(query.text) } : statement;
  };
  pool.on('connect', (client) => {
    client.query = new Proxy(client.query, {
      apply: (query, self, [statement, values, ...rest]: unknown[]) =>
        Reflect.apply(query, self, [named(statement, values), values, ...rest]),
    });
  });
}

/** A plain configuration of a query; one with `submit` is a query object of its own. */
const isUnnamed = (query: unknown): query is { text: string } =>
  typeof query === 'object' &&
  query !== null &&
  'text' in query &&
  typeof query.text === 'string' &&
  !('submit' in query) &&
  Reflect.get(query, 'name') === undefined;

/** @returns the name of a statement; undefined for one that is not prepared */
function namesOfOftenRun(): (text: string) => string | undefined {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size >= PREPARED_MAX) return name;
    const runs = (counts.get(text) ?? 0) + 1;
    if (counts.size >= COUNTED_MAX) counts.clear();
    if (runs < OFTEN) counts.set(text, runs);
    // Named by its text: behind a pooler that nobody noticed, processes share names and must mean the same by them.
    else names.set(text, `often_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`);
    return undefined;
  };
}
