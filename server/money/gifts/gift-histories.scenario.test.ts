import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boughtCredits } from '../../../test/support/bought-credits.ts';
import { letterPayload, storedPhoto } from '../../../test/support/factories.ts';
import { bounceTokenOf } from '../../../test/support/gift-mail.ts';
import { rounds } from '../../../test/support/rounds.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import type { Transaction } from '../../core/db/database.ts';
import { ProductError } from '../../core/errors.ts';
import { recordBounce } from '../../letters/bounce/record-bounce.ts';
import { letters } from '../../letters/schema.ts';
import { returnPostage } from '../../letters/send/charge-letter.ts';
import { createLetter } from '../../letters/send/create-letter.ts';
import { retryLetter } from '../../letters/send/retry-letter.ts';
import { sendBatch, sendLetter } from '../../letters/send/send-letters.ts';
import { eraseAccount } from '../../pages/account/erase-account.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { lockUser, upsertUser } from '../../people/users/data.ts';
import { users } from '../../people/users/schema.ts';
import { writeEntry } from '../credits/ledger.ts';
import { ledgerEntries } from '../credits/schema.ts';
import { recordRefunds } from '../payments/record-refunds.ts';
import { checkouts } from '../payments/schema.ts';
import { verifyLedger } from '../payments/verify-ledger.ts';
import { claimForKnownAddresses, claimForProvedAddress, receiveGifts } from './claim-gifts.ts';
import { giftableOf } from './data.ts';
import { mailDueGifts } from './gift-mail.ts';
import { giveStamps } from './give-stamps.ts';
import { returnRefused } from './record-gift-bounce.ts';
import { returnGifts, returnOldGifts, takeBackGift } from './return-gifts.ts';
import { gifts } from './schema.ts';

const PEOPLE = 3;

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(async () => {
  expect(await verifyLedger(product.services.db)).toEqual([]);
  await product.close();
});

class Crash extends Error {}

/** Three people, what they bought, and every operation that moves credits between them. */
class World {
  readonly people: Person[] = [];
  readonly ids: number[] = [];
  readonly photos: string[] = [];

  static async create(): Promise<World> {
    const world = new World();
    for (let n = 0; n < PEOPLE; n++) {
      const uid = randomUUID();
      const person = {
        sessionId: uid,
        uid,
        email: `${uid}@example.com`,
        emailVerified: n < 2,
        displayName: 'Maren',
      };
      const { id } = await upsertUser(product.services.db, person);
      world.people.push(person);
      world.ids.push(id);
      world.photos.push(await storedPhoto(product, uid));
    }
    return world;
  }

  person(n: number): Person {
    return this.people[n % PEOPLE] as Person;
  }

  id(n: number): number {
    return this.ids[n % PEOPLE] as number;
  }

  photo(n: number): string {
    return this.photos[n % PEOPLE] as string;
  }

  /** A write that is refused or crashes must change nothing. */
  async write(crash: boolean, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
    try {
      await product.services.db.transaction(async (tx) => {
        await work(tx);
        if (crash) throw new Crash();
      });
    } catch (error) {
      if (!(error instanceof Crash) && !(error instanceof ProductError)) throw error;
    }
  }

  /** @param days how long ago; what was bought today waits */
  async buy(n: number, credits: number, days: number) {
    await boughtCredits(product, this.id(n), credits, days);
  }

  free(n: number) {
    const entry = { userId: this.id(n), delta: 3, kind: 'grant' as const, reference: randomUUID() };
    return this.write(false, (tx) => writeEntry(tx, entry));
  }

  give(from: number, to: number, credits: number, crash: boolean) {
    const body = { credits, recipientName: 'Ilse', recipientEmail: this.person(to).email };
    return this.write(crash, (tx) => giveStamps(tx, product.services, this.person(from), body));
  }

  /** Two tabs send one letter with a stamp. */
  async enclose(from: number, to: number, crash: boolean) {
    const { services } = product;
    const sender = this.person(from);
    const body = letterPayload([this.photo(from)], { recipientEmail: this.person(to).email });
    let id = 0;
    await this.write(false, async (tx) => {
      id = await createLetter(tx, services, sender, { ...body, template: 'vintage' });
    });
    const press = () =>
      this.write(crash, (tx) =>
        sendLetter(tx, services, { person: sender, ip: '127.0.0.1' }, id, { stamp: true }),
      );
    await Promise.all([press(), press()]);
  }

  async encloseForAll(from: number, crash: boolean) {
    const { services } = product;
    const sender = this.person(from);
    const { recipientName: name, recipientEmail: _, ...content } = letterPayload([this.photo(from)]);
    const others = this.people.filter((one) => one !== sender);
    const recipients = others.map(({ email }) => ({ name, email }));
    const body = { ...content, recipients, template: 'vintage' as const, draft: randomUUID(), stamp: true };
    const press = () =>
      this.write(crash, (tx) => sendBatch(tx, services, { person: sender, ip: '127.0.0.1' }, body));
    await Promise.all([press(), press()]);
  }

