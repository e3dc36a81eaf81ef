import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../server/core/db/database.ts';
import { connectionTo } from '../../server/core/db/leader-client.ts';
import { startS3StandIn } from '../../test/stand-ins/s3-stand-in-server.ts';
import { startPgbouncer } from '../cluster/pgbouncer.ts';
import type { Place } from '../cluster/place.ts';
import { type LoopDisk, makeLoopDisk } from '../power-cut/loop-disk.ts';
import { takeDatabaseClock } from '../scheduled/database-clock.ts';
import { type Installation, ROADS } from './installation.ts';
import { MAIL_FAULTS, type MailDoor, openMailDoor } from './mail-door.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';

type Road = (typeof ROADS)[number];

/** A fault in an installation of its own. */
interface Staged {
  env?: Record<string, string>;
  /** one process for each; a single one of the role `all` when absent */
  roles?: string[];
  before?: string[];
  cause(installation: Installation): Promise<unknown>;
  mend(installation: Installation): Promise<unknown>;
  close?(): Promise<unknown>;
}

export interface Fault {
  name: string;
  told: RegExp;
  roads: Road[];
  second?: 'smtp';
  /** seconds in which it is told, where it may last longer; and its end */
  within?: number;
  overWithin?: number;
  stage(scene: Scene): Promise<Staged>;
}

/** What each has for itself. */
interface Scene {
  place: Place;
  /** where its data may lie */
  folder: string;
  postgres: OwnPostgres;
  databaseUrl: string;
  /** port of its mail server, which works */
  mailPort: number;
  admin(env: Record<string, string>, ...words: string[]): Promise<void>;
}

const EVERY = [...ROADS];
/** A mail waits for what is away. */
const NO_MAIL = ROADS.filter((road) => road !== 'mail');
const DATABASE = /The database does not answer/;
const MAIL_SERVER = /The mail server takes nothing/;
const STORAGE = /Storage does not answer or cannot be written/;
const WORKERS = /No worker is at work/;
/** Seconds: the longest pause of the mail server's probes, and half a minute without it. */
const PROBED_WITHIN = 180;

