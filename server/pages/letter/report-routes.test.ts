import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { letterRow, newLetterWriter } from '../../../test/support/letter-writer.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { waitsForLock } from '../../../test/support/waits-for-lock.ts';
import { conversations, letterReports, letters } from '../../letters/schema.ts';
import { users } from '../../people/users/schema.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

it('report page: by the recipient’s token alone, after a choice, once; the sender can write there no more', async () => {
  const { app, services } = product;
  const maren = await newLetterWriter(product);
  const recipientEmail = 'ilse@example.org';
  const { id } = await maren.queued({ recipientEmail });
  const { mailedToken, webToken } = await letterRow(product, id);
  const post = (token: string | null, payload: string) =>
    app.inject({
      method: 'POST',
      url: `/l/${token}/report`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  const reports = () => services.db.select().from(letterReports).where(eq(letterReports.letterId, id));

  expect((await post(webToken, 'reason=abuse')).statusCode).toBe(404);
  const form = await app.inject({ url: `/l/${mailedToken}/report` });
  expect(form.body).toContain('It threatens, insults or frightens me');
  for (const payload of ['', 'reason=', 'reason=rude']) {
    const again = await post(mailedToken, payload);
    expect(again.statusCode).toBe(400);
    expect(again.body).toContain('Please choose what is wrong');
  }
  expect(await reports()).toEqual([]);
  for (const _time of [1, 2]) {
    const done = await post(mailedToken, 'reason=abuse');
    expect(done.statusCode).toBe(200);
    expect(done.body).toContain('Thank you for telling us');
  }
  expect(await reports()).toMatchObject([{ origin: 'page', reason: 'abuse' }]);
  await expect(maren.queued({ recipientEmail })).rejects.toThrow('RECIPIENT_BLOCKED');
});

it('report page: a report sent as the address is corrected is of whom the letter came to', async () => {
  const { app, services } = product;
  const maren = await newLetterWriter(product);
  const [first, next] = ['otto@example.org', 'next@example.org'];
  const { id, conversationId } = await maren.queued({ recipientEmail: first });
  const { mailedToken, userId } = await letterRow(product, id);
  const [reporting] = await services.db.transaction(async (tx) => {
    // As `retryLetter` does.
    await tx.select().from(users).where(eq(users.id, userId)).for('update');
    const reporting = app.inject({
      method: 'POST',
      url: `/l/${mailedToken}/report`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'reason=abuse',
    });
    await waitsForLock(services.db, 1);
    await tx.update(letters).set({ recipientEmail: next }).where(eq(letters.id, id));
    await tx.update(conversations).set({ recipientEmail: next }).where(eq(conversations.id, conversationId));
    return [reporting.then(({ statusCode }) => statusCode)];
  });
  expect(await reporting).toBe(200);
  const [conversation] = await services.db
    .select()
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  expect(conversation?.recipientMutedAt).toBeNull();
  await maren.queued({ recipientEmail: next });
  await expect(maren.queued({ recipientEmail: first })).rejects.toThrow('RECIPIENT_BLOCKED');
});