  async lettersOf(n: number) {
    return product.services.db
      .select()
      .from(letters)
      .where(eq(letters.userId, this.id(n)))
      .orderBy(letters.id);
  }

  /** What became of one of somebody's letters. */
  async letter(n: number, pick: number, fate: 'sent' | 'failed' | 'bounced' | 'again') {
    const { services } = product;
    const all = await this.lettersOf(n);
    const letter = all[pick % Math.max(1, all.length)];
    if (!letter) return;
    const own = eq(letters.id, letter.id);
    if (fate === 'again')
      return this.write(false, (tx) => retryLetter(tx, services, this.person(n), letter.id, {}));
    if (fate === 'sent') {
      const queued = and(own, eq(letters.status, 'queued'));
      await services.db.update(letters).set({ status: 'sent', sentAt: new Date() }).where(queued);
    } else if (fate === 'bounced') {
      const report = {
        ...{
          action: 'failed' as const,
          status: '5.1.1',
          diagnostic: '',
          recipients: [letter.recipientEmail],
        },
        ...{ fromNullSender: true, hasKnownShape: false },
      };
      await this.write(false, (tx) =>
        recordBounce(tx, services, letter.envelopeToken, { report, namedMessageIds: [] }),
      );
      await services.db.execute(sql`delete from suppressions where user_id = ${this.id(n)}`);
    } else
      await this.write(false, async (tx) => {
        await tx
          .select()
          .from(users)
          .where(eq(users.id, this.id(n)))
          .for('update');
        const [now] = await tx
          .select()
          .from(letters)
          .where(and(own, eq(letters.status, 'queued')))
          .for('update');
        if (!now) return;
        await tx.update(letters).set({ status: 'failed' }).where(own);
        await returnPostage(tx, now, 'undelivered');
      });
  }

  /** A person's address is proved, and what waits for it is claimed, by two processes at once. */
  async prove(n: number) {
    const { uid, email } = this.person(n);
    const proof = { uid, email, how: 'own session' as const, first: true };
    await product.services.db.update(users).set({ emailVerified: true }).where(eq(users.accountUid, uid));
    const claim = () => this.write(false, (tx) => claimForProvedAddress(tx, product.services, proof));
    const receive = () =>
      this.write(false, async (tx) => receiveGifts(tx, await lockUser(tx, this.person(n))));
    await Promise.all([claim(), receive(), claimForKnownAddresses(product.services.db)]);
  }

  async takeBack(n: number, pick: number) {
    const own = await product.services.db
      .select()
      .from(gifts)
      .where(eq(gifts.giverId, this.id(n)))
      .orderBy(gifts.createdAt);
    const gift = own[pick % Math.max(1, own.length)];
    if (gift) await this.write(false, (tx) => takeBackGift(tx, this.person(n), gift.id));
  }

  /** A mail about one of somebody's gifts comes back, twice at once. */
  async undelivered(n: number, pick: number) {
    const { services } = product;
    const own = await services.db
      .select()
      .from(gifts)
      .where(eq(gifts.giverId, this.id(n)))
      .orderBy(gifts.createdAt);
    const gift = own[pick % Math.max(1, own.length)];
    if (!gift) return;
    const token = await bounceTokenOf(product, gift.id);
    const back = () => returnRefused(services, token, { text: 'No such mailbox.' });
    await Promise.all([back(), back()]);
    await services.db.execute(sql`delete from suppressions where user_id = ${this.id(n)}`);
  }

  /** A day passes, or a year and more. */
  async pass(days: number) {
    const { db } = product.services;
    const ago = sql`make_interval(days => ${days}::int)`;
    await db.execute(
      sql`update checkouts set paid_at = paid_at - ${ago} where user_id = any(${sql.param(this.ids)}::bigint[])`,
    );
    await db.execute(sql`update gifts set claimable_at = claimable_at - ${ago}, mailed_at = mailed_at - ${ago}
      where giver_id = any(${sql.param(this.ids)}::bigint[])`);
    await db.execute(
      sql`update letters set sent_at = sent_at - ${ago} where user_id = any(${sql.param(this.ids)}::bigint[])`,
    );
    await db.execute(sql`delete from rate_counters`);
    await Promise.all([
      mailDueGifts(product.services),
      returnOldGifts(product.services),
      returnOldGifts(product.services),
    ]);
    await claimForKnownAddresses(db);
  }

