import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { openDatabase } from '../server/core/db/database.ts';
import { connectionTo } from '../server/core/db/leader-client.ts';
import { migrateDatabase } from '../server/core/db/migrate.ts';
import { startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { FAULTS, type Fault } from './alerts/faults.ts';
import { type Heard, type Installation, ROADS, startInstallation } from './alerts/installation.ts';
import { startOwnPostgres } from './alerts/own-postgres.ts';
import { makePlace } from './cluster/place.ts';
import { missingPackages } from './cluster/programs.ts';
import { whyNoLoopDisk } from './power-cut/loop-disk.ts';

/**
 * `npm run drills -- alerts [words]`: causes each trouble that an operator is told of, in an installation of its own, six
 * at a time. Prints after how many seconds each road told it, and its end: within a minute, and once.
 */
const AT_ONCE = 6;
const TOLD_WITHIN = 60;
const OVER_WITHIN = 90;
/** In which it would come a second time. */
const AGAIN_MS = 25_000;

const words = process.argv.slice(2);
const missing = missingPackages();
const reason = missing.length > 0 ? `it needs ${missing.join(', ')} of Debian` : whyNoLoopDisk();
if (reason !== null) {
  console.log(`Skipped: ${reason}.`);
  process.exit(0);
}
await buildIfNeeded((line) => console.log(line));
const place = await makePlace();
const home = path.join(place.folder, 'shared');
await mkdir(home);
if (place.account) spawnSync('chown', [`${place.account.uid}`, home]);
const postgres = await startOwnPostgres(place, home);
const template = openDatabase(connectionTo(await postgres.database('migrated')), () => {});
await migrateDatabase(template);
await template.close();

const wrong: string[] = [];
const rows: string[] = [];
const waiting = Object.entries(FAULTS).filter(([word]) => words.length === 0 || words.includes(word));
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [word, fault] = next;
      try {
        const row = await run(word, fault);
        rows.push(row);
        console.log(row);
      } catch (error) {
        wrong.push(`${word}: ${error instanceof Error ? error.stack : error}`);
      }
    }
  }),
);
await postgres.kill();

console.log(`\n| fault | ${ROADS.join(' | ')} | its end |\n|---|${ROADS.map(() => '---|').join('')}---|`);
console.log(rows.join('\n'));
for (const line of wrong) console.error(`  wrong: ${line}`);
console.log(`  wrong              ${wrong.length} (goal: 0)`);
process.exit(wrong.length > 0 ? 1 : 0);

async function run(word: string, fault: Fault): Promise<string> {
  const folder = path.join(place.folder, word);
  await mkdir(folder);
  await chmod(folder, 0o755);
  const mails = await startSmtpSink({
    onAuth: (_auth, _session, answer) => answer(null, { user: 'letters' }),
  });
  const databaseUrl = await postgres.database(word.replaceAll('-', '_'), 'migrated');
  const staged = await fault.stage({ place, folder, postgres, databaseUrl, mails, admin });
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.join(folder, 'data'),
    SMTP_URL: mails.url,
    ...staged.env,
  };
  const { roles = ['all'], before = [] } = staged;
  const installation = await startInstallation({ env, roles, before }, fault.second ?? 'webhook', mails);
  try {
    const isTold = ({ text }: Heard) => fault.told.test(text) && !text.includes('Over (');
    const isOver = ({ text }: Heard) => fault.told.test(text) && text.includes('Over (');
    // The machine's own disk may be full; and what a start causes is over.
    await sleep(15_000);
    const begun = performance.now();
    const watching = watchStatus(installation, fault);
    const causing = Promise.resolve(staged.cause(installation)).catch((error) =>
      wrong.push(`${word}: ${error}`),
    );
    const direct = fault.roads.filter((road) => road !== '/status' && road !== 'mail');
    const within = (fault.within ?? TOLD_WITHIN) + 60;
    await heardOn(installation, direct, isTold, within);
    await causing;
    await sleep(AGAIN_MS);
    const mended = performance.now();
    await staged.mend(installation);
    await heardOn(installation, direct, isOver, (fault.overWithin ?? OVER_WITHIN) + 60);
    // A mail waits for the mail server.
    if (fault.roads.includes('mail')) await heardOn(installation, ['mail'], isOver, 60);
    const status = await watching.stop();
    const told = ROADS.map((road) => {
      if (!fault.roads.includes(road)) return '–';
      if (road === '/status') return status === null ? 'not told' : seconds(status - begun);
      const heard = installation.heard.filter((each) => each.road === road && isTold(each));
      const [first] = heard;
      const late = (fault.within ?? TOLD_WITHIN) * 1_000;
      if (!first) wrong.push(`${word}: not told by ${road}`);
      else if (first.at - begun > late && road !== 'mail') wrong.push(`${word}: told late by ${road}`);
      if (heard.length > 1) wrong.push(`${word}: told ${heard.length} times by ${road}`);
      if (!first) return 'not told';
      return first.at < mended ? seconds(first.at - begun) : `${seconds(first.at - mended)} after its end`;
    });
    const ends = installation.heard.filter((each) => each.road === 'second' && isOver(each));
    if (ends.length !== 1) wrong.push(`${word}: its end was told ${ends.length} times`);
    if (status === null) wrong.push(`${word}: not told by /status`);
    const over = ends[0] ? seconds(ends[0].at - mended) : 'not told';
    return `| \`${word}\`: ${fault.name} | ${told.join(' | ')} | ${over} |`;
  } finally {
    await installation.close();
    await staged.close?.();
    await mails.close();
  }
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1_000)} s`;
}

async function heardOn(
  { heard }: Installation,
  roads: string[],
  is: (each: Heard) => boolean,
  within: number,
): Promise<void> {
  const isHeard = (road: string) => heard.some((each) => each.road === road && is(each));
  for (const end = performance.now() + within * 1_000; performance.now() < end; await sleep(200))
    if (roads.every(isHeard)) return;
}

/** Asks until it says so. */
function watchStatus(installation: Installation, { told }: Fault) {
  let isOver = false;
  const asking = (async () => {
    for (; !isOver; await sleep(1_000)) {
      const said = await installation.status().catch(() => '');
      if (told.test(said)) return performance.now();
    }
    return null;
  })();
  return {
    stop: () => {
      isOver = true;
      return asking;
    },
  };
}

/** Beside it this process takes what is told: a webhook that answers late is told again. */
async function admin(env: Record<string, string>, ...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ['dist/server/admin.js', ...args], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, ...env },
  });
}
