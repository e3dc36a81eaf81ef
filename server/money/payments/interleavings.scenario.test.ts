import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localTimeOf } from '../../../shared/zoned-time.ts';
import { letterPayload, storedPhoto } from '../../../test/support/factories.ts';
import { rounds } from '../../../test/support/rounds.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import type { Transaction } from '../../core/db/database.ts';
import { ProductError } from '../../core/errors.ts';
import { wordsFor } from '../../core/words.ts';
import { paySandboxSession, sandboxEvent } from '../../dev/sandbox-checkout/sandbox-provider.ts';
import { sandboxSessions } from '../../dev/sandbox-checkout/schema.ts';
import { deliverLetter } from '../../letters/deliver/deliver-letter.ts';
import { letters } from '../../letters/schema.ts';
import { createLetter } from '../../letters/send/create-letter.ts';
import { retryLetter } from '../../letters/send/retry-letter.ts';
import { sendBatch, sendLetter } from '../../letters/send/send-letters.ts';
import { changeArrival, takeBack } from '../../letters/wait/change-arrival.ts';
import { releaseScheduled } from '../../letters/wait/release-letters.ts';
import { returnToDraft } from '../../letters/wait/return-to-draft.ts';
import { DeliveryFailure } from '../../mail/out/delivery-failure.ts';
import type { ComposedMail } from '../../mail/out/transport.ts';
import { eraseAccount } from '../../pages/account/erase-account.ts';
import type { Person } from '../../people/identity/sessions/person.ts';
import { upsertUser } from '../../people/users/data.ts';
import { users } from '../../people/users/schema.ts';
import { redeemCoupon } from '../credits/coupons.ts';
import { creditPackages, ledgerEntries } from '../credits/schema.ts';
import { checkoutStateOf } from './checkout/refresh.ts';
import { settleCheckout } from './checkout/settle-checkout.ts';
import { openCheckout, startCheckout } from './checkout/start-checkout.ts';
import { refundCheckout } from './record-refunds.ts';
import { checkouts } from './schema.ts';
import { verifyLedger } from './verify-ledger.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.services.db
    .insert(creditPackages)
    .values({ id: 'two', name: '2 credits', price: 210, credits: 2 });
});
afterAll(() => product.close());

class Crash extends Error {}

/** milliseconds by which a payment may come late */
const LATEST_MS = 60;

/** What may happen to a letter that waits for its day; 'again': it is sent again for another day. */
const WAITING_ACTS = ['later', 'now', 'back', 'due', 'desk', 'again'] as const;
type WaitingAct = (typeof WAITING_ACTS)[number];

/** in UTC */
const inHours = (hours: number) => localTimeOf(new Date(Date.now() + hours * 3_600_000), 'UTC');

/** One person's purchases, letters and balance, with every operation on them. */
class World {
  readonly person: Person;
  readonly userId: number;
  readonly photo: string;
  readonly checkoutIds: string[] = [];
  readonly letterIds: number[] = [];
  /** Message-IDs in the order in which the mail server took them */
  readonly mailed: string[] = [];
  redeemed = 0;

  constructor(person: Person, userId: number, photo: string) {
    this.person = person;
    this.userId = userId;
    this.photo = photo;
  }

  static async create(): Promise<World> {
    const uid = randomUUID();
    const email = `${uid}@example.com`;
    const person = { sessionId: uid, uid, email, emailVerified: true, displayName: 'Maren' };
    const { id } = await upsertUser(product.services.db, person);
    return new World(person, id, await storedPhoto(product, uid));
  }

  /** @returns null when the write was refused or crashed, which must change nothing */
  async write<Answer>(crash: boolean, work: (tx: Transaction) => Promise<Answer>): Promise<Answer | null> {
    try {
      return await product.services.db.transaction(async (tx) => {
        const answer = await work(tx);
        if (crash) throw new Crash();
        return answer;
      });
    } catch (error) {
      if (error instanceof Crash || error instanceof ProductError) return null;
      throw error;
    }
  }

  async buy(packageId: string, couponCode: string | null, crash: boolean) {
    const { services } = product;
    const id = await this.write(crash, (tx) =>
      openCheckout(tx, services.payments, this.person, { packageId, couponCode }, wordsFor('en')),
    );
    if (id === null) return;
    this.checkoutIds.push(id);
    await startCheckout(services, id).catch((error) => {
      if (!(error instanceof ProductError)) throw error;
    });
  }

