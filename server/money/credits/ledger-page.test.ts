import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../shared/credits.ts';
import { newBuyer } from '../../../test/support/buyer.ts';
import { letterPayload, storedPhoto } from '../../../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

async function lived() {
  const buyer = await newBuyer(product, { verified: true });
  await buyer.post('/api/redeem-coupon', { code: 'WELCOME5' });
  const { sessionId } = await buyer.buy('fifteen', 'TEACHER20');
  await product.app.inject({
    method: 'POST',
    url: `/sandbox/checkout/${sessionId}`,
    headers: { ...product.origin, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'action=pay',
  });
  const photo = await storedPhoto(product, buyer.uid);
  const letter = await buyer.post('/api/letters', letterPayload([photo]));
  const letterId = letter.json<{ id: number }>().id;
  await buyer.post(`/api/letters/${letterId}/send`, {});
  return { buyer, sessionId, letterId };
}

describe('GET /api/ledger', () => {
  it('returns every entry with its explanation and the balance after it, newest first', async () => {
    const { buyer, letterId } = await lived();
    const page = (await buyer.get('/api/ledger')).json<{ credits: number; entries: LedgerEntry[] }>();
    expect(page.credits).toBe(19);
    expect(page.entries).toMatchObject([
      { delta: -1, balance: 19, kind: 'letter', title: 'Letter to Ilse Brandt', letterId, receiptId: null },
      {
        delta: 15,
        balance: 20,
        kind: 'purchase',
        title: 'Bought 15 credits',
        detail: 'Paid $9.60 with TEACHER20 (test, no money moved)',
      },
      { delta: 5, balance: 5, kind: 'coupon', title: 'Coupon WELCOME5', receiptId: null },
    ]);
  });

  it('pages have no gaps or repeats and contain only the user’s own entries', async () => {
    const { buyer } = await lived();
    const all = (await buyer.get('/api/ledger')).json<{ entries: LedgerEntry[] }>().entries;
    const paged: LedgerEntry[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const url: string = `/api/ledger?limit=2${cursor ? `&cursor=${cursor}` : ''}`;
      const page = (await buyer.get(url)).json<{ entries: LedgerEntry[]; nextCursor: string | null }>();
      paged.push(...page.entries);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all);
    const other = await newBuyer(product);
    expect((await other.get('/api/ledger')).json()).toEqual({ credits: 0, entries: [], nextCursor: null });
    expect((await product.app.inject({ url: '/api/ledger' })).statusCode).toBe(401);
    expect((await buyer.get('/api/ledger?cursor=x')).statusCode).toBe(400);
  });
});

describe('GET /api/receipts/{id}', () => {
  it('returns the receipt to its buyer only', async () => {
    const { buyer, sessionId } = await lived();
    const { receiptId } = await buyer.state(sessionId);
    const receipt = await buyer.get(`/api/receipts/${receiptId}`);
    expect(receipt.json()).toMatchObject({
      id: receiptId,
      number: expect.stringMatching(/^\d{6,}$/),
      seller: 'Slow Letters',
      buyer: { name: 'Maren Oakes', email: buyer.email },
      packageName: '15 credits',
      credits: 15,
      currency: 'usd',
      listPrice: 1200,
      discount: { code: 'TEACHER20', amount: 240 },
      amount: 960,
      refunded: 0,
      test: true,
    });
    const other = await newBuyer(product);
    expect((await other.get(`/api/receipts/${receiptId}`)).statusCode).toBe(404);
    expect((await product.app.inject({ url: `/api/receipts/${receiptId}` })).statusCode).toBe(401);
    expect((await buyer.get('/api/receipts/nonsense')).statusCode).toBe(400);
  });

  it('returns 404 for a checkout that is not paid', async () => {
    const buyer = await newBuyer(product);
    await buyer.buy('five');
    const [open] = await buyer.checkouts();
    expect((await buyer.get(`/api/receipts/${open?.id}`)).statusCode).toBe(404);
  });
});
