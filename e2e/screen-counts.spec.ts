import { expect, type Locator, type Page, test } from '@playwright/test';
import { signUpOverHttp } from '../test/support/http-user.ts';
import { photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, sharedProduct } from '../test/support/running-product.ts';
import { signIn } from './tour/signed-in-pages.ts';

/** How much each main screen asks of whoever sees it, so that what is added steps back behind something. */
let product: RunningProduct;
test.beforeAll(async () => {
  product = await sharedProduct();
});

/** What can be pressed or filled in, and the words, in the main part and not in the rows of a list. */
const weigh = (page: Page, rows = 'none') =>
  page.getByRole('main').evaluate((main: HTMLElement, rows) => {
    const asked = [...main.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1,
    );
    return {
      besides: asked.filter((one) => !one.closest(rows)).length,
      inRow: Math.max(
        0,
        ...[...main.querySelectorAll(rows)].map((row) => asked.filter((one) => row.contains(one)).length),
      ),
      words: main.innerText.split(/\s+/).filter(Boolean).length,
    };
  }, rows);

const isInFirstScreen = async (page: Page, what: Locator) => {
  const box = await what.boundingBox();
  const dock = await page.locator('[data-dock]').boundingBox();
  return box !== null && dock !== null && box.y >= 0 && box.y + box.height <= dock.y;
};

/** A person's taps; what they type is counted apart. */
function counted(page: Page) {
  const sums = { taps: 0, typed: 0 };
  return {
    sums,
    async tap(name: string) {
      sums.taps += 1;
      await page.getByRole('button', { name, exact: true }).click();
    },
    async type(name: string, text: string) {
      sums.typed += 1;
      await page.getByRole('textbox', { name, exact: true }).fill(text);
    },
  };
}

test('a newcomer on a phone sends a letter in ten taps with four typed fields, and sees each step’s choices at once', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  const { sums, tap, type } = counted(page);
  await page.goto(product.url);
  await type('Email', 'maren.first@example.com');
  await page.getByLabel('Password', { exact: true }).fill('slow and steady 7');
  sums.typed += 1;
  await tap('Sign Up');
  await expect(page.getByText('Account created!', { exact: true })).toBeVisible();

  // The drop zone is one tap; choosing in the phone's own gallery is not ours to count.
  sums.taps += 1;
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(['plum-page-1.jpg', 'plum-page-2.jpg'].map(photo));
  await expect(page.getByText('Uploaded 2 photo(s)', { exact: true })).toBeVisible();
  const create = await weigh(page);
  expect(create.besides, 'controls of Create').toBeLessThanOrEqual(11);
  expect(create.words, 'words of Create').toBeLessThanOrEqual(70);

  await tap('Continue to Recipient');
  await type('Name', 'Rosalind');
  await type('Email', 'rosalind@example.org');
  await tap('Continue to Template');
  const sheet = page.frameLocator('iframe').last();
  for (const what of [page.getByRole('group', { name: 'Template' }), page.getByLabel('Message')])
    expect(await isInFirstScreen(page, what)).toBe(true);
  await expect.poll(() => isInFirstScreen(page, sheet.getByText(/^Dear Rosalind/).last())).toBe(true);

  await tap('Preview');
  const send = page.getByRole('button', { name: 'Send Letter' });
  await expect(send).toBeInViewport({ ratio: 1 });
  await expect(page.locator('summary', { hasText: 'To Rosalind' })).toBeInViewport({ ratio: 1 });
  await tap('Send Letter');
  await tap('Take 5 credits');
  await tap('Send Letter');
  await expect(page.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();
  expect(sums.taps).toBeLessThanOrEqual(10);
  expect(sums.typed).toBeLessThanOrEqual(4);
  await context.close();
});

test('My Letters with five that wait, and an address book of 45 people, ask little besides their rows', async ({
  page,
}) => {
  const maren = await signUpOverHttp(product.url, 'maren.counts@example.com');
  const photo = await maren.upload('plum-page-1.jpg');
  for (let n = 1; n <= 45; n++)
    await maren.call('POST', '/api/recipients', { name: `Cousin ${n}`, email: `cousin-${n}@example.org` });
  const arrival = { arriveLocal: `${new Date().getFullYear() + 1}-02-14T08:00`, arriveZone: 'Europe/Paris' };
  for (let n = 1; n <= 5; n++) {
    const letter = {
      recipientName: `Cousin ${n}`,
      recipientEmail: `cousin-${n}@example.org`,
      emailMessage: 'Plums.',
      template: 'vintage',
      photoUrls: [photo],
    };
    const { body } = await maren.call<{ id: number }>('POST', '/api/letters', letter);
    await maren.call('POST', `/api/letters/${body.id}/send`, { arrival });
  }
  await signIn(page, product.url, 'maren.counts@example.com');
  await page.goto(`${product.url}/my-letters`);
  await expect(page.getByRole('button', { name: 'Waiting (5)' })).toBeVisible();
  const letters = await weigh(page, '[data-recipient]');
  expect(letters.besides, 'controls of My Letters').toBeLessThanOrEqual(9);
  expect(letters.words, 'words of My Letters').toBeLessThanOrEqual(130);

  await page.goto(`${product.url}/address-book`);
  await expect(page.getByText('Cousin 45', { exact: true })).toBeVisible();
  const book = await weigh(page, 'li');
  expect(book.inRow, 'controls of a row of the address book').toBeLessThanOrEqual(2);
  expect(book.besides, 'controls of the address book').toBeLessThanOrEqual(12);
  expect(book.words, 'words of the address book').toBeLessThanOrEqual(300);
});
