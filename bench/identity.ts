import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import cookie from '@fastify/cookie';
import { hash, verify } from '@node-rs/argon2';
import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { createAccount } from '../server/identity/accounts/data.ts';
import { sessionPlugin } from '../server/identity/sessions/sessions.ts';
import { openServices } from '../server/open-services.ts';
import { signedIn } from '../test/support/sign-in.ts';

/**
 * Sign-ins beside argon2 alone, which is their floor by intent, and what the session check adds to a request.
 * Goal: under 0.2 ms for the session.
 */
const PASSWORD = 'plum-tree-7';
const PEOPLE = 16;
const AT_ONCE = 4;
const ROUNDS = 5;
const SIGN_INS = 48;
const REQUESTS = 4_000;

const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-bench-'));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
const open = await openServices(config, pino({ level: 'silent' }));
const { services } = open;
const app = await buildApp(services, { receiverPort: null });
await app.ready();
const origin = { origin: config.publicUrl };

const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
const emails = Array.from({ length: PEOPLE }, (_, i) => `bench-${i}@example.org`);
for (const email of emails) {
  await services.db.transaction((tx) =>
    createAccount(tx, { email, passwordHash, displayName: null, emailVerified: true }),
  );
}

const signIns: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const floor = await rate(() => verify(passwordHash, PASSWORD));
  const ours = await rate((i) => signIn(emails[i % PEOPLE] ?? ''));
  signIns.push(ours / floor);
  console.log(`  round ${round + 1}: ${ours.toFixed(1)} sign-ins/s beside ${floor.toFixed(1)} argon2/s`);
}
console.log(`accounts:signInWithPassword: ${median(signIns).toFixed(2)} of argon2 alone`);

const person = await signedIn({ app, services, origin }, { email: 'page@example.org' });
const bare = await routeApp(false);
const checked = await routeApp(true);
const added: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const without = await millisecondsEach(bare);
  const withSession = await millisecondsEach(checked);
  added.push(withSession - without);
  console.log(
    `  round ${round + 1}: ${withSession.toFixed(3)} ms a request beside ${without.toFixed(3)} bare`,
  );
}
console.log(`Session check: ${median(added).toFixed(3)} ms a request (goal under 0.200)`);

await bare.close();
await checked.close();
await app.close();
await open.close();
await rm(dataDir, { recursive: true, force: true });

async function signIn(email: string): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded',
    headers: origin,
    payload: { email, password: PASSWORD, returnSecureToken: true },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

/** How many a second, as many at once as a busy minute brings. */
async function rate(work: (i: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const start = performance.now();
  const worker = async () => {
    while (next < SIGN_INS) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return SIGN_INS / ((performance.now() - start) / 1000);
}

/** One route, with the session check in front of it or not; both read cookies. */
async function routeApp(withSession: boolean): Promise<FastifyInstance> {
  const made = Fastify();
  await made.register(cookie);
  if (withSession) await made.register(sessionPlugin, { services });
  made.get('/', async (request) => ({ uid: withSession ? request.person?.uid : null }));
  await made.ready();
  return made;
}

async function millisecondsEach(of: FastifyInstance): Promise<number> {
  const headers = { cookie: person.cookie };
  const start = performance.now();
  for (let i = 0; i < REQUESTS; i++) await of.inject({ url: '/', headers });
  return (performance.now() - start) / REQUESTS;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
