import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IdentityClient } from '../../../test/identity/identity-client.ts';
import { type GoogleStandIn, PROJECT, startGoogleStandIn } from '../../../test/stand-ins/google-stand-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { users } from '../../people/users/schema.ts';
import { replayErasures } from './replay-erasures.ts';

let google: GoogleStandIn;
let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  google = await startGoogleStandIn();
  product = await startTestProduct({
    env: { FIREBASE_PROJECT_ID: PROJECT, FIREBASE_API_KEY: 'AIza-plum' },
    outside: google.outside,
  });
  client = new IdentityClient(product);
});
afterAll(async () => {
  await product.close();
  await google.close();
});

it('account deletion in Firebase mode: erases product data, ends earlier sign-ins, and answers that the account remains at Firebase', async () => {
  const person = { sub: 'firebase-plum', user_id: 'firebase-plum', email: 'plum@example.com' };
  const signedInAt = Math.floor(Date.now() / 1000) - 30;
  const idToken = await google.idToken({ ...person, auth_time: signedInAt });
  const [set] = (await client.openSession(idToken)).cookies;
  const headers = { ...product.origin, cookie: `${set?.name}=${set?.value}` };
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    product.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  await call('POST', '/api/users', { firebaseUid: person.sub });
  await call('POST', '/api/recipients', { name: 'Ilse', email: 'ilse@example.org' });

  const old = await google.idToken({ ...person, auth_time: signedInAt - 3600 });
  expect((await call('POST', '/api/account/delete', { email: person.email, idToken: old })).statusCode).toBe(
    403,
  );
  const answer = await call('POST', '/api/account/delete', { email: person.email, idToken });
  expect([answer.statusCode, answer.json()]).toEqual([200, { deleted: true, elsewhere: true }]);
  expect((await call('GET', '/api/recipients')).statusCode).toBe(401);
  expect((await client.openSession(idToken)).statusCode).toBe(401);

  // A new sign-in starts without data.
  const later = await google.idToken({ ...person, auth_time: Math.floor(Date.now() / 1000) + 2 });
  const again = await client.openSession(later);
  expect(again.statusCode).toBe(200);
  const [cookie] = again.cookies;
  const book = await product.app.inject({
    url: '/api/recipients',
    headers: { ...product.origin, cookie: `${cookie?.name}=${cookie?.value}` },
  });
  expect(book.json()).toEqual([]);

  // As in a database that was set back before another erasure: sign-ins up to that open no session.
  const { db, erasures } = product.services;
  const at = new Date(Date.now() + 5_000).toISOString();
  const cause = 'account delete';
  await erasures.note({ id: randomUUID(), person: erasures.personOf(person.sub), cause, at });
  expect(await replayErasures(product.services)).toEqual({ erased: 1, absent: 0 });
  expect(await db.$count(users, eq(users.accountUid, person.sub))).toBe(0);
  expect((await client.openSession(later)).statusCode).toBe(401);
});

it('account deletion in Firebase mode: ends the sign-in that asks for it where the project’s clock is ahead', async () => {
  const signedInAt = Math.floor(Date.now() / 1000) + 30;
  const idToken = await google.idToken({ sub: 'ahead', email: 'ahead@example.com', auth_time: signedInAt });
  const [set] = (await client.openSession(idToken)).cookies;
  const headers = { ...product.origin, cookie: `${set?.name}=${set?.value}` };
  const payload = { email: 'ahead@example.com', idToken };
  const deletion = { method: 'POST', url: '/api/account/delete', headers, payload } as const;
  expect((await product.app.inject(deletion)).statusCode).toBe(200);
  expect((await client.openSession(idToken)).statusCode).toBe(401);
});