export const FAULTS: Record<string, Fault> = {
  killed: {
    name: 'SIGKILL to all of the database',
    ...{ told: DATABASE, roads: NO_MAIL },
    stage: withOwnPostgres(async ({ postgres }) => ({
      cause: () => postgres.kill(),
      mend: () => postgres.start(),
    })),
  },
  frozen: {
    name: 'SIGSTOP to all of the database',
    ...{ told: DATABASE, roads: NO_MAIL },
    stage: withOwnPostgres(async ({ postgres }) => ({
      cause: async () => postgres.freeze(),
      mend: async () => postgres.thaw(),
    })),
  },
  'database-disk': {
    name: 'the disk of the database is full',
    ...{ told: DATABASE, roads: NO_MAIL },
    async stage(scene) {
      const disk = await diskOf(scene, 'database', 256);
      if (scene.place.account) {
        spawnSync('chown', [`${scene.place.account.uid}`, disk.folder]);
      }
      const postgres = await startOwnPostgres(scene.place, disk.folder);
      const url = await postgres.database('letters');
      return {
        env: { DATABASE_URL: url },
        async cause() {
          fill(disk.folder);
          await writeUntilRefused(url);
        },
        async mend() {
          empty(disk.folder);
          await postgres.kill();
          await postgres.start();
        },
        async close() {
          await postgres.kill();
          await disk.unmount();
        },
      };
    },
  },
  pooler: {
    name: 'PgBouncer is killed, the database behind it runs',
    ...{ told: DATABASE, roads: NO_MAIL },
    async stage({ place, folder, postgres, databaseUrl }) {
      const own = { ...place, folder };
      const { pathname, username: user, password } = new URL(databaseUrl);
      const login = { user, password, name: pathname.slice(1) };
      const pooler = await startPgbouncer(own, postgres.port, login);
      let running = pooler;
      return {
        env: {
          DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${pooler.port}${pathname}`,
          DATABASE_DIRECT_URL: databaseUrl,
        },
        cause: () => running.close(),
        mend: async () => {
          running = await startPgbouncer(own, postgres.port, login, pooler.port);
        },
        close: () => running.close(),
      };
    },
  },
  worker: {
    name: 'the only worker is killed',
    ...{ told: WORKERS, roads: NO_MAIL },
    stage: async () => ({
      roles: ['worker', 'web'],
      cause: ({ processes }) => processes[0]?.kill() ?? Promise.resolve(),
      mend: (installation) => installation.renew(0),
    }),
  },
  'worker-frozen': {
    name: 'the only worker hangs (SIGSTOP)',
    ...{ told: WORKERS, roads: NO_MAIL },
    stage: async () => ({
      roles: ['worker', 'web'],
      cause: async ({ processes }) => processes[0]?.signal('SIGSTOP'),
      mend: async ({ processes }) => processes[0]?.signal('SIGCONT'),
    }),
  },
  held: {
    name: 'the database was set back, and is held',
    ...{ told: WORKERS, roads: NO_MAIL },
    stage: async ({ admin }) => ({
      cause: async ({ env }) => admin(env, 'restored', new Date().toISOString()),
      mend: async ({ env }) => admin(env, 'release'),
    }),
  },
  ...Object.fromEntries(Object.keys(MAIL_FAULTS).map((word) => [word, mailFault(word)])),
  'mail-dns': {
    name: 'no name is found',
    ...{ told: MAIL_SERVER, roads: EVERY, within: 90, overWithin: PROBED_WITHIN },
    async stage({ folder, mailPort }) {
      const [hosts, resolver] = [path.join(folder, 'hosts'), path.join(folder, 'resolv.conf')];
      const known = '127.0.0.1 localhost\n';
      await writeFile(hosts, known);
      // Nothing listens there.
      await writeFile(resolver, 'nameserver 127.0.0.1\noptions attempts:1 timeout:1\n');
      const mount = `mount --bind ${hosts} /etc/hosts && mount --bind ${resolver} /etc/resolv.conf && exec "$@"`;
      return {
        env: { SMTP_URL: `smtp://mail.example.org:${mailPort}` },
        before: ['unshare', '--mount', 'sh', '-c', mount, 'sh'],
        cause: (installation) => installation.knock(),
        mend: async () => writeFileSync(hosts, `${known}127.0.0.1 mail.example.org\n`),
      };
    },
  },
  'bucket-frozen': bucketFault('the bucket takes connections and answers nothing', 'frozen'),
  'bucket-denied': bucketFault('the bucket denies access', 'denied'),
  'photo-disk': {
    name: 'the disk of the photos is full',
    ...{ told: /Only 0 % of the disk is free/, roads: EVERY },
    async stage(scene) {
      const disk = await diskOf(scene, 'photos', 64);
      return {
        env: { DATA_DIR: path.join(disk.folder, 'data') },
        cause: async () => fill(disk.folder),
        mend: async () => empty(disk.folder),
        close: () => disk.unmount(),
      };
    },
  },
  'photo-disk-read-only': {
    name: 'the disk of the photos can only be read, as after a fault of its own',
    ...{ told: STORAGE, roads: EVERY },
    async stage(scene) {
      const disk = await diskOf(scene, 'photos', 64);
      const remount = (how: string) => spawnSync('mount', ['-o', `remount,${how}`, disk.folder]);
      return {
        env: { DATA_DIR: path.join(disk.folder, 'data') },
        cause: async () => remount('ro'),
        mend: async () => remount('rw'),
        close: () => disk.unmount(),
      };
    },
  },
  'photo-disk-gone': {
    name: 'the disk of the photos is taken away, and what it was mounted on can be written',
    ...{ told: STORAGE, roads: EVERY },
    async stage(scene) {
      const disk = await diskOf(scene, 'photos', 64);
      return {
        env: { DATA_DIR: path.join(disk.folder, 'data') },
        cause: () => disk.unmount(),
        mend: async () => disk.mount(),
        close: () => disk.unmount(),
      };
    },
  },
  'clock-ahead': {
    name: 'no mail server, and for its first 20 s the machine’s clock is 26 hours ahead',
    ...{ told: MAIL_SERVER, roads: EVERY, within: 90, overWithin: PROBED_WITHIN },
    stage: mailDoorStage(async (door) => ({
      async cause({ processes, knock }) {
        processes[0]?.signal('SIGUSR2');
        await door.do('refuse');
        await knock();
        await sleep(20_000);
        processes[0]?.signal('SIGUSR2');
      },
      mend: () => door.do(null),
    })),
  },
  'database-clock-back': {
    name: 'no mail server, and the database’s clock is set back by a day',
    ...{ told: MAIL_SERVER, roads: EVERY, within: 90, overWithin: PROBED_WITHIN },
    async stage(scene) {
      const clock = await clockOf(scene.databaseUrl);
      return mailDoorStage(async (door) => ({
        async cause({ knock }) {
          await clock.set(-24);
          await door.do('refuse');
          await knock();
        },
        mend: () => door.do(null),
        close: () => clock.close(),
      }))(scene);
    },
  },
  backup: {
    name: 'the last backup is 30 hours old',
    ...{ told: /The last backup to the folder is 3. hours old/, roads: EVERY },
    // Figures are counted every five minutes.
    ...{ within: 360, overWithin: 360 },
    async stage({ databaseUrl, folder, admin }) {
      const clock = await clockOf(databaseUrl);
      const place = path.join(folder, 'backup');
      return {
        async cause({ env, processes, renew }) {
          await processes[0]?.kill();
          await clock.set(-30);
          await admin(env, 'backup', place);
          await clock.set(0);
          await renew(0);
        },
        mend: async ({ env }) => admin(env, 'backup', place),
        close: () => clock.close(),
      };
    },
  },
};

function withOwnPostgres(stage: (own: { postgres: OwnPostgres }) => Promise<Staged>): Fault['stage'] {
  return async ({ place, folder }) => {
    const home = path.join(folder, 'postgres');
    await mkdir(home);
    await chmod(home, 0o755);
    if (place.account) spawnSync('chown', [`${place.account.uid}`, home]);
    const postgres = await startOwnPostgres(place, home);
    const env = { DATABASE_URL: await postgres.database('letters') };
    return { env, ...(await stage({ postgres })), close: () => postgres.kill() };
  };
}

function mailDoorStage(stage: (door: MailDoor) => Promise<Staged>): Fault['stage'] {
  return async ({ mailPort }) => {
    const door = await openMailDoor(mailPort);
    const staged = await stage(door);
    return {
      ...staged,
      env: { SMTP_URL: `smtp://letters:secret@127.0.0.1:${door.port}` },
      close: async () => {
        await staged.close?.();
        await door.close();
      },
    };
  };
}

/** The longest replies are told last: three may take ten seconds each before the server counts as away. */
function mailFault(word: string): Fault {
  const { name = word, deed = null } = MAIL_FAULTS[word] ?? {};
  return {
    name,
    ...{ told: MAIL_SERVER, roads: EVERY, within: 90, overWithin: PROBED_WITHIN },
    ...(word === 'mail-refused' || word === 'mail-hangs' ? { second: 'smtp' as const } : {}),
    stage: mailDoorStage(async (door) => ({
      async cause({ knock }) {
        await door.do(deed);
        await knock();
      },
      mend: () => door.do(null),
    })),
  };
}

function bucketFault(name: string, fault: 'frozen' | 'denied'): Fault {
  return {
    name,
    ...{ told: STORAGE, roads: EVERY },
    async stage() {
      const { bucket, faults, close } = await startS3StandIn();
      return {
        env: {
          S3_BUCKET: bucket.name,
          S3_ENDPOINT: bucket.endpoint,
          S3_REGION: bucket.region,
          S3_ACCESS_KEY_ID: bucket.accessKeyId,
          S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
        },
        cause: async () => faults.push(...Array.from({ length: 100_000 }, () => fault)),
        mend: async () => faults.splice(0),
        close,
      };
    },
  };
}

async function diskOf({ folder }: Scene, name: string, megabytes: number): Promise<LoopDisk> {
  const mounted = path.join(folder, name);
  await mkdir(mounted);
  const disk = makeLoopDisk(mounted, megabytes);
  await chmod(mounted, 0o755);
  process.on('exit', () => spawnSync('umount', ['-l', mounted]));
  return disk;
}

/** Also what is kept for root. */
const fill = (folder: string) =>
  spawnSync('dd', ['if=/dev/zero', `of=${path.join(folder, 'ballast')}`, 'bs=1M']);

const empty = (folder: string) => rmSync(path.join(folder, 'ballast'));

/** Each message takes a segment of the write-ahead log. */
async function writeUntilRefused(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (let n = 0; n < 50; n++)
      await client.query(`select pg_logical_emit_message(false, 'ballast', repeat('x', 16 * 1024 * 1024))`);
  } catch {
    // It is full, or PostgreSQL went down.
    return;
  } finally {
    await client.end().catch(() => undefined);
  }
  throw new Error('The full disk took all that was written.');
}

async function clockOf(url: string) {
  const database = openDatabase(connectionTo(url), () => {});
  const { set } = await takeDatabaseClock(database);
  return { set, close: () => database.close() };
}
