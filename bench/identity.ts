import cookie from '@fastify/cookie';
import { hash, verify } from '@node-rs/argon2';
import Fastify, { type FastifyInstance } from 'fastify';
import { createAccount } from '../server/people/identity/accounts/data.ts';
import { sessionPlugin } from '../server/people/identity/sessions/sessions.ts';
import { openOwnProduct } from '../test/support/own-product.ts';
import { median, rateOf } from './statistics.ts';

/**
 * Sign-ins compared with argon2 alone, which is meant to be most of their cost, and what the session check adds to a
 * request.
 * Goal: under 0.2 ms for the session.
 */
const PASSWORD = 'plum-tree-7';
const PEOPLE = 16;
const CONCURRENT = 4;
const ROUNDS = 5;
const SIGN_INS = 48;
const REQUESTS = 4_000;

const product = await openOwnProduct();
const { app, services, origin } = product;

const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
const emails = Array.from({ length: PEOPLE }, (_, i) => `bench-${i}@example.org`);
for (const email of emails) {
  await services.db.transaction((tx) =>
    createAccount(tx, { email, passwordHash, displayName: null, emailVerified: true }),
  );
}

const signIns: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const floor = await rateOf(SIGN_INS, CONCURRENT, () => verify(passwordHash, PASSWORD));
  const ours = await rateOf(SIGN_INS, CONCURRENT, (i) => signIn(i % PEOPLE));
  signIns.push(ours / floor);
  console.log(`  round ${round + 1}: ${ours.toFixed(1)} sign-ins/s, argon2 alone ${floor.toFixed(1)}/s`);
}
console.log(`accounts:signInWithPassword: ${median(signIns).toFixed(2)} of argon2 alone`);

const person = await product.signIn({ email: 'page@example.org' });
const bare = await routeApp(false);
const checked = await routeApp(true);
const added: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const without = await millisecondsEach(bare);
  const withSession = await millisecondsEach(checked);
  added.push(withSession - without);
  console.log(`  round ${round + 1}: ${withSession.toFixed(3)} ms a request, ${without.toFixed(3)} without`);
}
console.log(`Session check: ${median(added).toFixed(3)} ms a request (goal under 0.200)`);

await bare.close();
await checked.close();
await product.close();

/** From a network of their own each, for those of one are checked one after the other. */
async function signIn(person: number): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded',
    headers: origin,
    remoteAddress: `198.51.${person}.1`,
    payload: { email: emails[person], password: PASSWORD, returnSecureToken: true },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

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
