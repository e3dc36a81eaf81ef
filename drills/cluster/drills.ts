import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { migrateDatabase } from '../../server/core/db/migrate.ts';
import { readMigration, readMigrations } from '../../server/core/db/migration-files.ts';
import type { SilentProxy } from '../../test/faults/silent-proxy.ts';
import type { S3StandInServer } from '../../test/stand-ins/s3-stand-in-server.ts';
import type { HttpUser } from '../../test/support/http-user.ts';
import { empty, fill } from '../alerts/faults.ts';
import { LATE_MS, MAIL_FAULTS, type MailDoor } from '../alerts/mail-door.ts';
import type { Names } from '../alerts/names.ts';
import type { Fleet } from '../chaos/fleet.ts';
import type { DatabaseCluster } from './database-cluster.ts';
import type { Seen } from './load.ts';

/** Milliseconds. */
interface Goals {
  letter: number;
  silence: number;
  call: number;
  /** calls that fail; no goal where the database itself is away for a while */
  failures: number;
  /** letters that leave once more; no goal where a connection may break between final dot and reply */
  twice: number;
}

export interface Drill {
  word: string;
  name: string;
  goals: Partial<Goals>;
  /** @returns what else was measured, and what of it is wrong */
  run(): Promise<{ also?: string; wrong?: string[] } | undefined>;
}

export interface Scene {
  cluster: DatabaseCluster;
  fleet: Fleet;
  bucket: S3StandInServer;
  mail: MailDoor;
  /** between the product and its database: to the pooler, and to each node */
  ways: SilentProxy[];
  /** to the database past the pooler, without limits */
  pool: pg.Pool;
  people: HttpUser[];
  /** by which the fleet finds its mail server, and where the disk of DATA_DIR is mounted; as root alone */
  names: Names | null;
  disk: string | null;
}

const SECOND = 1_000;
const FROZEN_SECONDS = 35;
const READER_SECONDS = 45;
const MAIL_AWAY_SECONDS = 30;
const DISK_FULL_SECONDS = 60;
const CLOCKS_WRONG_SECONDS = 60;
const BATCHES = 5;
/** Until somebody else leads, and all go on with that one. */
const FAILOVER: Partial<Goals> = { letter: 60 * SECOND, silence: 60 * SECOND };
const SILENCE: Partial<Goals> = { letter: 30 * SECOND, silence: 30 * SECOND };
/** What a stop may take: the drain, a query that hangs, and the goodbyes. */
const STOP_WITHIN = 30 * SECOND;
/** A balancer that checks every five seconds takes a process back after two of them. */
const TAKEN_BACK = 12 * SECOND;

