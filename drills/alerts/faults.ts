import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import pino from 'pino';
import sharp from 'sharp';
import { readConfig } from '../../server/core/config.ts';
import { openDatabase } from '../../server/core/db/database.ts';
import { connectionTo } from '../../server/core/db/leader-client.ts';
import { photoKey } from '../../server/letters/photos/file-names.ts';
import { openServices } from '../../server/open-services.ts';
import { sendLetters } from '../../test/faults/letter-kill-rounds.ts';
import { startS3StandIn } from '../../test/stand-ins/s3-stand-in-server.ts';
import type { SmtpSink } from '../../test/stand-ins/smtp-sink.ts';
import { StripeStandIn } from '../../test/stand-ins/stripe-stand-in.ts';
import { freePort } from '../../test/support/free-port.ts';
import { parse } from '../../test/support/mail-reader.ts';
import { startPgbouncer } from '../cluster/pgbouncer.ts';
import type { Place } from '../cluster/place.ts';
import { type LoopDisk, makeLoopDisk } from '../power-cut/loop-disk.ts';
import { takeDatabaseClock } from '../scheduled/database-clock.ts';
import { type Installation, ROADS } from './installation.ts';
import { MAIL_FAULTS, type MailDoor, openMailDoor } from './mail-door.ts';
import { limitWorker } from './memory-limit.ts';
import { ownNames } from './names.ts';
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
  /** its mail server, which works */
  mails: SmtpSink;
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
/** Seconds: late is what was due five minutes ago. */
const PUT_OFF_WITHIN = 400;

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
    async stage({ folder, mails }) {
      const { before, set } = await ownNames(folder);
      return {
        env: { SMTP_URL: `smtp://mail.example.org:${mails.port}` },
        before,
        cause: (installation) => installation.knock(),
        mend: () => set(true),
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
  'photo-disk-gone': diskGone('what it was mounted on can be written', 'photos', ({ folder }) =>
    path.join(folder, 'photos', 'data'),
  ),
  'photo-disk-beneath': diskGone(
    'it was mounted on the folder of the photos, which is there, and empty',
    'data/storage',
    ({ folder }) => path.join(folder, 'data'),
  ),
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
  'letters-late': {
    name: 'a letter’s recipient is put off, for longer than five minutes',
    ...{ told: /A letter or answer has been due/, roads: NO_MAIL, within: PUT_OFF_WITHIN, overWithin: 600 },
    stage: putOff(({ env }) => sendTo(env, 1)),
  },
  'jobs-late': {
    name: 'a mail’s recipient is put off, for longer than five minutes',
    ...{ told: /A send-mail job has been due/, roads: NO_MAIL, within: PUT_OFF_WITHIN, overWithin: 600 },
    stage: putOff(({ knock }) => knock()),
  },
  bounces: {
    name: 'four letters are refused for good, and ninety later ones are taken',
    ...{ told: /letters of the last day did not arrive/, roads: EVERY },
    stage: (scene) =>
      mailDoorStage(async (door) => ({
        async cause({ env }) {
          await door.do({ RCPT: '550 5.1.1 no such user' });
          await sendTo(env, 4, 'failed');
          await door.do(null);
          await countNow(scene);
        },
        async mend({ env }) {
          await sendTo(env, 45, 'sent');
          await sendTo(env, 45, 'sent');
          await countNow(scene);
        },
      }))(scene),
  },
  memory: {
    name: 'an answer brings a photo that takes more memory than the worker’s limit of 400 MB',
    ...{ told: /read-inbound-message jobs are set aside, processes died/, roads: EVERY, within: 300 },
    async stage(scene) {
      const limit = limitWorker(`slow-letters-${randomUUID()}`, 400);
      const receiver = await freePort();
      return {
        env: { INBOUND_SMTP_PORT: String(receiver) },
        roles: ['worker', 'web'],
        before: limit.before,
        async cause({ env }) {
          await sendTo(env, 1, 'sent');
          await answerWithPhoto(scene.mails, receiver);
        },
        async mend({ env }) {
          limit.set(2_000);
          await scene.admin(env, 'queue', 'retry', 'set-aside');
        },
        close: () => limit.close(),
      };
    },
  },
  ledger: {
    name: 'somebody changes a balance in psql',
    ...{ told: /The ledger does not add up in 1 places/, roads: EVERY },
    async stage(scene) {
      const add = async (credits: number) => {
        await run(scene, `update users set credits = credits + ${credits}`);
        await countNow(scene);
      };
      return {
        cause: async ({ env }) => {
          await sendTo(env, 1, 'sent');
          await add(1);
        },
        mend: () => add(-1),
      };
    },
  },
  payments: {
    name: 'Stripe tells of a payment for a checkout that is not there',
    ...{ told: /1 payments or disputes do not add up/, roads: EVERY },
    async stage(scene) {
      const stripe = new StripeStandIn();
      return {
        env: {
          STRIPE_SECRET_KEY: stripe.key,
          STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
          STRIPE_API_BASE: await stripe.start(),
        },
        async cause({ url }) {
          const checkoutId = randomUUID();
          const lost = { id: 'cs_test_lost', client_reference_id: checkoutId, metadata: { checkoutId } };
          const price = { amount_total: 500, currency: 'usd', livemode: false, created: 0, expires_at: 0 };
          stripe.sessions.set(lost.id, {
            ...{ object: 'checkout.session', status: 'open', payment_status: 'unpaid' },
            ...{ payment_intent: null, url: null },
            ...lost,
            ...price,
          });
          stripe.confirm(lost.id);
          const { payload, headers } = stripe.event('checkout.session.completed', lost.id);
          await fetch(`${url}/api/stripe/webhook`, { method: 'POST', headers, body: payload });
        },
        mend: async ({ env }) => scene.admin(env, 'resolve', '1', 'refunded'),
        close: () => stripe.stop(),
      };
    },
  },
  orphans: {
    name: 'a dozen photos without a row, 32 days later, too many to go at once',
    ...{ told: /12 stored objects without a row are not removed/, roads: EVERY },
    async stage({ folder, databaseUrl }) {
      const storage = path.join(folder, 'data', 'storage');
      const files = Array.from({ length: 12 }, () => path.join(storage, photoKey(randomUUID(), 'display')));
      for (const file of files) {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, 'of nobody');
        await utimes(file, 0, 0);
      }
      const clock = await clockOf(databaseUrl);
      return {
        cause: () => clock.set(32 * 24),
        async mend() {
          for (const file of files) await rm(file);
          await clock.set(0);
        },
        close: () => clock.close(),
      };
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
  return async ({ mails }) => {
    const door = await openMailDoor(mails.port);
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

/** What is said of a recipient is not of the server: it is the mail that is late. */
function putOff(send: (installation: Installation) => Promise<unknown>): Fault['stage'] {
  return mailDoorStage(async (door) => ({
    async cause(installation) {
      await door.do({ RCPT: '451 4.7.1 come back later' });
      await send(installation);
    },
    mend: () => door.do(null),
  }));
}

/** Letters of a new person. @param until the status that all of them come to */
async function sendTo(env: Record<string, string>, count: number, until?: 'failed' | 'sent'): Promise<void> {
  const { services, close } = await openServices(readConfig(env), pino({ level: 'silent' }));
  const ids = await sendLetters(services, count);
  const done = async () => {
    const { rows } = await services.db.execute(
      sql`select from letters where id = any(${sql.param(ids)}) and status = ${until}`,
    );
    return rows.length === count;
  };
  if (until) while (!(await done())) await sleep(500);
  await close();
}

/** Of 99 megapixels and progressive: all of it is in memory at once. */
async function answerWithPhoto({ messages }: SmtpSink, receiver: number): Promise<void> {
  const letter = messages.find(({ raw }) => raw.includes('reply.example.org'));
  const to = (await parse(letter?.raw ?? '')).replyTo?.value[0]?.address ?? '';
  const from = letter?.envelopeRecipients[0] ?? '';
  const content = await sharp({ create: { width: 9_900, height: 10_000, channels: 3, background: '#ddd' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const transport = createTransport({ host: '127.0.0.1', port: receiver, ignoreTLS: true });
  const attachments = [{ filename: 'our plums.jpg', content }];
  await transport.sendMail({ from, to, subject: 'Re: A letter', text: 'Thank you.', attachments });
  transport.close();
}

async function run({ databaseUrl }: Scene, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Figures are counted every five minutes, the ledger every ten. */
const countNow = (scene: Scene) =>
  run(
    scene,
    `update fleet_state set at = 'epoch' where name in ('turn: count figures', 'turn: verify the ledger')`,
  );

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

/** @param place below the scene's folder, where it is mounted */
function diskGone(left: string, place: string, dataDir: (scene: Scene) => string): Fault {
  return {
    name: `the disk of the photos is taken away: ${left}`,
    ...{ told: STORAGE, roads: EVERY },
    async stage(scene) {
      const disk = await diskOf(scene, place, 64);
      return {
        env: { DATA_DIR: dataDir(scene) },
        cause: () => disk.unmount(),
        mend: async () => disk.mount(),
        close: () => disk.unmount(),
      };
    },
  };
}

export async function diskOf(
  { folder }: Pick<Scene, 'folder'>,
  name: string,
  megabytes: number,
): Promise<LoopDisk> {
  const mounted = path.join(folder, name);
  await mkdir(mounted, { recursive: true });
  const disk = makeLoopDisk(mounted, megabytes);
  await chmod(mounted, 0o755);
  return disk;
}

/** Also what is kept for root, and to the last block. */
export const fill = (folder: string) =>
  spawnSync('dd', ['if=/dev/zero', `of=${path.join(folder, 'ballast')}`, 'bs=4k']);

export const empty = (folder: string) => rmSync(path.join(folder, 'ballast'));

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
