import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase } from '../../../test/support/test-database.ts';
import { openDatabase } from './database.ts';

let place: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  place = await createEmptyDatabase();
});
afterAll(() => place.close());

/** A pool of one connection, on which one statement ran 60 times. */
async function busyPool(statement: string, prepares: boolean) {
  const { pool, close } = openDatabase({ connectionString: place.url, max: 1 }, () => {}, { prepares });
  for (let n = 0; n < 60; n++) expect((await pool.query(statement, [n])).rows).toHaveLength(1);
  const prepared = async () =>
    (await pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows;
  const nameOf = async () =>
    (await pool.query<{ name: string }>('select name from pg_prepared_statements')).rows[0]?.name;
  return { pool, close, prepared, nameOf };
}

it('a statement that runs often is prepared, and not behind a pooler', async () => {
  const statement = 'select $1::int as n';
  for (const prepares of [true, false]) {
    const { close, prepared } = await busyPool(statement, prepares);
    expect(await prepared()).toEqual(prepares ? [{ statement }] : []);
    await close();
  }
});

it('a statement that is prepared has a name of its own in all processes', async () => {
  const pools = await Promise.all(
    ['select $1::int as n', 'select $1::int as m', 'select $1::int as n'].map((statement) =>
      busyPool(statement, true),
    ),
  );
  const [one, another, oneAgain] = await Promise.all(pools.map(({ nameOf }) => nameOf()));
  expect(one).toMatch(/^often_/);
  expect(another).not.toBe(one);
  expect(oneAgain).toBe(one);
  for (const { close } of pools) await close();
});

it('a statement with very many values is not prepared', async () => {
  const places = Array.from({ length: 65 }, (_, at) => `$${at + 1}::int`);
  const { pool, close, prepared } = await busyPool('select $1::int as n', true);
  for (let n = 0; n < 60; n++) await pool.query(`select ${places.join()}`, Array(65).fill(n));
  expect(await prepared()).toHaveLength(1);
  await close();
});

it('a statement that the session has lost fails once on each connection', async () => {
  const statement = 'select $1::int as n';
  const { pool, close } = await busyPool(statement, true);
  const client = await pool.connect();
  await client.query('deallocate all');
  await expect(client.query(statement, [1])).rejects.toThrow('does not exist');
  await expect(client.query('select')).rejects.toThrow(/terminated|not queryable/);
  client.release();
  expect((await pool.query(statement, [1])).rows).toEqual([{ n: 1 }]);
  await close();
});

it('a statement whose columns a migration changed fails once on each connection', async () => {
  await place.pool.query('create table plums as select 1 as id');
  const statement = 'select * from plums where id <> $1::int + 100';
  const { pool, close, prepared } = await busyPool(statement, true);
  expect(await prepared()).toHaveLength(1);
  await place.pool.query("alter table plums add column colour text default 'blue'");
  const client = await pool.connect();
  await expect(client.query(statement, [1])).rejects.toThrow('cached plan must not change result type');
  await expect(client.query('select')).rejects.toThrow(/terminated|not queryable/);
  client.release();
  expect((await pool.query(statement, [1])).rows).toEqual([{ id: 1, colour: 'blue' }]);
  await close();
});
