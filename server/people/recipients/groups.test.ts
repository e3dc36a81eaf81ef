import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { GROUPS_EACH } from '../../../shared/limits.ts';
import type { RecipientGroup } from '../../../shared/recipient-groups.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { recipientsData } from './personal-data.ts';

let product: TestProduct;
let headers: Record<string, string>;
let uid: string;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());
beforeEach(async () => {
  ({ headers, uid } = await signedIn(product));
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, as = headers) =>
  product.app.inject({ method, url, headers: as, ...(payload ? { payload } : {}) });
const person = async (name: string, as = headers) =>
  (await call('POST', '/api/recipients', { name, email: `${name}@example.org` }, as)).json<{ id: number }>()
    .id;
const make = (name: string, recipientIds: number[]) =>
  call('POST', '/api/recipient-groups', { name, recipientIds });
const groups = async () => (await call('GET', '/api/recipient-groups')).json<RecipientGroup[]>();

it('groups: are made, renamed, filled and removed; their people stay', async () => {
  const [ilse, bea, cleo] = [await person('ilse'), await person('bea'), await person('cleo')];
  const { id } = (await make(' Sisters ', [bea, ilse, bea])).json<RecipientGroup>();
  await make('neighbours', []);
  expect(await groups()).toMatchObject([
    { name: 'neighbours', recipientIds: [] },
    { id, name: 'Sisters', recipientIds: [ilse, bea] },
  ]);
  await call('PUT', `/api/recipient-groups/${id}`, { name: 'Family', recipientIds: [cleo, bea] });
  // Somebody who leaves the address book leaves the groups.
  await call('DELETE', `/api/recipients/${bea}`);
  expect((await groups())[0]).toEqual({ id, name: 'Family', recipientIds: [cleo] });
  expect((await call('DELETE', `/api/recipient-groups/${id}`)).statusCode).toBe(204);
  expect((await call('DELETE', `/api/recipient-groups/${id}`)).statusCode).toBe(404);
  expect((await call('GET', '/api/recipients')).json()).toHaveLength(2);
});

it('groups: hold own people only, twenty at most, and no two have one name', async () => {
  const other = await signedIn(product);
  const stranger = await person('stranger', other.headers);
  const [sisters, brothers] = [await make('Sisters', []), await make('Brothers', [])];
  const url = `/api/recipient-groups/${sisters.json<RecipientGroup>().id}`;
  const twentyOne = Array.from({ length: 21 }, (_, n) => n + 1);
  const answers = await Promise.all([
    make('Strangers', [stranger]),
    call('PUT', url, { name: 'Sisters', recipientIds: [stranger] }),
    make('sisters', []),
    call('PUT', url, { name: 'BROTHERS', recipientIds: [] }),
    make('', []),
    make('Many', twentyOne),
    call('PUT', url, { name: 'Theirs', recipientIds: [] }, other.headers),
  ]);
  expect([sisters.statusCode, brothers.statusCode]).toEqual([200, 200]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 409, 409, 400, 400, 404]);
  expect((await call('PUT', url, { name: 'SISTERS', recipientIds: [] })).statusCode).toBe(200);
});

it('groups: no more fit than so many, also at once; they are erased with the address book', async () => {
  const ilse = await person('ilse');
  for (let n = 1; n < GROUPS_EACH; n++) await make(`Group ${n}`, [ilse]);
  const last = await Promise.all([make('Last', []), make('One more', [])]);
  expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  await product.services.db.transaction(async (tx) => recipientsData.erase(tx, { uid, userId: null }));
  expect(await groups()).toEqual([]);
});