  async session(index: number): Promise<string | null> {
    const id = this.checkoutIds[index % Math.max(1, this.checkoutIds.length)];
    const [row] = await product.services.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.id, id ?? randomUUID()));
    return row?.sessionId ?? null;
  }

  /** @param late milliseconds until the money arrives */
  async pay(index: number, late = 0) {
    const sessionId = await this.session(index);
    if (sessionId) await paySandboxSession(product.services.db, sessionId, late);
  }

  async expire(index: number) {
    const sessionId = await this.session(index);
    if (sessionId) await product.services.payments.expireSession(sessionId);
  }

  async hook(index: number, times: number) {
    const sessionId = await this.session(index);
    if (!sessionId) return;
    const { payload, signature } = sandboxEvent(
      product.services.sessionSecret,
      'checkout.session.completed',
      sessionId,
    );
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const send = () => product.app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload });
    const answers = await Promise.all([...Array.from({ length: times }, send), this.look(index)]);
    for (const answer of answers.slice(0, times)) expect(answer).toMatchObject({ statusCode: 200 });
  }

  async look(index: number) {
    const sessionId = await this.session(index);
    if (sessionId) await checkoutStateOf(product.services, this.person, sessionId);
  }

  async crashedHook(index: number) {
    const sessionId = await this.session(index);
    const truth = sessionId && (await product.services.payments.fetchSession(sessionId));
    if (truth) await this.write(true, (tx) => settleCheckout({ ...product.services, db: tx }, truth));
  }

  async redeem(crash: boolean) {
    const redeemed = await this.write(crash, async (tx) => {
      await tx.select().from(users).where(eq(users.id, this.userId)).for('update');
      return redeemCoupon(tx, 'WELCOME5', { id: this.userId, mailbox: null });
    });
    this.redeemed += redeemed?.creditsGranted ?? 0;
  }

  /** @param arriveLocal in UTC; now without */
  async send(crash: boolean, arriveLocal?: string) {
    const body = letterPayload([this.photo]);
    const template = 'vintage' as const;
    const id = await this.write(false, (tx) =>
      createLetter(tx, product.services, this.person, { ...body, template }),
    );
    if (id === null) return;
    this.letterIds.push(id);
    const press = () =>
      this.write(crash, (tx) =>
        sendLetter(
          tx,
          product.services,
          { person: this.person, ip: '127.0.0.1' },
          id,
          arriveLocal ? { arrival: { arriveLocal, arriveZone: 'UTC' } } : {},
        ),
      );
    await Promise.all([press(), press()]);
  }

  /** Two tabs send one draft to several people. */
  async sendToSeveral(people: number, crash: boolean) {
    const { recipientName: name, recipientEmail: _, ...content } = letterPayload([this.photo]);
    const recipients = Array.from({ length: people }, (_, n) => ({
      name,
      email: `${n}.${this.person.email}`,
    }));
    const body = { ...content, recipients, template: 'vintage' as const, draft: randomUUID() };
    const press = () =>
      this.write(crash, (tx) =>
        sendBatch(tx, product.services, { person: this.person, ip: '127.0.0.1' }, body),
      );
    await Promise.all([press(), press()]);
    const { db } = product.services;
    const batch = db.select({ id: letters.batchId }).from(letters).where(eq(letters.draftId, body.draft));
    const sent = await db.select({ id: letters.id }).from(letters).where(inArray(letters.batchId, batch));
    expect([0, people]).toContain(sent.length);
    this.letterIds.push(...sent.map(({ id }) => id));
  }

  /** Tabs change, send, take back or take up a letter that waits for its day, while two workers release it when it is due. */
  async waiting(index: number, acts: WaitingAct[], crash: boolean) {
    const id = this.letterIds[index % Math.max(1, this.letterIds.length)];
    if (id === undefined) return;
    const { services } = product;
    const asked = { arriveLocal: inHours(2), arriveZone: 'UTC' };
    const act = async (name: WaitingAct) => {
      if (name === 'due') {
        const due = and(eq(letters.id, id), eq(letters.status, 'scheduled'));
        await services.db
          .update(letters)
          .set({ arriveAt: new Date(Date.now() - 1_000) })
          .where(due);
        await Promise.all([releaseScheduled(services), releaseScheduled(services)]);
      } else if (name === 'back') await this.write(crash, (tx) => takeBack(tx, this.person, id));
      else if (name === 'desk') await this.write(crash, (tx) => returnToDraft(tx, services, this.person, id));
      else if (name === 'again')
        await this.write(crash, (tx) => retryLetter(tx, services, this.person, id, { arrival: asked }));
      else {
        const arrival = name === 'now' ? null : asked;
        await this.write(crash, (tx) => changeArrival(tx, services, this.person, id, arrival));
      }
    };
    await Promise.all(acts.map(act));
  }

  /** Two workers deliver the letter; the mail server may refuse it permanently. */
  async deliver(index: number, refused: boolean) {
    const id = this.letterIds[index % Math.max(1, this.letterIds.length)];
    if (id === undefined) return;
    const mail = {
      ...product.services.mail,
      send: async ({ messageId }: ComposedMail) => {
        if (refused) throw new DeliveryFailure(true, { text: 'There is no such address.' });
        this.mailed.push(messageId);
      },
    };
    await Promise.all([1, 2].map(() => deliverLetter({ ...product.services, mail }, id)));
  }

  /** Retries a failed letter, which is charged again. */
  async retry(index: number, crash: boolean) {
    const id = this.letterIds[index % Math.max(1, this.letterIds.length)];
    if (id === undefined) return;
    const press = () => this.write(crash, (tx) => retryLetter(tx, product.services, this.person, id, {}));
    await Promise.all([press(), press()]);
  }

  async refund(index: number, cents: number | null) {
    const id = this.checkoutIds[index % Math.max(1, this.checkoutIds.length)];
    if (!id) return;
    await refundCheckout(product.services, id, cents).catch((error) => {
      if (!(error instanceof ProductError)) throw error;
    });
  }

  /** Delivers all pending payments and events, then compares balances and ledger with what happened. */
  async checkBooks() {
    const { db } = product.services;
    await sleep(LATEST_MS);
    for (const [index] of this.checkoutIds.entries()) await this.hook(index, 1);
    expect(await verifyLedger(db)).toEqual([]);
    const rows = await db.select().from(checkouts).where(eq(checkouts.userId, this.userId));
    const sessions = await db
      .select()
      .from(sandboxSessions)
      .where(inArray(sandboxSessions.checkoutId, [randomUUID(), ...this.checkoutIds]));
    const entries = await db.select().from(ledgerEntries).where(eq(ledgerEntries.userId, this.userId));
    const count = (kind: string, reference: string) =>
      entries.filter((entry) => entry.kind === kind && entry.reference === reference).length;
    for (const row of rows) {
      const session = sessions.find(({ checkoutId }) => checkoutId === row.id);
      const paid = session?.status === 'complete';
      expect(count('purchase', row.id)).toBe(paid ? 1 : 0);
      const back = Math.floor((row.credits * (session?.refunded ?? 0)) / row.amount);
      expect(row.takenBack + row.shortfall).toBe(back);
    }
    const sent = await db
      .select()
      .from(letters)
      .where(and(eq(letters.userId, this.userId)));
    for (const { id, status, charges } of sent) {
      if (status !== 'created') expect(charges).toBeGreaterThan(0);
      for (let charge = 1; charge <= charges + 1; charge++) {
        const reference = charge === 1 ? String(id) : `${id}:${charge}`;
        const back = charge < charges || (charge === charges && ['failed', 'unsent'].includes(status));
        expect(count('letter', reference)).toBe(charge <= charges ? 1 : 0);
        expect(count('letter-returned', reference)).toBe(back ? 1 : 0);
      }
    }
    for (const id of this.letterIds.filter((one) => !sent.some((letter) => letter.id === one))) {
      // It lies on the desk, or was sent of it as another letter.
      expect(count('letter', String(id))).toBe(1);
      expect(count('letter-returned', String(id))).toBe(1);
    }
    expect(new Set(this.mailed).size).toBe(this.mailed.length);
    const [user] = await db.select().from(users).where(eq(users.id, this.userId));
    const bought = rows
      .filter(({ status }) => status === 'paid')
      .reduce((sum, { credits, takenBack }) => sum + credits - takenBack, 0);
    const spent = sent.filter(({ status }) => ['scheduled', 'queued', 'sent'].includes(status)).length;
    expect(user?.credits).toBe(bought + this.redeemed - spent);
  }

  /** Deletes the account while a letter that waits is changed, sent or taken back; after that nothing leaves. */
  async erase(acts: WaitingAct[]) {
    const { db } = product.services;
    await this.send(false, inHours(1));
    const last = this.letterIds.length - 1;
    await Promise.all([
      this.waiting(last, acts, false),
      this.deliver(last, false),
      db.transaction((tx) => eraseAccount(tx, product.services, this.person.uid)),
    ]);
    const mailed = this.mailed.length;
    for (const [index] of this.letterIds.entries()) await this.deliver(index, false);
    expect(this.mailed).toHaveLength(mailed);
    expect(new Set(this.mailed).size).toBe(mailed);
    expect(await db.$count(letters, eq(letters.userId, this.userId))).toBe(0);
    expect(await db.$count(users, and(eq(users.id, this.userId), eq(users.credits, 0)))).toBe(1);
    expect(await verifyLedger(db)).toEqual([]);
  }
}

