import pino from 'pino';
import { expect, it } from 'vitest';
import { createProxiedDatabase } from '../../../test/support/proxied-database.ts';
import { openDatabase } from './database.ts';
import { connectionTo } from './leader-client.ts';
import { NoDatabase, waitForDatabase } from './wait-for-database.ts';

it('several hosts: the first failure moves all connections to the next host', async () => {
  const place = await createProxiedDatabase();
  const real = new URL(place.url);
  const url = place.url.replace(real.host, `127.0.0.1:1,${real.host}`);
  const { pool, close } = openDatabase(connectionTo(url), () => {});
  try {
    await expect(pool.query('select 1')).rejects.toThrow('ECONNREFUSED');
    const all = await Promise.all([1, 2, 3].map((n) => pool.query('select $1::int as n', [n])));
    expect(all.map(({ rows }) => rows[0])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  } finally {
    await close();
    await place.drop();
  }
});

it('pool: a connection whose server turned read-only is destroyed', async () => {
  const place = await createProxiedDatabase();
  const { db, pool, close } = openDatabase({ connectionString: place.url, max: 1 }, () => {});
  try {
    await pool.query('set default_transaction_read_only = on');
    const create = db.transaction((tx) => tx.execute('create table t (n int)'));
    await expect(create).rejects.toThrow();
    await pool.query('create table t (n int)');
  } finally {
    await close();
    await place.drop();
  }
});

it('start: names the setting when the database does not answer in time, or refuses the login', async () => {
  const log = pino({ level: 'silent' });
  const away = openDatabase({ connectionString: 'postgres://x@127.0.0.1:1/x' }, () => {});
  await expect(waitForDatabase({ ...away, description: 'PostgreSQL' }, log, 0)).rejects.toThrow(
    /^DATABASE_URL: PostgreSQL did not answer within 0 s/,
  );
  await away.close();
  const place = await createProxiedDatabase();
  const url = new URL(place.url);
  url.pathname = '/nothing_here';
  const none = openDatabase({ connectionString: url.href }, () => {});
  const refused = waitForDatabase({ ...none, description: 'PostgreSQL' }, log, 60);
  await expect(refused).rejects.toBeInstanceOf(NoDatabase);
  await none.close();
  await place.drop();
});
