import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../shared/credits.ts';
import { IdentityClient } from '../../../test/identity/identity-client.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { users } from '../../people/users/schema.ts';
import { claimProvedMailbox } from './coupon-mailboxes.ts';
import { writeEntry } from './ledger.ts';

let product: TestProduct;
let client: IdentityClient;
beforeAll(async () => {
  product = await startTestProduct();
  client = new IdentityClient(product);
});
afterAll(() => product.close());

const newName = () => `n${randomBytes(6).toString('hex')}`;

/** Somebody with an account and a product record, whose address is not confirmed. */
async function newcomer(email: string) {
  const signed = await client.signUp({ email });
  const headers = { ...product.origin, cookie: await client.cookieOf(signed) };
  const call = async <Answer>(method: 'GET' | 'POST', url: string, payload?: object) =>
    (await product.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })).json<Answer>();
  const { id } = await call<{ id: number }>('POST', '/api/users', { firebaseUid: signed.localId });
  return {
    id,
    uid: signed.localId,
    email,
    redeem: () =>
      call<{ success: boolean; message: string }>('POST', '/api/redeem-coupon', { code: 'WELCOME5' }),
    validate: () => call<{ valid: boolean }>('POST', '/api/validate-coupon', { code: 'WELCOME5' }),
    ledger: () => call<{ entries: LedgerEntry[] }>('GET', '/api/ledger'),
    confirm: async () =>
      client.call('update', { oobCode: await client.verificationCode(signed), idToken: signed.idToken }),
    change: (delta: number, kind: 'letter' | 'grant') =>
      product.services.db.transaction((tx) =>
        writeEntry(tx, { userId: id, delta, kind, reference: `${id}:${newName()}` }),
      ),
    leave: () => client.call('delete', { idToken: signed.idToken }),
    async balance() {
      const [row] = await product.services.db.select().from(users).where(eq(users.id, id));
      return row?.credits;
    },
  };
}

/** With the coupon, and a confirmed address. */
async function welcomed(email: string) {
  const person = await newcomer(email);
  expect((await person.redeem()).success).toBe(true);
  expect((await person.confirm()).statusCode).toBe(200);
  return person;
}

it('welcome coupon: the second account that proves a mailbox loses what it did not spend, once', async () => {
  const name = newName();
  const first = await welcomed(`${name}@gmail.com`);
  const second = await newcomer(`${name.replace('n', 'n.')}+again@googlemail.com`);
  await second.redeem();
  await second.change(-2, 'letter');
  await second.change(4, 'grant');
  expect(await second.balance()).toBe(7);
  expect((await second.confirm()).statusCode).toBe(200);
  expect(await second.balance(), 'of five two are spent, and the other four stay').toBe(4);
  expect((await second.ledger()).entries[0]).toMatchObject({
    delta: -3,
    title: 'Taken back',
    detail: 'WELCOME5 was used before with this mailbox.',
  });
  const { services } = product;
  const proof = { uid: second.uid, email: second.email, how: 'own session', first: true } as const;
  await services.db.transaction((tx) => claimProvedMailbox(tx, services, proof));
  expect(await second.balance()).toBe(4);
  expect(await first.balance()).toBe(5);
});

it('welcome coupon: a stranger who signed up with an address uses up nothing of its owner', async () => {
  const name = newName();
  const squatter = await newcomer(`${name}@example.org`);
  await squatter.redeem();
  const owner = await welcomed(`${name}+me@example.org`);
  expect(await owner.balance()).toBe(5);
});

it('welcome coupon: a confirmed address has it once, however it is spelled and after its account is deleted', async () => {
  const name = newName();
  const first = await welcomed(`${name}@example.org`);
  const refused = { success: false, creditsGranted: 0, message: 'You have already used that code.' };
  const second = await newcomer(`${name}+2@example.org`);
  await second.confirm();
  expect(await second.validate()).toMatchObject({ valid: false, message: refused.message });
  expect(await second.redeem()).toEqual(refused);

  expect((await first.leave()).statusCode).toBe(200);
  const anew = await newcomer(`${name}@example.org`);
  await anew.confirm();
  expect(await anew.redeem()).toEqual(refused);
  expect(await anew.balance()).toBe(0);
});

it('welcome coupon: of accounts that prove one mailbox at the same time, one keeps it', async () => {
  const name = newName();
  const people = await Promise.all([1, 2, 3].map((n) => newcomer(`${name}+${n}@example.org`)));
  for (const person of people) await person.redeem();
  const answers = await Promise.all(people.map((person) => person.confirm()));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const balances = await Promise.all(people.map((person) => person.balance()));
  expect(balances.sort()).toEqual([0, 0, 5]);
});
