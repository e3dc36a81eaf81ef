import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mostInATurn } from '../../test/support/most-in-a-turn.ts';
import { startTestProduct, type TestProduct } from '../../test/support/test-product.ts';
import { stopLinks } from '../people/recipients/schema.ts';
import { keepStopLinks } from './stop-link.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

it('stop links of a thousand erased letters: others have turns between their hashes', async () => {
  const { db, addressHash } = product.services;
  const mailed = Array.from({ length: 1_000 }, (_, n) => ({
    mailedToken: `${n}`.padStart(26, '0'),
    webToken: null,
    recipientEmail: `ilse.${n}@example.org`,
    senderEmail: 'maren@example.org',
    language: 'en' as const,
  }));
  const { all, most } = await mostInATurn((count) => {
    const counted = (email: string) => {
      count();
      return addressHash(email);
    };
    return db.transaction((tx) => keepStopLinks(tx, counted, mailed, 'maren@example.org'));
  });
  const recipientHash = addressHash('ilse.999@example.org');
  expect(await db.$count(stopLinks, eq(stopLinks.recipientHash, recipientHash))).toBe(1);
  expect(await db.$count(stopLinks)).toBe(mailed.length);
  expect(most).toBeLessThanOrEqual(all / 5);
});
