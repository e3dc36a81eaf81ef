import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { wordsFor } from '../../core/words.ts';
import { paySandboxSession } from '../../dev/sandbox-checkout/sandbox-provider.ts';
import { coupons, creditPackages } from '../../money/credits/schema.ts';
import { refreshSession } from '../../money/payments/checkout/refresh.ts';
import { openCheckout, startCheckout } from '../../money/payments/checkout/start-checkout.ts';
import { paymentFindings } from '../../money/payments/schema.ts';
import { upsertUser } from '../../people/users/data.ts';
import { users } from '../../people/users/schema.ts';
import { COMMANDS } from './commands.ts';

let product: TestProduct;
let printed: string[];
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());
beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => vi.restoreAllMocks());

const run = async (name: string, ...args: string[]) => {
  const command = COMMANDS[name];
  if (!command || !('run' in command)) throw new Error(`There is no command ${name} on open services.`);
  await command.run(product.services, args);
  return printed.splice(0).join('\n');
};

async function somebody() {
  const uid = randomUUID();
  const email = `${uid}@example.com`;
  const person = { sessionId: uid, uid, email, emailVerified: true, displayName: 'Maren' };
  const { id } = await upsertUser(product.services.db, person);
  const credits = async () => {
    const [row] = await product.services.db.select().from(users).where(eq(users.id, id));
    return row?.credits;
  };
  return { id, email, person, credits };
}

async function purchase(packageId: string) {
  const { services } = product;
  const buyer = await somebody();
  const id = await services.db.transaction((tx) =>
    openCheckout(tx, services.payments, buyer.person, { packageId }, wordsFor('en')),
  );
  const { sessionId } = await startCheckout(services, id);
  await paySandboxSession(services.db, sessionId, 0);
  await refreshSession(services, sessionId);
  return { ...buyer, checkoutId: id };
}

describe('cli: grant and take-back', () => {
  it('change credits once per reason, and never below zero', async () => {
    const { email, id, credits } = await somebody();
    expect(await run('grant', email.toUpperCase(), '3', 'sorry', 'for', 'the', 'wait')).toContain(
      'who has 3',
    );
    expect(await run('grant', email, '3', 'sorry for the wait')).toContain('nothing changed');
    await expect(run('take-back', email, '4', 'mistake')).rejects.toThrow('has 3 credits; nothing was taken');
    expect(await run('take-back', String(id), '2', 'mistake')).toContain('who has 1');
    expect(await credits()).toBe(1);
    expect(await run('ledger', email)).toMatch(/\t3\tgrant\t.*\n.*\t-2\ttake-back\t/);
    expect(await run('list')).toContain(`${email}\t1 credits`);
  });

  it.each([
    [['nobody@example.com', '3', 'why'], 'Nobody here'],
    [['0', '3', 'why'], 'Nobody here'],
    [['nobody@example.com', '-3', 'why'], 'whole number'],
    [['nobody@example.com', '1.5', 'why'], 'whole number'],
    [['nobody@example.com', '3'], 'reason'],
  ])('reject the arguments %j', async (args, sentence) => {
    await expect(run('grant', ...args)).rejects.toThrow(sentence);
  });

  it('ask for the user number where two accounts have one address', async () => {
    const { db } = product.services;
    await db
      .insert(users)
      .values([1, 2].map((n) => ({ accountUid: `twin-${n}`, email: 'twin@example.com' })));
    await expect(run('grant', 'twin@example.com', '1', 'why')).rejects.toThrow('by its number');
  });
});

