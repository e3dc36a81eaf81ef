import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createProxiedDatabase } from '../../../test/support/proxied-database.ts';
import { selfSignedCertificate } from '../../mail/in/smtp/self-signed-certificate.ts';
import { openDatabase } from './database.ts';
import { connectionTo } from './leader-client.ts';
import { NoDatabase, waitForDatabase } from './wait-for-database.ts';

it('several hosts: one that cannot be reached is left within the same connection, by all of them', async () => {
  const place = await createProxiedDatabase();
  const real = new URL(place.url);
  const url = place.url.replace(real.host, `127.0.0.1:1,${real.host}`);
  const { pool, close } = openDatabase(connectionTo(url), () => {});
  try {
    const client = await pool.connect();
    client.release();
    const all = await Promise.all([1, 2, 3].map((n) => pool.query('select $1::int as n', [n])));
    expect(all.map(({ rows }) => rows[0])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  } finally {
    await close();
    await place.drop();
  }
  const none = openDatabase(connectionTo('postgres://x@127.0.0.1:1,127.0.0.1:2/x'), () => {});
  await expect(none.pool.query('select 1')).rejects.toThrow('ECONNREFUSED');
  await expect(none.pool.connect()).rejects.toThrow('ECONNREFUSED');
  await none.close();
});

/** PostgreSQL's answer to SSLRequest, then TLS and a login without a password (PostgreSQL, 54.2). @returns its port and end */
async function startTlsServer(name: string) {
  const { cert, key } = selfSignedCertificate(name);
  const greeting = Buffer.from([
    ...Buffer.from('R'),
    0,
    0,
    0,
    8,
    0,
    0,
    0,
    0,
    ...Buffer.from('Z'),
    0,
    0,
    0,
    5,
  ]);
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, cert, key });
      secure.once('data', () => secure.write(Buffer.concat([greeting, Buffer.from('I')])));
      // A client that refuses the certificate breaks off.
      secure.on('error', () => socket.destroy());
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { cert, port: (server.address() as AddressInfo).port, close: () => server.close() };
}

it('verify-full: the certificate is that of sslrootcert and has the name of the host', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-tls-'));
  const [right, other] = [await startTlsServer('localhost'), await startTlsServer('elsewhere.example.org')];
  const logIn = async ({ port, cert }: typeof right, query: string) => {
    const file = path.join(folder, `${port}.pem`);
    await writeFile(file, cert);
    const url = `postgres://letters@localhost:${port}/letters?sslmode=verify-full${query.replace('CERT', file)}`;
    const { pool, close } = openDatabase(connectionTo(url), () => {});
    try {
      (await pool.connect()).release(true);
    } finally {
      await close();
    }
  };
  try {
    await logIn(right, '&sslrootcert=CERT');
    await expect(logIn(right, '')).rejects.toThrow('self-signed certificate');
    await expect(logIn(other, '&sslrootcert=CERT')).rejects.toThrow('does not match');
  } finally {
    right.close();
    other.close();
    await rm(folder, { recursive: true });
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
