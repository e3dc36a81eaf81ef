import { randomUUID } from 'node:crypto';
import { type BrowserContext, expect, type Locator, test } from '@playwright/test';
import { photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { closeByBack } from './fixtures/closed-dialog.ts';
import { type SeededUser, seedUser } from './fixtures/seeded-user.ts';
import { beside, fail, notification } from './fixtures/shown-errors.ts';
import { signIn } from './tour/signed-in-pages.ts';
import { openPage } from './tour/visit.ts';

/** Errors of somebody with letters, beside those of the specification; the tests control the responses of the server. */
let product: RunningProduct;
let user: SeededUser;
/** what a browser stores in which the person has signed in */
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;

test.use({
  storageState: async ({ browserName: _ }, use) => {
    await use(signedIn);
  },
});
test.beforeAll(async ({ browser }) => {
  product = await startProduct({ TEST_ROUTES: 'true' });
  user = await seedUser(product.url, 'maren.oakes@example.com');
  const page = await browser.newPage();
  await signIn(page, product.url, user.email);
  // The identity SDK keeps the person in IndexedDB.
  signedIn = await page.context().storageState({ indexedDB: true });
  await page.context().close();
});
test.afterAll(() => product.stop());

test('photos: those that could not be loaded come back by themselves', async ({ page, context }) => {
  await page.route('**/api/photo/**', (route) => route.abort());
  await openPage(page, `${product.url}/my-letters?to=ilse.brandt@example.org`);
  await page.getByRole('button', { name: 'View Details' }).click();
  const details = page.getByRole('dialog', { name: /^Letter of/ });
  await expect(details.getByText('This photo can’t be shown')).toHaveCount(4);
  await page.unroute('**/api/photo/**');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(details.getByText('This photo can’t be shown')).toHaveCount(0);
  await fail(page, '**/api/photo/**');
  await details.getByRole('button', { name: 'Save photo 2' }).click();
  // A dialog hides the notifications from assistive technology; what stands in it is read.
  await expect(page.getByText('Download failed', { exact: true })).toBeVisible();
  await expect(beside(page)).toHaveText('Download failed. Unable to download the image. Please try again.');
  await page.unroute('**/api/photo/**');
  await details.getByRole('button', { name: 'Save photo 2' }).click();
  await expect(beside(page)).toHaveCount(0);
  const first = details.getByRole('button', { name: /^Open photo 1 full size/ }).locator('img');
  await expect.poll(() => first.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(100);

  // Back closes the photo and not the details below it.
  await first.click();
  await closeByBack(page.getByRole('dialog', { name: /^Photo 1 of/ }), 1);
  await closeByBack(details);
  await expect(page.getByText('Their Reply')).toBeVisible();
});

test('letter on the web: it is taken off only after a question, and can be put back', async ({ page }) => {
  await openPage(page, `${product.url}/my-letters?to=tom.oakes@example.org`);
  await page.getByRole('button', { name: 'View Details' }).click();
  const details = page.getByRole('dialog', { name: /^Letter of/ });
  const question = page.getByRole('dialog', { name: 'Take this letter off the web?' });
  await details.getByRole('button', { name: 'Take the letter off the web' }).click();
  await fail(page, '**/web-page');
  await question.getByRole('button', { name: 'Take it off' }).click();
  await expect(question.getByRole('alert')).toHaveText('Nothing was changed. Please try again.');
  await page.unroute('**/web-page');
  await question.getByRole('button', { name: 'Take it off' }).click();
  await expect(question).toHaveCount(0);
  await details.getByRole('button', { name: 'Show it on the web again' }).click();
  await expect(details.getByRole('button', { name: 'Copy link' })).toBeVisible();
});

test('pages: show an error and a retry when loading fails', async ({ page }) => {
  await fail(page, '**/api/credit-packages');
  await openPage(page, `${product.url}/buy-credits`);
  await expect(page).toHaveURL(/\/payment$/);
  await expect(page.getByText('Failed to load payment information')).toBeVisible();
  await page.unroute('**/api/credit-packages');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Buy 5 credits for $5.00' })).toBeVisible();

  await fail(page, '**/api/credit-packages');
  await openPage(page, `${product.url}/mission`);
  await expect(page.getByText('Failed to load payment information')).toBeVisible();
  await page.unroute('**/api/credit-packages');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('$25.00')).toBeVisible();

  await page.route('**/api/ledger*', (route) => route.abort());
  await openPage(page, `${product.url}/credits`);
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await page.unroute('**/api/ledger*');
  await retry.click();
  await expect(page.getByText('WELCOME5').first()).toBeVisible();

  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/sender-pause')) asked += 1;
  });
  for (const path of ['sender-pause', 'occasions']) await fail(page, `**/api/${path}`);
  await openPage(page, `${product.url}/my-letters`);
  await page.getByPlaceholder('Search recipients...').fill('Tom');
  await expect(page.getByText('Ilse Brandt')).toBeHidden();
  await expect(page.getByText('Grandpa Tom').first()).toBeVisible();
  expect(asked, 'once for the page, once for what shows it').toBeLessThanOrEqual(2);

  await fail(page, '**/api/recipient-groups');
  await openPage(page, `${product.url}/address-book`);
  await expect(page.getByText('This could not be fetched.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add somebody' })).toBeVisible();
  await page.unroute('**/api/recipient-groups');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('This could not be fetched.')).toBeHidden();
});