describe('cli: refund', () => {
  it('refunds through the provider and takes the credits back, in part and then in full', async () => {
    const { checkoutId, email, credits } = await purchase('five');
    expect(await run('purchases', email)).toContain(
      `${checkoutId}\t${email}\t5 credits\t$5.00\tpaid\tsandbox`,
    );
    expect(await run('refund', checkoutId, '2.00')).toContain('$2.00 of $5.00 went back; 2 of 5 credits');
    await run('grant', email, '1', 'unrelated');
    expect(await run('refund', checkoutId)).toContain('$5.00 of $5.00 went back; 5 of 5 credits');
    await expect(run('refund', checkoutId)).rejects.toThrow('500 of 500 cents went back already');
    expect(await credits()).toBe(1);
    await expect(run('refund', 'nonsense')).rejects.toThrow('wants the id');
    await expect(run('refund', randomUUID())).rejects.toThrow('could not be found');
  });

  it('leaves a shortfall listed until it is resolved', async () => {
    const { checkoutId, email } = await purchase('five');
    await run('take-back', email, '4', 'as if spent');
    expect(await run('refund', checkoutId)).toContain("4 credits were spent already and can't be taken");
    expect(await run('shortfalls')).toContain(`${email}: 4 credits of purchase ${checkoutId}`);
    const [finding] = await product.services.db
      .select()
      .from(paymentFindings)
      .where(eq(paymentFindings.reference, `${checkoutId}:500`));
    await run('resolve', String(finding?.id), 'written off');
    expect(await run('shortfalls')).not.toContain('cents went back, but');
    await expect(run('resolve', '999999', 'why')).rejects.toThrow('no finding');
  });
});

describe('cli: packages and coupons', () => {
  it('create, change and stop a package', async () => {
    expect(
      await run('packages set', 'ten', '--name', '10 credits', '--price', '9.50', '--credits', '10'),
    ).toContain('ten\t10 credits\t10 credits\t$9.50');
    expect(await run('packages set', 'ten', '--price', '9')).toContain('ten\t10 credits\t10 credits\t$9.00');
    expect(await run('packages stop', 'ten')).toMatch(/ten\t.*not offered/);
    const [row] = await product.services.db.select().from(creditPackages).where(eq(creditPackages.id, 'ten'));
    expect(row).toMatchObject({ price: 900, credits: 10, active: false });
    await expect(run('packages set', 'eleven', '--price', '9')).rejects.toThrow('new package wants');
    await expect(run('packages set', 'ten', '--price', '9.999')).rejects.toThrow('in dollars');
    await expect(run('packages stop', 'none')).rejects.toThrow('no package');
  });

  it('create, change and end a coupon', async () => {
    await run(
      'coupons set',
      'spring',
      '--percent',
      '15',
      '--description',
      'Spring',
      '--total',
      '100',
      '--packages',
      'five,fifty',
    );
    expect(await run('coupons set', 'SPRING', '--until', '2030-01-01', '--total', 'any')).toContain(
      'SPRING\t15% off\t0 of any number of uses, 1 a person\tfor five, fifty\t…2030-01-01T00:00:00.000Z\tSpring',
    );
    await run('coupons end', 'spring');
    const [row] = await product.services.db.select().from(coupons).where(eq(coupons.code, 'SPRING'));
    expect(row).toMatchObject({
      discountValue: 15,
      totalLimit: null,
      active: false,
      packages: ['five', 'fifty'],
    });
    await expect(run('coupons set', 'X', '--percent', '15', '--free', '2')).rejects.toThrow('one of');
    await expect(run('coupons set', 'X', '--percent', '101', '--description', 'x')).rejects.toThrow('to 100');
    await expect(run('coupons set', 'X', '--free', '1', '--packages', 'none')).rejects.toThrow(
      'no package none',
    );
    await expect(run('coupons set', 'X', '--free', '1', '--from', 'soon')).rejects.toThrow('not a date');
  });
});

describe('cli: verify-ledger', () => {
  it('reports a balance that is not the sum of its entries', async () => {
    expect(await run('verify-ledger')).toContain('Every balance is the sum');
    const { id, email } = await somebody();
    await product.services.db.update(users).set({ credits: 7 }).where(eq(users.id, id));
    await expect(run('verify-ledger')).rejects.toThrow(`${email}: the balance says 7, the entries say 0`);
    await product.services.db.update(users).set({ credits: 0 }).where(eq(users.id, id));
  });
});

it('cli: reconcile prints how many purchases it compared', async () => {
  await purchase('five');
  expect(await run('reconcile')).toMatch(/^\d+ compared, 0 new findings\.$/);
});