  /** @param share of each hundred cents that is with the buyer again, by refunds and disputes; less when a dispute is won */
  async payment(n: number, pick: number, share: number) {
    const bought = await product.services.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.userId, this.id(n)));
    const one = bought[pick % Math.max(1, bought.length)];
    if (!one?.paymentId) return;
    const cents = Math.round((one.amount * share) / 100);
    const payment = { paymentId: one.paymentId, checkoutId: one.id, refunded: 0, disputed: cents };
    await Promise.all([1, 2].map(() => recordRefunds(product.services.db, one.id, payment)));
  }

  erase(n: number, crash: boolean) {
    return this.write(crash, (tx) => eraseAccount(tx, product.services, this.person(n).uid));
  }

  /** The sum over everybody and what waits, and what each may give, by the rows alone. */
  async check() {
    const { db } = product.services;
    const [balances, entries, given, paid, giftable] = await Promise.all([
      db.select().from(users).where(inArray(users.id, this.ids)),
      db.select().from(ledgerEntries).where(inArray(ledgerEntries.userId, this.ids)),
      db.select().from(gifts).where(inArray(gifts.giverId, this.ids)),
      db.select().from(checkouts).where(inArray(checkouts.userId, this.ids)),
      Promise.all(this.ids.map(async (id) => [id, (await giftableOf(db, id)).credits] as const)),
    ]);
    const total = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0);
    const waiting = given.filter(({ status }) => status === 'waiting');
    const others = entries.filter(({ kind }) => !kind.startsWith('gift-'));
    expect(total(balances.map(({ credits }) => credits)) + total(waiting.map(({ credits }) => credits))).toBe(
      total(others.map(({ delta }) => delta)),
    );
    for (const { id, credits } of balances) {
      const own = given.filter(({ giverId, status }) => giverId === id && status !== 'returned');
      const out = total(own.map((gift) => gift.credits));
      const bought = paid.filter(({ userId }) => userId === id);
      const left = total(bought.map((one) => one.credits - one.takenBack - one.shortfall));
      expect(new Map(giftable).get(id)).toBe(Math.max(0, Math.min(credits, left - out)));
      expect(out).toBeLessThanOrEqual(total(bought.map((one) => one.credits)));
      // Of somebody whose money went back nothing waits that it had paid for.
      if (own.some(({ status }) => status === 'waiting')) expect(out).toBeLessThanOrEqual(left);
    }
  }

  /** So that the next history does not look at what waits of this one. */
  async end() {
    for (const id of this.ids)
      await this.write(false, async (tx) => {
        await tx.select().from(users).where(eq(users.id, id)).for('update');
        await returnGifts(tx, id, undefined, 'taken back');
      });
    await this.check();
  }
}

const who = fc.nat(PEOPLE - 1);
const pick = fc.nat(5);
const crash = fc.nat(5).map((odds) => odds === 0);
type Step = (world: World) => Promise<void>;
const does = <Values extends unknown[]>(
  values: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  act: (world: World, ...values: Values) => Promise<void>,
): fc.Arbitrary<Step> =>
  fc.tuple(...values).map((drawn) => (world: World) => act(world, ...(drawn as Values)));
const step: fc.Arbitrary<Step> = fc.oneof(
  does([who, fc.integer({ min: 1, max: 8 }), fc.constantFrom(0, 2, 2)], (world, ...asked) =>
    world.buy(...asked),
  ),
  does([who], (world, n) => world.free(n)),
  does([who, who, fc.integer({ min: 1, max: 6 }), crash], (world, ...asked) => world.give(...asked)),
  does([who, who, fc.integer({ min: 1, max: 3 }), crash], (world, ...asked) => world.give(...asked)),
  does([who, who, crash], (world, ...asked) => world.enclose(...asked)),
  does([who, crash], (world, ...asked) => world.encloseForAll(...asked)),
  does([who, pick, fc.constantFrom('sent', 'sent', 'failed', 'bounced', 'again')], (world, ...asked) =>
    world.letter(...asked),
  ),
  does([who], (world, n) => world.prove(n)),
  does([who, pick], (world, ...asked) => world.takeBack(...asked)),
  does([who, pick], (world, ...asked) => world.undelivered(...asked)),
  does([fc.constantFrom(1, 1, 8, 400)], (world, days) => world.pass(days)),
  does([who, pick, fc.integer({ min: 0, max: 100 })], (world, ...asked) => world.payment(...asked)),
  does([who, crash], (world, ...asked) => world.erase(...asked)),
);

it('gifts: what everybody has and what waits add up, and only bought credits were given, after any interleaving of buying, giving, enclosing, claiming, taking back, bouncing, expiring, refunding, disputing, deleting and crashing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(step, fc.tuple(step, step)), { minLength: 8, maxLength: 24, size: 'max' }),
      async (steps) => {
        const world = await World.create();
        await world.buy(0, 6, 2);
        for (const next of steps) {
          await Promise.all([next].flat().map((act) => act(world)));
          await world.check();
        }
        await world.end();
      },
    ),
    { numRuns: rounds(10, 10_000) },
  );
}, 7_200_000);
