import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { startServerProcess } from '../test/faults/server-process.ts';
import { startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { freePort } from '../test/support/free-port.ts';
import { type HttpUser, PASSWORD, signUpOverHttp } from '../test/support/http-user.ts';

/**
 * `npm run drills -- point-in-time`: the steps of docs/operate.md, 'Any moment'. Nothing leaves again,
 * whoever was erased stays erased, and a photo that storage lost comes from the nightly backup.
 */
const root = path.resolve(import.meta.dirname, '..');
const versions = existsSync('/usr/lib/postgresql') ? await readdir('/usr/lib/postgresql') : [];
const bin = `/usr/lib/postgresql/${versions.sort((one, other) => Number(one) - Number(other)).at(-1)}/bin`;
if (!existsSync(`${bin}/initdb`) || spawnSync('pgbackrest', ['version']).error) {
  console.log('Not run: it wants postgresql and pgbackrest of Debian (apt install postgresql pgbackrest).');
  process.exit(0);
}

await buildIfNeeded((line) => console.log(line));
const place = await mkdtemp(path.join(tmpdir(), 'slow-letters-point-in-time-'));
const server = path.join(place, 'postgres');
const data = path.join(server, 'data');
await mkdir(server);
await chmod(place, 0o755);
const port = await freePort();
const conf = path.join(server, 'pgbackrest.conf');
await writeFile(
  conf,
  `[global]
repo1-path=${server}/repo
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=${randomBytes(36).toString('base64')}
repo1-retention-full=4
log-path=${server}
lock-path=${server}/lock
start-fast=y

[letters]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${server}
`,
);
// PostgreSQL does not run as root.
const asPostgres =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
if (asPostgres.length > 0) run('chown', ['-R', 'postgres:postgres', server]);
const archive = (...args: string[]) =>
  run('pgbackrest', [`--config=${conf}`, '--stanza=letters', ...args], asPostgres);
const control = (...args: string[]) =>
  run(`${bin}/pg_ctl`, ['-D', data, '-w', '-l', `${server}/log`, ...args], asPostgres);

run(`${bin}/initdb`, ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8'], asPostgres);
await appendFile(
  `${data}/postgresql.conf`,
  `port = ${port}\nunix_socket_directories = '${server}'\narchive_mode = on
archive_command = 'pgbackrest --config=${conf} --stanza=letters archive-push %p'\n`,
);
process.on('exit', () => {
  spawnSync(asPostgres[0] ?? `${bin}/pg_ctl`, [
    ...(asPostgres.length > 0 ? [...asPostgres.slice(1), `${bin}/pg_ctl`] : []),
    ...['-D', data, '-m', 'immediate', 'stop'],
  ]);
  rmSync(place, { recursive: true, force: true });
});
control('start');
archive('stanza-create');
archive('check');
archive('--type=full', 'backup');

const url = `postgres://postgres@127.0.0.1:${port}/letters`;
const anyDatabase = `postgres://postgres@127.0.0.1:${port}/postgres`;
await query(anyDatabase, 'create database letters');
const sink = await startSmtpSink();
const httpPort = await freePort();
const env = {
  DATABASE_URL: url,
  DATA_DIR: path.join(place, 'data'),
  PUBLIC_URL: `http://localhost:${httpPort}`,
  SMTP_URL: sink.url,
  MAIL_FROM: 'letters@example.org',
  REPLY_DOMAIN: 'reply.example.org',
};
const start = () => startServerProcess({ args: ['dist/server/main.js'], env, cwd: root }, httpPort);
const admin = (...args: string[]) => run(process.execPath, ['dist/server/admin.js', ...args], [], env);
const letterCount = () => sink.messages.filter(({ raw }) => raw.includes('the plums are in')).length;

let product = await start();
const stays = await signUpOverHttp(env.PUBLIC_URL, 'maren@example.com', sink);
const leaves = await signUpOverHttp(env.PUBLIC_URL, 'zoe@example.com', sink);
await send(stays, 'before');
await send(leaves, 'erased');
await until('two letters left', () => letterCount() === 2);
const nightly = path.join(place, 'nightly');
admin('backup', nightly);

await sleep(2_000);
const moment = new Date();
await sleep(2_000);
await send(stays, 'after');
await until('the third left', () => letterCount() === 3);
await erase('zoe@example.com', leaves);
const erased = path.join(env.DATA_DIR, 'storage', 'installation', 'erased');
await until('the erasure is noted', () => existsSync(erased));
await query(url, 'select pg_switch_wal()');
await sleep(2_000);
await product.kill();
control('stop', '-m', 'immediate');
await rm(path.join(env.DATA_DIR, 'storage', 'photos'), { recursive: true });

console.log(`\nSet back to ${moment.toISOString()}:`);
// pgBackRest takes no T and Z.
const target = moment.toISOString().replace('T', ' ').replace('Z', '+00');
archive('--delta', '--type=time', `--target=${target}`, '--target-action=promote', 'restore');
control('start');
await until(
  'it is promoted',
  async () => (await query(anyDatabase, 'select pg_is_in_recovery() as x'))[0]?.x === false,
);
console.log(admin('restored', moment.toISOString()));
console.log(admin('restore', 'objects', nightly));
const people = await query(url, "select email from users where email like '%@example.com'");
product = await start();
await sleep(5_000);
const whileHeld = letterCount();
console.log(admin('release'));
// A restore ends all sessions.
const session = await fetch(`${env.PUBLIC_URL}/api/session`, {
  method: 'POST',
  headers: { ...stays.headers, authorization: `Bearer ${await signIn('maren@example.com')}` },
});
stays.headers.cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
await send(stays, 'new');
await until('a new letter leaves', () => letterCount() > 3);
const photos = (await readdir(path.join(env.DATA_DIR, 'storage', 'photos'), { recursive: true })).filter(
  (name) => name.endsWith('.jpg'),
);
await product.stop();
await sink.close();

const isRight = people.length === 1 && whileHeld === 3 && letterCount() === 4 && photos.length === 6;
console.log(`people here again  ${people.length - 1} of those who were erased (goal: 0)`);
console.log(
  `letters            ${whileHeld - 3} left while it was held, ${letterCount() - 3} new one after the release`,
);
console.log(`photos             ${photos.length} files (goal: 3 of the letter before, 3 of the new one)`);
process.exit(isRight ? 0 : 1);

function run(
  program: string,
  args: string[],
  before: string[] = [],
  more: Record<string, string> = {},
): string {
  const [first = program, ...rest] = [...before, program, ...args];
  const done = spawnSync(first, rest, {
    cwd: before.length > 0 ? server : root,
    env: { ...process.env, ...more },
    encoding: 'utf8',
  });
  if (done.status !== 0)
    throw new Error(
      `${program} ${args.join(' ')}: ${done.error ?? done.status}\n${done.stdout}${done.stderr}`,
    );
  return done.stdout.trim();
}

async function query(where: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: where });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    if (await isSo()) return;
    await sleep(500);
  }
  throw new Error(`Not within a minute: ${what}.`);
}

async function send(person: HttpUser, recipient: string): Promise<void> {
  const letter = {
    userId: person.uid,
    recipientName: 'Ilse Brandt',
    recipientEmail: `${recipient}@example.org`,
    emailMessage: 'Dear Ilse, the plums are in.',
    template: 'classic',
    photoUrls: [await person.upload('torn-note.jpg')],
  };
  const { body } = await person.call<{ id: number }>('POST', '/api/letters', letter, randomUUID());
  await person.call('POST', `/api/letters/${body.id}/send`, {}, randomUUID());
}

/** @returns an ID token */
async function signIn(email: string): Promise<string> {
  const answer = await fetch(
    `${env.PUBLIC_URL}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD, returnSecureToken: true }),
    },
  );
  return ((await answer.json()) as { idToken: string }).idToken;
}

async function erase(email: string, person: HttpUser): Promise<void> {
  const idToken = await signIn(email);
  const { status } = await person.call('POST', '/api/account/delete', { email, idToken });
  if (status !== 200) throw new Error(`The account was not deleted: ${status}.`);
}
