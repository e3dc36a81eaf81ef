import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { migrateDatabase } from '../../server/core/db/migrate.ts';
import { readMigration, readMigrations } from '../../server/core/db/migration-files.ts';
import type { SilentProxy } from '../../test/faults/silent-proxy.ts';
import type { S3StandInServer } from '../../test/stand-ins/s3-stand-in-server.ts';
import { MAIL_FAULTS, type MailDoor } from '../alerts/mail-door.ts';
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
}

const SECOND = 1_000;
const FROZEN_SECONDS = 35;
const READER_SECONDS = 45;
const MAIL_AWAY_SECONDS = 30;
/** Until somebody else leads, and all go on with that one. */
const FAILOVER: Partial<Goals> = { letter: 60 * SECOND, silence: 60 * SECOND };
const SILENCE: Partial<Goals> = { letter: 30 * SECOND, silence: 30 * SECOND };
/** What a stop may take: the drain, a query that hangs, and the goodbyes. */
const STOP_WITHIN = 30 * SECOND;
/** A balancer that checks every five seconds takes a process back after two of them. */
const TAKEN_BACK = 12 * SECOND;

export function drillsOf({ cluster, fleet, bucket, mail, ways, pool }: Scene): Drill[] {
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
      goals: { letter: 10 * SECOND, failures: 0 },
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
  ];
  return found.flatMap(([what, was, goal]) =>
    goal === undefined || was <= goal ? [] : [`${what}: ${Math.round(was)}, goal ${goal}`],
  );
}