test('events: one that only a newer server knows has everything read again', async ({ page }) => {
  const body = 'retry: 3600000\ndata: {"type":"of a newer server"}\n\n';
  await page.route('**/api/events*', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
  await openPage(page, `${product.url}/my-letters`);
  await page.waitForRequest('**/api/events*');
  await page.waitForRequest('**/api/unread');
});

test('coupon: a quick code fills its field and is applied 100 ms later', async ({ page }) => {
  await openPage(page, `${product.url}/payment`);
  // What is loaded is shown by timers, which stand still from here on.
  await page.getByRole('button', { name: 'Apply TEACHER20' }).waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/validate-coupon')) asked += 1;
  });
  await page.getByRole('button', { name: 'Apply TEACHER20' }).click();
  await expect(page.getByLabel('Coupon code')).toHaveValue('TEACHER20');
  await page.clock.runFor(99);
  expect(asked).toBe(0);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toBe(1);
});

test('payment page: buying waits for the user record, and is refused when there is none', async ({
  page,
}) => {
  await page.route('**/api/users**', (route) => route.abort());
  await openPage(page, `${product.url}/payment`);
  const five = page.getByRole('button', { name: 'Buy 5 credits for $5.00' });
  await five.click();
  await expect(notification(page, 'Failed to start payment process')).toBeVisible();
  await expect(notification(page, 'Please sign in to purchase credits')).toHaveCount(0);
  await page.unrouteAll();

  await fail(page, '**/api/users**');
  await page.reload();
  await five.click();
  await expect(notification(page, 'Payment Error')).toBeVisible();
  await expect(notification(page, 'Please sign in to purchase credits')).toBeVisible();
  await page.unrouteAll();

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/users**', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await five.click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/checkout\//);
});

test('recipients: a long list scrolls within its own height', async ({ page }) => {
  const at = new Date().toISOString();
  const correspondents = Array.from({ length: 60 }, (_, n) => ({
    email: `friend-${n}@example.org`,
    conversationId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    name: n === 1 ? `Friend 1${' of a very long name'.repeat(10)}` : `Friend ${n}`,
    letters: 1,
    lastLetterAt: at,
    lastSentAt: at,
    unread: 0,
  }));
  await page.route('**/api/correspondents*', (route) =>
    route.fulfill({ json: { correspondents, nextCursor: null } }),
  );
  await openPage(page, `${product.url}/my-letters`);
  const first = page.getByRole('link', { name: /Friend 0/ });
  await expect(first).toBeInViewport();
  // One line, and at most one more.
  const heightOf = async (envelope: Locator) => (await envelope.boundingBox())?.height ?? 0;
  expect(await heightOf(page.getByRole('link', { name: /Friend 1 of/ }))).toBeLessThan(
    (await heightOf(first)) + 30,
  );
  await expect(page.getByTitle(/^Friend 1 of.+name$/)).toBeVisible();
  const height = page.viewportSize()?.height ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2 * height);
  await first.hover();
  await page.mouse.wheel(0, 60 * 100);
  await expect(page.getByRole('link', { name: /Friend 59/ })).toBeInViewport();
  await expect(first).not.toBeInViewport();
});

