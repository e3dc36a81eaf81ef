import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../shared/letter-status.ts';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from '../../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { changeStatus } from '../letters/data.ts';
import { userIdOf } from '../people/users/schema.ts';
import { countTotals } from './letter-totals.ts';

let product: TestProduct;
let maren: Signed;
beforeAll(async () => {
  product = await startTestProduct();
  maren = await userWithCredits(product, { verified: true });
});
afterAll(() => product.close());

const own = () => userIdOf(maren.uid);
const counted = () => countTotals(product.services.db, own());
const kept = async () => {
  const { rows } = await product.services.db.execute(
    sql`select letters, sent, recipients, photos, answers from letter_totals where user_id = ${own()}`,
  );
  return rows[0];
};
const keep = () =>
  product.services.db.execute(sql`
    insert into letter_totals (user_id, letters, sent, recipients, photos, answers)
    select ${own()}, count(*), count(*), count(distinct recipient_email), count(*), 0 from letters where user_id = ${own()}`);
const post = async (url: string, payload: object = {}) => {
  const answer = await product.app.inject({ method: 'POST', url, headers: maren.headers, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const create = async (recipientEmail: string) =>
  post('/api/letters', letterPayload([await storedPhoto(product, maren.uid)], { recipientEmail }));

it('letter totals: kept counts follow what is sent and answered, and are dropped at any other change', async () => {
  const first = await create('ilse@example.org');
  await post(`/api/letters/${first.id}/send`);
  await keep();
  for (const to of ['Ilse@Example.org', 'tom@example.org']) {
    const letter = await create(to);
    expect(await kept()).toEqual(await counted());
    await post(`/api/letters/${letter.id}/send`);
    expect(await kept()).toEqual(await counted());
  }
  await post(`/api/conversations/${first.conversationId}/replies`, { body: 'Once more.' });
  expect(await kept()).toEqual({ letters: 3, sent: 3, recipients: 2, photos: 3, answers: 1 });
  expect(await counted()).toEqual(await kept());

  // Two that one statement sends to an address for the first time.
  const both = [(await create('wim@example.org')).id, (await create('wim@example.org')).id];
  await product.services.db.transaction((tx) => changeStatus(tx, both, STATUS.queued, {}));
  expect((await kept()) ?? (await counted())).toEqual(await counted());
  await product.services.db.execute(sql`delete from letter_totals`);
  await product.services.db.execute(sql`
    insert into letter_totals (user_id, letters, sent, recipients, photos, answers) values (${own()}, 5, 5, 3, 5, 1)`);
  await product.services.db.transaction((tx) => changeStatus(tx, both, STATUS.failed, {}));
  expect(await kept()).toBeUndefined();
});
