import path from 'node:path';
import pino from 'pino';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { readConfig } from '../server/core/config.ts';
import { type OpenDatabase, openDatabase } from '../server/core/db/database.ts';
import { connectionTo } from '../server/core/db/leader-client.ts';
import { openServices } from '../server/open-services.ts';
import { startSilentProxy } from '../test/faults/silent-proxy.ts';
import { startS3StandIn } from '../test/stand-ins/s3-stand-in-server.ts';
import { startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { type HttpUser, signUpOverHttp } from '../test/support/http-user.ts';
import { diskOf } from './alerts/faults.ts';
import { openWebhook } from './alerts/installation.ts';
import { openMailDoor } from './alerts/mail-door.ts';
import { ownNames } from './alerts/names.ts';
import { startFleet } from './chaos/fleet.ts';
import { giveCreditsForAll } from './chaos/give-credits.ts';
import { brokenInvariants, chargedWrongly, workLeft } from './chaos/invariants.ts';
import type { Acknowledged } from './chaos/writer.ts';
import { until } from './cluster/daemon.ts';
import { startDatabaseCluster } from './cluster/database-cluster.ts';
import { drillsOf, missedGoals } from './cluster/drills.ts';
import { startDatabaseProxy, startWebProxy } from './cluster/haproxy.ts';
import { startLoad } from './cluster/load.ts';
import { SUPERUSER } from './cluster/patroni-node.ts';
import { startPgbouncer } from './cluster/pgbouncer.ts';
import { makePlace } from './cluster/place.ts';
import { wrongBehindPooler, wrongWithLimits } from './cluster/pooler-checks.ts';
import { missingPackages } from './cluster/programs.ts';
import { loadAverage, rowOf, tableOf } from './cluster/table.ts';
import { whyNoLoopDisk } from './power-cut/loop-disk.ts';

/**
 * `npm run drills -- cluster [words]`: web and worker processes behind HAProxy, on three PostgreSQL nodes
 * (Patroni, etcd) behind HAProxy and PgBouncer, and a stand-in of S3, on loopback. People write while parts
 * fail one by one; with words, only those drills. No letter may be lost or charged twice. Prints the table
 * of docs/scale.md.
 */
const words = process.argv.slice(2);
const missing = missingPackages();
if (missing.length > 0) {
  console.error(`This drill needs ${missing.join(', ')} of Debian: apt-get install ${missing.join(' ')}`);
  process.exit(1);
}
const DATABASE = 'letters';
const PEOPLE = 2;
const DONE_WITHIN_SECONDS = 180;

await buildIfNeeded((line) => console.log(line));
const begun = performance.now();
let from = begun;
const wrong: string[] = [];
const rows: string[] = [];
const loads = [loadAverage()];
const place = await makePlace();
const cluster = await startDatabaseCluster(place);
await cluster.healthy();
await createDatabase();
const databaseProxy = await startDatabaseProxy(place, cluster.nodes);
const login = { user: DATABASE, password: DATABASE, name: DATABASE };
const pgbouncer = await startPgbouncer(place, databaseProxy.port, login);
const toPooler = await startSilentProxy({ port: pgbouncer.port, host: '127.0.0.1' });
const toNodes = [];
for (const { port } of cluster.nodes) toNodes.push(await startSilentProxy({ port, host: '127.0.0.1' }));
const addressOf = (ports: number[]) =>
  `postgres://${DATABASE}:${DATABASE}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${DATABASE}`;

const sink = await startSmtpSink({ onAuth: (_auth, _session, answer) => answer(null, { user: 'letters' }) });
const mail = await openMailDoor(sink.port);
const bucket = await startS3StandIn();
const heard: { at: number; text: string }[] = [];
const webhook = await openWebhook((line) => {
  const [text = ''] = line.split(/ \(|[,;:.](?: |$)/, 1);
  if (text !== 'Over') heard.push({ at: performance.now() - from, text });
});
const disk = whyNoLoopDisk() === null ? await diskOf(place, 'disk', 256) : null;
const names = disk && (await ownNames(place.folder));
await names?.set(true);
const settings = {
  ALERT_URL: webhook.url,
  CLOCK_JUMP_MS: String(-24 * 3_600_000),
  DATA_DIR: path.join(disk?.folder ?? place.folder, 'data'),
  DATABASE_URL: addressOf([toPooler.port]),
  DATABASE_DIRECT_URL: `${addressOf(toNodes.map(({ port }) => port))}?target_session_attrs=read-write`,
  SMTP_URL: `smtp://letters:secret@${names ? 'mail.example.org' : '127.0.0.1'}:${mail.port}`,
  MAIL_FROM: 'letters@example.org',
  REPLY_DOMAIN: 'reply.example.org',
  S3_BUCKET: bucket.bucket.name,
  S3_ENDPOINT: bucket.bucket.endpoint,
  S3_REGION: bucket.bucket.region,
  S3_ACCESS_KEY_ID: bucket.bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.bucket.secretAccessKey,
};
const direct = openDatabase(connectionTo(addressOf(cluster.nodes.map(({ port }) => port))), () => {});
wrong.push(...(await wrongBehindPooler(settings, direct.pool, DATABASE)));
await pgbouncer.reconnect();
const fleet = await startFleet(settings, (ports) => startWebProxy(place, ports), names?.before);
await pagesOpen();
const people: HttpUser[] = [];
for (let n = 0; n < PEOPLE; n++) people.push(await signUpOverHttp(fleet.url, `writer${n}@example.com`, sink));
await giveCreditsForAll(direct.db);
wrong.push(...(await wrongWithLimits(settings)));

const done: Acknowledged = { letters: [], answers: [] };
const load = startLoad(fleet.url, people, sink, done);
const ways = [toPooler, ...toNodes];
const drills = drillsOf({
  ...{ cluster, fleet, bucket, mail, ways, people, names },
  pool: direct.pool,
  disk: disk?.folder ?? null,
});
const unknown = words.filter((word) => !drills.some((drill) => drill.word === word));
wrong.push(...unknown.map((word) => `There is no drill ${word}.`));
for (const drill of drills) {
  // 'nothing' is always first, so that people write before something fails.
  if (words.length > 0 && ![...words, 'nothing'].includes(drill.word)) continue;
  try {
    from = performance.now();
    heard.length = 0;
    let found: Awaited<ReturnType<typeof drill.run>>;
    const seen = await load.during(async () => {
      found = await drill.run();
    });
    report(rowOf(drill, seen, heard[0], await chargedWrongly(direct), found?.also));
    const lines = [...missedGoals(drill, seen), ...(found?.wrong ?? [])];
    wrong.push(...lines.map((line) => `${drill.word}: ${line}`));
    await cluster.healthy();
  } catch (error) {
    // The others' figures are not lost with it.
    report(`| \`${drill.word}\`: broken off | | | | |`);
    wrong.push(`${drill.word}: ${error instanceof Error ? error.message : error}`);
    await cluster.healthy();
  }
}

await load.stop();
const { services, close } = await openServices(readConfig(settings), pino({ level: 'silent' }));
await until('all letters have left', async () => (await workLeft(services)) === 0, DONE_WITHIN_SECONDS);
const { rows: letters } = await direct.pool.query<{ id: string }>('select id from letters');
const broken = await brokenInvariants(services, sink, done, new Set(letters.map(({ id }) => Number(id))));
wrong.push(...broken.wrong);
await close();
await fleet.stop();
await direct.close();
for (const way of ways) await way.close();
await Promise.all([
  pgbouncer.close(),
  databaseProxy.close(),
  cluster.close(),
  mail.close(),
  sink.close(),
  bucket.close(),
  webhook.close(),
]);
await disk?.unmount();
if (wrong.length > 0) {
  place.keep();
  console.error(`  logs are in ${place.folder}`);
}

const minutes = (performance.now() - begun) / 60_000;
console.log(`\n${tableOf(rows, place.postgres, loads)}\n`);
for (const line of wrong) console.error(`  wrong: ${line}`);
console.log(
  `${minutes.toFixed(1)} minutes; ${done.letters.length} letters; ${broken.repeats} left once more, with the same Message-ID`,
);
console.log(`  wrong              ${wrong.length} (goal: 0)`);
process.exit(wrong.length > 0 ? 1 : 0);

async function createDatabase(): Promise<void> {
  const leader = await cluster.leader();
  const { username, password } = SUPERUSER;
  const database: OpenDatabase = openDatabase(
    { host: '127.0.0.1', port: leader.port, user: username, password, database: 'postgres' },
    () => {},
  );
  await database.pool.query(`create role ${DATABASE} login password '${DATABASE}'`);
  await database.pool.query(`create database ${DATABASE} owner ${DATABASE}`);
  await database.close();
}

/** HAProxy takes a process as down until two of its checks went well. */
async function pagesOpen(): Promise<void> {
  for (let good = 0; good < 20; ) {
    const { ok } = await fetch(`${fleet.url}/ping`);
    good = ok ? good + 1 : 0;
    if (!ok) await new Promise((next) => setTimeout(next, 500));
  }
}

function report(row: string): void {
  loads.push(loadAverage());
  rows.push(row);
  console.log(row);
}