test('recipients: after the last page of the list the focus stays at its end', async ({ page }) => {
  const pageOf = (first: number, nextCursor: string | null) => ({
    correspondents: Array.from({ length: 50 }, (_, n) => ({
      email: `friend-${first + n}@example.org`,
      conversationId: randomUUID(),
      name: `Friend ${first + n}`,
      letters: 1,
      received: 0,
      lastLetterAt: new Date().toISOString(),
      lastSentAt: new Date().toISOString(),
      unread: 0,
    })),
    nextCursor,
  });
  const pressed = Promise.withResolvers<void>();
  await page.route('**/api/correspondents*', async (route) => {
    const isLast = route.request().url().includes('cursor');
    if (isLast) await pressed.promise;
    await route.fulfill({ json: isLast ? pageOf(50, null) : pageOf(0, 'next') });
  });
  await openPage(page, `${product.url}/my-letters`);
  const more = page.getByRole('button', { name: 'Show more recipients' });
  await more.press('Enter');
  pressed.resolve();
  await expect(more).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Recipients' }).locator(':focus')).toHaveCount(1);
});

test('recipient step: offers five recent recipients, and stays when saving fails', async ({ page }) => {
  const names = ['Ana', 'Bea', 'Carl', 'Dora'];
  for (const name of names) {
    await user.person.call('POST', '/api/recipients', { name, email: `${name}@example.org` });
  }
  await openPage(page, product.url);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([photo('airmail.jpg')]);
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await expect(page.getByRole('button', { name: /@example\.org/ })).toHaveCount(5);
  await expect(page.getByRole('button', { name: /Grandpa Tom|Ilse Brandt/ })).toHaveCount(1);
  await fail(page, '**/api/recipients');
  // As it is copied out of a mail program.
  await page.getByRole('textbox', { name: 'Email' }).fill('Edda Lind <edda@example.org>');
  await page.getByRole('textbox', { name: 'Email' }).press('Tab');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('edda@example.org');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Edda Lind');
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await expect(notification(page, 'Failed to save recipient')).toBeVisible();
  await expect(beside(page)).toHaveText('Failed to save recipient. Please try again.');
  await expect(page.getByRole('heading', { name: 'Who is it for?' })).toBeVisible();
});