export function drillsOf(scene: Scene): Drill[] {
  const { cluster, fleet, bucket, mail, ways, pool, names, disk } = scene;
  const drop = () => ways.reduce((dropped, way) => dropped + way.drop(), 0);
  const frozen = async () => {
    bucket.faults.push(...Array.from({ length: 100_000 }, () => 'frozen' as const));
    await sleep(FROZEN_SECONDS * SECOND);
    bucket.faults.length = 0;
  };
  return [
    {
      word: 'nothing',
      name: 'nothing fails',
      goals: { letter: 10 * SECOND, failures: 0, twice: 0 },
      run: () => nothing(15),
    },
    {
      word: 'switched',
      name: '`patronictl switchover`',
      goals: FAILOVER,
      run: async () => {
        await cluster.switchOver();
        return nothing(20);
      },
    },
    {
      word: 'killed',
      name: 'SIGKILL to all of the leader',
      goals: FAILOVER,
      run: async () => {
        const leader = await cluster.leader();
        await leader.kill();
        await sleep(50 * SECOND);
        leader.start();
        return undefined;
      },
    },
    {
      word: 'frozen',
      name: 'the leader stopped for 60 s, then back',
      goals: FAILOVER,
      run: async () => {
        const leader = await cluster.leader();
        leader.freeze();
        await sleep(60 * SECOND);
        leader.thaw();
        return undefined;
      },
    },
    {
      word: 'cut',
      name: 'the leader runs, nobody reaches it for 60 s',
      goals: FAILOVER,
      run: async () => {
        const leader = await cluster.leader();
        leader.cutOff();
        await sleep(60 * SECOND);
        leader.mend();
        return undefined;
      },
    },
    {
      word: 'once',
      name: 'connections dropped without a word',
      goals: SILENCE,
      run: async () => {
        const dropped = drop();
        await sleep(25 * SECOND);
        return { also: `${dropped} connections` };
      },
    },
    {
      word: 'five',
      name: 'all of them five times in 40 s',
      goals: SILENCE,
      run: async () => {
        for (let n = 0; n < 5; n++) {
          drop();
          await sleep(10 * SECOND);
        }
        return nothing(10);
      },
    },
    {
      word: 'stopped',
      name: 'the same once, with SIGTERM to a web process and a worker',
      goals: SILENCE,
      run: async () => {
        drop();
        const took = await Promise.all([fleet.renew('web', 0), fleet.renew('worker', 0)]);
        const [web = '', worker = ''] = took.map((milliseconds) => `${(milliseconds / SECOND).toFixed(1)} s`);
        await sleep(TAKEN_BACK);
        return {
          also: `web stopped in ${web}, worker in ${worker}`,
          wrong: took.every((each) => each <= STOP_WITHIN) ? [] : ['a stop took too long'],
        };
      },
    },
    {
      word: 'rolling',
      name: 'all four processes restarted in turn',
      goals: { letter: 30 * SECOND, call: 5 * SECOND, failures: 0 },
      run: async () => {
        for (const kind of ['web', 'worker'] as const)
          for (const which of [0, 1]) {
            await fleet.renew(kind, which);
            if (kind === 'web') await sleep(TAKEN_BACK);
          }
        return undefined;
      },
    },
    {
      word: 'bucket',
      name: `frozen for ${FROZEN_SECONDS} s`,
      goals: { letter: (FROZEN_SECONDS + 90) * SECOND, call: 5 * SECOND, failures: 0 },
      run: async () => {
        await frozen();
        return undefined;
      },
    },
    ...Object.entries(MAIL_FAULTS).map(([word, { name, deed }]) => ({
      ...{ word, name: `${name}, for ${MAIL_AWAY_SECONDS} s` },
      goals: { letter: (MAIL_AWAY_SECONDS + 60) * SECOND, call: 5 * SECOND, failures: 0 },
      run: async () => {
        await mail.do(deed);
        await sleep(MAIL_AWAY_SECONDS * SECOND);
        await mail.do(null);
        return undefined;
      },
    })),
    {
      word: 'mail-late',
      name: `the final dot of a letter is answered after ${LATE_MS / SECOND} s`,
      goals: { letter: 10 * SECOND, call: 5 * SECOND, failures: 0, twice: 0 },
      run: async () => {
        await mail.do('late');
        await sleep(LATE_MS + 10 * SECOND);
        await mail.do(null);
        return undefined;
      },
    },
    ...(names
      ? [
          {
            word: 'mail-dns',
            name: `no name is found, for ${MAIL_AWAY_SECONDS} s`,
            goals: { letter: (MAIL_AWAY_SECONDS + 60) * SECOND, call: 5 * SECOND, failures: 0 },
            run: async () => {
              await names.set(false);
              // The connections that are open need no name.
              await mail.do(null);
              await sleep(MAIL_AWAY_SECONDS * SECOND);
              await names.set(true);
              return undefined;
            },
          },
        ]
      : []),
    ...(disk
      ? [
          {
            word: 'photo-disk',
            name: `the disk of uploads is full, for ${DISK_FULL_SECONDS} s`,
            goals: { letter: 10 * SECOND, call: 5 * SECOND, failures: 0, twice: 0 },
            run: () => fillDisk(scene, disk),
          },
        ]
      : []),
    {
      word: 'clocks',
      name: `the clocks of all four processes a day back, for ${CLOCKS_WRONG_SECONDS} s`,
      goals: { letter: 10 * SECOND, call: 5 * SECOND, failures: 0, twice: 0 },
      run: async () => {
        const jump = (kind: 'web' | 'worker', which: number) =>
          fleet.jump(kind, which, CLOCKS_WRONG_SECONDS * SECOND);
        await Promise.all([jump('web', 0), jump('web', 1), jump('worker', 0), jump('worker', 1)]);
        return undefined;
      },
    },
    {
      word: 'batch',
      name: `${BATCHES} letters to twenty, each cut by SIGKILL to both web processes and a worker`,
      goals: {},
      run: () => killBatches(scene),
    },
    {
      word: 'migration',
      name: `a column of \`letters\` beside a reader of ${READER_SECONDS} s`,
      goals: { letter: 10 * SECOND, call: 5 * SECOND, failures: 0 },
      run: () => migrateBesideReader(pool),
    },
  ];
}

