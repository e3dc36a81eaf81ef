import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { probeNow } from '../../core/away.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import { mailServerAway, takeTurn } from './server-turns.ts';
import type { ComposedMail } from './transport.ts';

const REASON = { text: 'The mail server could not be reached.' };
const away = () =>
  new DeliveryFailure(
    false,
    REASON,
    'ECONNREFUSED',
    Object.assign(new Error(), { step: 'connect' as const }),
  );
const greylisted = () =>
  new DeliveryFailure(
    false,
    REASON,
    '450 4.2.0 greylisted',
    Object.assign(new Error(), { step: 'envelope' as const, command: 'RCPT TO', responseCode: 450 }),
  );

let product: TestProduct;
/** What the mail server does with the next mail. */
let fails: (() => Error) | null;
let asked: number;
beforeEach(async () => {
  product = await startTestProduct();
  asked = 0;
  fails = away;
});
afterEach(() => product.close());

const turn = () =>
  takeTurn({
    ...product.services,
    mail: {
      ...product.services.mail,
      async send() {
        asked++;
        if (fails) throw fails();
      },
    },
  });
const send = async () => (await turn())?.mail.send({} as ComposedMail).catch(() => undefined);
const due = () => probeNow(product.services.db, 'mail server');
/** In seconds. The column rounds to milliseconds, so up to half of one may be added. */
const pause = async () => {
  const { rows } = await product.services.db.execute<{ pause: number }>(sql`
    select ceil(extract(epoch from at - now()) - 0.001)::int as pause from fleet_state where name = 'mail server'`);
  return rows[0]?.pause;
};

it('mail server away: it is asked after 5, 10, 20, 40, 80 and then every 120 seconds, by one of all', async () => {
  await send();
  const pauses = [await pause()];
  for (let n = 0; n < 6; n++) {
    await due();
    await Promise.all(Array.from({ length: 20 }, send));
    pauses.push(await pause());
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 120, 120]);
  expect(asked).toBe(7);
  expect((await mailServerAway(product.services.db))?.response).toBe('ECONNREFUSED');
});

it('mail server away: one mail that it takes, or refuses for itself, opens the way and calls what waits', async () => {
  const { db, queue } = product.services;
  for (const reply of [null, greylisted]) {
    fails = away;
    await send();
    expect(await turn()).toBeNull();
    await db.transaction((tx) =>
      queue.enqueue(tx, 'send-mail', {
        to: { address: 'a@b.org' },
        subject: '',
        text: '',
        messageId: '<a@b>',
      }),
    );
    await db.execute(sql`update jobs.job set state = 'retry', start_after = now() + interval '1 hour'`);
    await due();
    fails = reply;
    await send();
    expect(await mailServerAway(db)).toBeNull();
    expect(await turn()).not.toBeNull();
    const { rows } = await db.execute(sql`select from jobs.job where start_after > now()`);
    expect(rows).toHaveLength(0);
  }
});

it('mail server that puts one recipient off: the others go on', async () => {
  fails = greylisted;
  await send();
  expect(await mailServerAway(product.services.db)).toBeNull();
});

it('mail server away: a turn that is given back, one of a dead process, and a clock set back leave another', async () => {
  await send();
  await due();
  const first = await turn();
  expect(first).not.toBeNull();
  expect(await turn()).toBeNull();
  await first?.giveBack();
  expect(await turn()).not.toBeNull();
  expect(await pause()).toBeLessThanOrEqual(60);
  await product.services.db.execute(
    sql`update fleet_state set at = now() + interval '1 day' where name = 'mail server'`,
  );
  expect(await turn()).not.toBeNull();
});