test('preview: says that a name was guessed, and another one signs the letter', async ({ page }) => {
  await openPage(page, product.url);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([photo('airmail.jpg')]);
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await page
    .getByRole('button', { name: /@example\.org/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByText(/^It is signed Maren Oakes, which we guessed/)).toBeVisible();
  const letter = page.frameLocator('iframe').first().locator('body');
  await expect(letter).toContainText('Maren Oakes');
  await page.getByRole('button', { name: 'Sign it with another name' }).click();
  const dialog = page.getByRole('dialog', { name: 'What should your letters call you?' });
  await expect(dialog.getByRole('textbox')).toHaveValue('Maren Oakes');
  await dialog.getByRole('textbox').fill('Maren O. Lind');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(letter).toContainText('Maren O. Lind');
  await expect(page.getByText(/^It is signed/)).toBeHidden();
});

test('retry: what failed stays with the focus until it is read, and what was open beside it', async ({
  page,
}) => {
  await fail(page, '**/api/replies?*');
  await openPage(page, `${product.url}/my-letters?to=ilse.brandt@example.org`);
  const retry = page.getByRole('button', { name: 'Retry' });
  await retry.waitFor();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/replies?*', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await retry.press('Enter');
  await asked.promise;
  await expect(retry).toBeFocused();
  await expect(page.getByText('The replies could not be loaded')).toBeVisible();
  await expect(page.getByRole('button', { name: 'View Details' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^1 letter$/ })).toHaveCount(1);
  answered.resolve();
  await expect(page.getByText('Their Reply')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('conversation: it is shown where the list of recipients could not be read', async ({ page }) => {
  await fail(page, '**/api/correspondents?*');
  await openPage(page, `${product.url}/my-letters?to=ilse.brandt@example.org`);
  await expect(page.getByText('Recipients could not be looked up')).toBeVisible();
  await expect(page.getByText('Their Reply')).toBeVisible();
});

test('address book: the days of somebody take the focus, and are left where they could not be read', async ({
  page,
}) => {
  await fail(page, '**/api/occasions');
  await openPage(page, `${product.url}/address-book`);
  await page.getByRole('button', { name: /^Grandpa Tom/ }).press('Enter');
  const days = page.getByRole('button', { name: 'Birthdays and dates of Grandpa Tom' });
  await days.press('Enter');
  await expect(page.getByRole('region', { name: 'Birthdays and dates of Grandpa Tom' })).toBeFocused();
  await expect(page.getByText('The days could not be fetched.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(days).toBeFocused();
});

test('ledger: once it could not be read again, a press reads it again', async ({ page }) => {
  await openPage(page, `${product.url}/credits`);
  await expect(page.getByText('WELCOME5').first()).toBeVisible();
  for (const path of ['users**', 'ledger*']) await fail(page, `**/api/${path}`);
  const { body } = await user.person.call<{ id: number }>('POST', '/api/letters', {
    recipientName: 'Posy Oakes',
    recipientEmail: 'posy.oakes@example.org',
    emailMessage: 'Plums.',
    template: 'vintage',
    photoUrls: [await user.person.upload('torn-note.jpg')],
  });
  await user.person.call('POST', `/api/letters/${body.id}/send`, {});
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await page.unroute('**/api/ledger*');
  await retry.press('Enter');
  await expect(retry).toBeHidden();
  await expect(page.getByText('Posy Oakes')).toBeVisible();
});

test('stamps, the people of a letter and what waits are not left out where they could not be read', async ({
  page,
}) => {
  await fail(page, '**/api/gifts');
  await openPage(page, `${product.url}/credits`);
  await expect(page.getByRole('alert').filter({ hasText: 'Give stamps' })).toBeVisible();
  await page.unroute('**/api/gifts');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Give stamps' })).toBeVisible();

  await fail(page, '**/api/account/holdings');
  await openPage(page, `${product.url}/account`);
  await page.getByRole('button', { name: 'Delete your account' }).click();
  await expect(
    page.getByRole('dialog').getByRole('alert').filter({ hasText: 'What is yours' }),
  ).toBeVisible();

  await fail(page, '**/api/letters?batch=*');
  const { body } = await user.person.call<{ letters: { conversationId: string }[] }>(
    'POST',
    '/api/letter-batches',
    {
      recipients: ['pia', 'una'].map((name) => ({ name, email: `${name}@example.org` })),
      emailMessage: 'Pears.',
      template: 'vintage',
      photoUrls: [await user.person.upload('torn-note.jpg')],
    },
  );
  await openPage(page, `${product.url}/my-letters?to=${body.letters[0]?.conversationId}`);
  await page.getByRole('button', { name: 'View Details' }).click();
  await expect(page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Who gets it' })).toBeVisible();
});

test('account: after a session is ended no other button of its kind has the focus', async ({ page }) => {
  await openPage(page, `${product.url}/account`);
  const others = page.getByRole('button', { name: /^Sign out .* since / });
  await others.first().waitFor();
  const before = await others.count();
  await others.first().press('Enter');
  await expect(others).toHaveCount(before - 1);
  await expect(page.locator('ul:focus').getByRole('button', { name: /this browser$/ })).toBeVisible();
});