const index = fc.nat(3);
const crash = fc.boolean();
const waitingActs = fc.array(fc.constantFrom(...WAITING_ACTS), { minLength: 1, maxLength: 3 });
const step: fc.Arbitrary<(world: World) => Promise<void>> = fc.oneof(
  fc
    .tuple(fc.constantFrom('two', 'two', 'five', 'fifteen'), fc.constantFrom(null, 'TEACHER20'), fc.nat(3))
    .map(
      ([id, code, odds]) =>
        (world: World) =>
          world.buy(id, code, odds === 0),
    ),
  fc.tuple(index, fc.constantFrom(0, 0, LATEST_MS)).map(
    ([n, late]) =>
      (world: World) =>
        world.pay(n, late),
  ),
  index.map((n) => (world: World) => world.expire(n)),
  fc.tuple(index, fc.integer({ min: 1, max: 3 })).map(
    ([n, times]) =>
      (world: World) =>
        world.hook(n, times),
  ),
  // A complete purchase, so that there are credits to spend and to refund.
  fc.constantFrom('two', 'five').map((id) => async (world: World) => {
    await world.buy(id, null, false);
    await world.pay(world.checkoutIds.length - 1);
    await world.hook(world.checkoutIds.length - 1, 2);
  }),
  index.map((n) => (world: World) => world.crashedHook(n)),
  index.map((n) => (world: World) => world.look(n)),
  crash.map((crashes) => (world: World) => world.redeem(crashes)),
  fc.nat(5).map((odds) => (world: World) => world.send(odds === 0)),
  fc.constant((world: World) => world.send(false)),
  fc.constant(async (world: World) => {
    await world.redeem(false);
    await world.send(false);
    const last = world.letterIds.length - 1;
    await world.deliver(last, true);
    await world.retry(last, false);
    await world.deliver(last, true);
  }),
  fc.tuple(index, fc.boolean()).map(
    ([n, refused]) =>
      (world: World) =>
        world.deliver(n, refused),
  ),
  index.map((n) => (world: World) => world.retry(n, n === 0)),
  fc.constant(async (world: World) => {
    await world.redeem(false);
    await world.send(false, inHours(1));
  }),
  fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(5)).map(([people, odds]) => async (world: World) => {
    await world.redeem(false);
    await world.sendToSeveral(people, odds === 0);
  }),
  fc.tuple(index, waitingActs, fc.nat(5)).map(
    ([n, acts, odds]) =>
      (world: World) =>
        world.waiting(n, acts, odds === 0),
  ),
  fc.tuple(index, fc.option(fc.integer({ min: 1, max: 300 }))).map(
    ([n, cents]) =>
      (world: World) =>
        world.refund(n, cents),
  ),
);

it('payments: balances and ledger agree after any interleaving of purchases, webhooks, coupons, sends, scheduled letters, letters to several people, failures, refunds, crashes and deletions, and no mail leaves twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(step, fc.tuple(step, step)), { minLength: 8, maxLength: 28, size: 'max' }),
      waitingActs,
      async (steps, lastActs) => {
        const world = await World.create();
        for (const next of steps) {
          // Sometimes two steps run concurrently.
          await Promise.all([next].flat().map((act) => act(world)));
          const [user] = await product.services.db.select().from(users).where(eq(users.id, world.userId));
          expect(user?.credits).toBeGreaterThanOrEqual(0);
        }
        await world.checkBooks();
        await world.erase(lastActs);
      },
    ),
    // Fixed, so that a run that is cut off fails by the timeout of the test.
    { numRuns: rounds(20, 300) },
  );
});
