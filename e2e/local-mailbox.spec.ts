import { expect, test } from '@playwright/test';
import { signUpOverHttp } from '../test/support/http-user.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { DEMO_PEOPLE, seedDemo } from './fixtures/seeded-demo.ts';
import { signIn } from './tour/signed-in-pages.ts';

/** What a stranger does in the first minutes: a letter is caught in the local mailbox, opened there and answered. */
let product: RunningProduct;

test.beforeAll(async () => {
  product = await startProduct({ TEST_ROUTES: 'true' });
});
test.afterAll(() => product.stop());

test('local mailbox: a caught letter opens, and an answer goes through the real SMTP receiver', async ({
  page,
}) => {
  const person = await signUpOverHttp(product.url, 'maren@example.com');
  const photoUrls = [await person.upload('plum-page-1.jpg'), await person.upload('child-drawing.jpg')];
  const { body: letter } = await person.call<{ id: number; conversationId: string }>('POST', '/api/letters', {
    recipientName: 'Ilse Brandt',
    recipientEmail: 'ilse.brandt@example.org',
    emailMessage: 'Dear {{recipientName}},\n\nThe plum tree did it at last.',
    template: 'vintage',
    photoUrls,
  });
  await person.call('POST', `/api/letters/${letter.id}/send`);

  expect(product.mailboxUrl).not.toBeNull();
  await expect
    .poll(async () => {
      await page.goto(product.mailboxUrl ?? '');
      return page.getByRole('link', { name: /A letter from Maren/ }).count();
    })
    .toBe(1);
  await page.getByRole('link', { name: /A letter from Maren/ }).click();
  const mail = page.frameLocator('iframe');
  await expect(mail.locator('p').filter({ hasText: 'The plum tree did it at last.' })).toBeVisible();
  await expect(mail.locator('img')).toHaveCount(2);
  await expect
    .poll(() =>
      mail
        .locator('img')
        .evaluateAll((images) => images.every((image) => (image as HTMLImageElement).naturalWidth > 300)),
    )
    .toBe(true);

  await page.getByRole('textbox').fill('It is on the refrigerator, where the important papers go.\n\nIlse');
  await page.getByRole('button', { name: 'Answer as Ilse Brandt' }).click();
  await expect(page.getByText(/on its way/)).toBeVisible();
  await expect
    .poll(async () => {
      const { body } = await person.call<{ replies: { body: string }[] }>(
        'GET',
        `/api/conversations/${letter.conversationId}/thread`,
      );
      return body.replies.map((reply) => reply.body);
    })
    .toEqual(['It is on the refrigerator, where the important papers go.\n\nIlse']);
});

test('local mailbox: refuses requests without the printed token or with another Host', async ({
  request,
}) => {
  const bare = await request.get(`${product.url}/mailbox`);
  expect(bare.status()).toBe(403);
  const wrong = await request.get(`${product.url}/mailbox?token=wrong`);
  expect(wrong.status()).toBe(403);
  const link = product.mailboxUrl ?? '';
  const rebound = await request.get(link, { headers: { host: 'evil.example' } });
  expect(rebound.status()).toBe(403);
  const proxied = await request.get(link, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(proxied.status()).toBe(403);
});

test('demo: three people who write to one another, letters that wait, an answer and a gift', async ({
  page,
}) => {
  await seedDemo(product.url, product.mailboxUrl ?? '');
  await signIn(page, product.url, DEMO_PEOPLE.maren);
  await page.goto(`${product.url}/my-letters`);
  await expect(page.getByRole('button', { name: 'Waiting (2)' })).toBeVisible();
  await page.getByRole('link', { name: /^Ilse Brandt/ }).click();
  await expect(page.getByText('Und hier ist das Rezept')).toBeVisible();
  await expect(page.getByText('Die Katze hat deinen Brief zuerst gelesen.')).toBeVisible();
  await page.goto(`${product.url}/credits`);
  await expect(page.getByText('2 stamps for Grandpa Tom')).toBeVisible();
});
