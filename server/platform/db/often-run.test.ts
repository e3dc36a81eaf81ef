import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase } from '../../../test/support/test-database.ts';
import { openDatabase } from './database.ts';

let place: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  place = await createEmptyDatabase();
});
afterAll(() => place.close());

const LIMITS = { statement: 10_000, lock: 10_000, idleInTransaction: 10_000 };

/** A pool of one connection, on which one statement ran 60 times. */
async function busyPool(statement: string, sent: boolean) {
  const { pool, close } = openDatabase({ connectionString: place.url, max: 1 }, () => {}, {
    ...LIMITS,
    sent,
  });
  for (let n = 0; n < 60; n++) expect((await pool.query(statement, [n])).rows).toHaveLength(1);
  const prepared = async () =>
    (await pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows;
  return { pool, close, prepared };
}

it('a statement that runs often is prepared, and not behind a pooler', async () => {
  const statement = 'select $1::int as n';
  for (const sent of [true, false]) {
    const { close, prepared } = await busyPool(statement, sent);
    expect(await prepared()).toEqual(sent ? [{ statement }] : []);
    await close();
  }
});

it('a statement whose columns a migration changed fails at most once', async () => {
  await place.pool.query('create table plums as select 1 as id');
  const statement = 'select * from plums where id <> $1::int + 100';
  const { pool, close, prepared } = await busyPool(statement, true);
  expect(await prepared()).toHaveLength(1);
  await place.pool.query("alter table plums add column colour text default 'blue'");
  await expect(pool.query(statement, [1])).rejects.toThrow('cached plan must not change result type');
  expect((await pool.query(statement, [1])).rows).toEqual([{ id: 1, colour: 'blue' }]);
  await close();
});
