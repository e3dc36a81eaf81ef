import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { type Daemon, startDaemon, until } from '../drills/cluster/daemon.ts';
import { makePlace } from '../drills/cluster/place.ts';
import { postgresFolder } from '../drills/cluster/programs.ts';
import { noteAnnouncement, openDatabase, type Transaction } from '../server/core/db/database.ts';
import { migrateDatabase } from '../server/core/db/migrate.ts';
import { Announcer, CHANNEL } from '../server/core/events/announcer.ts';
import { freePort } from '../test/support/free-port.ts';

/**
 * Transactions that write a row and announce it, 64 at once, beside a synchronous standby that answers after 2 ms: with
 * our announcements, with NOTIFY in each transaction and with neither. With Debian's PostgreSQL.
 */
const WRITERS = 64;
const DELAY_MS = 2;
const SECONDS = 8;
const GOAL = 1_200;

const programs = postgresFolder();
if (!programs) {
  console.log("PostgreSQL's own programs are not here: apt-get install postgresql");
  process.exit(0);
}
const { folder, account } = await makePlace();
const [port, standbyPort] = [await freePort(), await freePort()];
const running: Daemon[] = [];
const slow = createServer((one) => {
  const other = connect(port, '127.0.0.1');
  later(one, other);
  later(other, one);
}).listen(0, '127.0.0.1');
try {
  run('initdb', '-D', `${folder}/leader`, '-A', 'trust', '-U', 'letters', '-E', 'UTF8', '--locale=C');
  appendFileSync(
    `${folder}/leader/postgresql.conf`,
    `unix_socket_directories = ''\nlisten_addresses = '127.0.0.1'\nmax_connections = 120\n`,
  );
  start('leader', port);
  const pool = { host: '127.0.0.1', user: 'letters', database: 'postgres', port, max: WRITERS };
  let announced = () => {};
  const database = openDatabase(pool, () => {}, { onAnnounced: () => announced() });
  await until('the leader', async () => (await database.pool.query('select 1')).rowCount === 1, 30);
  await migrateDatabase(database);
  await database.pool.query(
    'create table written (id bigint generated always as identity primary key, n int)',
  );
  const behind = slow.address();
  const slowPort = typeof behind === 'object' && behind ? String(behind.port) : '';
  await runBeside(
    'pg_basebackup',
    '-D',
    `${folder}/standby`,
    '-h',
    '127.0.0.1',
    '-p',
    slowPort,
    '-U',
    'letters',
    '-R',
  );
  start('standby', standbyPort);
  await database.pool.query(`alter system set synchronous_standby_names = '*'`);
  await database.pool.query('select pg_reload_conf()');
  await until(
    'the standby',
    async () =>
      (await database.pool.query(`select 1 from pg_stat_replication where sync_state = 'sync'`)).rowCount ===
      1,
    30,
  );
  const announcer = new Announcer(database.pool, pino({ level: 'silent' }));
  announced = () => announcer.soon();
  const rates = {
    neither: await rateOf(async () => {}),
    ours: await rateOf(async (tx) => {
      noteAnnouncement();
      await tx.execute(sql`select announce('{}'::json)`);
    }),
    notify: await rateOf((tx) => tx.execute(sql`select pg_notify(${CHANNEL}, '{}')`)),
  };
  await announcer.close();
  for (const [name, rate] of Object.entries(rates))
    console.log(`  ${name.padEnd(10)} ${rate.toFixed(0)} writes/s`);
  console.log(`beside a standby of ${DELAY_MS} ms: ${rates.ours.toFixed(0)} writes/s (goal ${GOAL})`);
  async function rateOf(announce: (tx: Transaction) => Promise<unknown>): Promise<number> {
    let done = 0;
    const end = performance.now() + SECONDS * 1_000;
    const write = async () => {
      for (; performance.now() < end; done++)
        await database.db.transaction(async (tx) => {
          await tx.execute(sql`insert into written (n) values (1)`);
          await announce(tx);
        });
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    return done / SECONDS;
  }
  await database.close();
} finally {
  for (const one of running) await one.kill();
  slow.close();
}
process.exit(0);

function start(name: string, at: number): void {
  const where = { account, log: `${folder}/${name}.log`, cwd: folder };
  running.push(startDaemon(`${programs}/postgres`, ['-D', `${folder}/${name}`, '-p', String(at)], where));
}

function run(program: string, ...args: string[]): void {
  const as = account ? { uid: account.uid, gid: account.gid } : {};
  const { status, stderr } = spawnSync(`${programs}/${program}`, args, {
    cwd: folder,
    encoding: 'utf8',
    ...as,
  });
  if (status !== 0) throw new Error(`${program}: ${status}\n${stderr}`);
}

/** While this process passes on its bytes. */
async function runBeside(program: string, ...args: string[]): Promise<void> {
  const log = `${folder}/${program}.log`;
  startDaemon(`${programs}/${program}`, args, { account, log, cwd: folder });
  await until(program, async () => (await readFile(log, 'utf8')).includes(' ended: 0'), 60);
}

function later(from: Socket, to: Socket): void {
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), DELAY_MS / 2));
  from.on('close', () => setTimeout(() => to.destroy(), DELAY_MS));
  from.on('error', () => to.destroy());
}