async function nothing(seconds: number): Promise<undefined> {
  await sleep(seconds * SECOND);
}

async function fillDisk({ people: [person] }: Scene, disk: string) {
  const upload = () =>
    person?.upload('torn-note.jpg').then(
      () => 'taken',
      // Its answer has no photos.
      () => 'refused',
    );
  fill(disk);
  const refused = await upload();
  await sleep(DISK_FULL_SECONDS * SECOND);
  empty(disk);
  const after = await upload();
  return {
    wrong: refused === 'refused' && after === 'taken' ? [] : [`uploads: ${refused}; afterwards ${after}`],
  };
}

/** The same call is made again until it is answered: each of the twenty is written to once. */
async function killBatches({ fleet, pool, people: [person] }: Scene) {
  const wrong: string[] = [];
  const photo = await person?.upload('torn-note.jpg');
  for (let n = 0; n < BATCHES; n++) {
    const recipients = Array.from({ length: 20 }, () => ({
      name: 'Ilse Brandt',
      email: `twenty.${randomUUID()}@example.org`,
    }));
    const key = randomUUID();
    const body = { recipients, emailMessage: 'Dear Ilse', template: 'classic', photoUrls: [photo] };
    // Nobody answers while the web processes are down.
    const send = async () =>
      (await person?.call('POST', '/api/letter-batches', body, key).catch(() => null))?.status === 200;
    const first = send();
    await sleep(randomInt(150));
    await Promise.all([fleet.restart('web', 0), fleet.restart('web', 1)]);
    await first;
    while (!(await send())) await sleep(SECOND);
    await fleet.restart('worker', n % 2);
    const { rows } = await pool.query('select 1 from letters where recipient_email = any($1)', [
      recipients.map(({ email }) => email),
    ]);
    if (rows.length !== 20) wrong.push(`a batch of 20 became ${rows.length} letters`);
  }
  return { wrong };
}

async function migrateBesideReader(pool: pg.Pool) {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const reader = await pool.connect();
  // The role's own limit would end it after 15 s.
  await reader.query('begin; set local idle_in_transaction_session_timeout = 0');
  await reader.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access share mode`);
  const migration = {
    name: 'a column for a drill',
    when: Date.now(),
    ...readMigration('alter table letters add column for_a_drill integer;'),
  };
  const migrations = [...(await readMigrations()), migration];
  const applying = migrateDatabase({ pool }, { migrations }).then(() => performance.now());
  await sleep(READER_SECONDS * SECOND);
  await reader.query('commit');
  reader.release();
  const released = performance.now();
  const later = ((await applying) - released) / SECOND;
  // A process that is started later would refuse the tables of a newer version.
  await pool.query('delete from drizzle.__drizzle_migrations where created_at = $1', [migration.when]);
  return { also: `applied ${later.toFixed(1)} s after the reader ended` };
}

export function missedGoals({ goals }: Drill, seen: Seen): string[] {
  const failures = [...seen.failures.values()].reduce((sum, n) => sum + n, 0);
  const found: [string, number, number | undefined][] = [
    ['the slowest letter', seen.slowestLetter, goals.letter],
    ['the longest silence', seen.silence, goals.silence],
    ['the slowest call', seen.slowestCall, goals.call],
    ['failed calls', failures, goals.failures],
    ['letters that left once more', seen.twice, goals.twice],
    ['letters lost', seen.lost, 0],
  ];
  return found.flatMap(([what, was, goal]) =>
    goal === undefined || was <= goal ? [] : [`${what}: ${Math.round(was)}, goal ${goal}`],
  );
}
