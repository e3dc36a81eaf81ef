import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { violations } from './fixtures/axe-violations.ts';
import { type SeededUser, seedUser } from './fixtures/seeded-user.ts';
import { signIn } from './tour/signed-in-pages.ts';
import { creditsKnown, openPage } from './tour/visit.ts';

/** Loading states, toasts that close by themselves, and errors; the tests control the clock and the responses of the server. */
let product: RunningProduct;
let user: SeededUser;
/** what a browser stores in which the person has signed in */
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;

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

const notification = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text, { exact: true });

/** What is said on the page itself, beside the button that failed, until it works. */
const beside = (place: Page | Locator) =>
  place.locator('main, [role=dialog]').getByRole('alert').filter({ hasText: /./ });

/** Answers a call with status 500 and without a message for people. */
const fail = (page: Page, path: string) =>
  page.route(path, (route) => route.fulfill({ status: 500, body: 'broken' }));

test('warm-up: changes its message every 1.5 s, retries after 2 s and disappears after 0.5 s', async ({
  page,
}) => {
  let asked = 0;
  let ready = false;
  await page.clock.install({ time: 0 });
  await page.route('**/ping', (route) => {
    asked += 1;
    return route.fulfill({ status: ready ? 200 : 503, body: '' });
  });
  await page.goto(product.url);
  const message = page.locator('main.lining [role=status]');
  await expect(message).toHaveText('Setting up the letter desk...');
  // The page comes with the first message; once it changes, the application has replaced it.
  await expect(message).not.toHaveText('Setting up the letter desk...');
  await page.clock.pauseAt(60_000);
  expect(await page.locator('main.lining').boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  const order = [
    'Setting up the letter desk...',
    'Preparing your stationery...',
    'Warming up the ink well...',
    'Arranging the writing space...',
    'Getting ready for your letter...',
  ];
  const first = order.indexOf((await message.textContent()) ?? '');
  expect(first).toBeGreaterThanOrEqual(0);
  for (let turn = 1; turn <= order.length; turn++) {
    await page.clock.runFor(1500);
    await expect(message).toHaveText(order[(first + turn) % order.length] ?? '');
  }
  // A failed check has been answered, and its timer runs from now.
  await page.waitForTimeout(300);
  const before = asked;
  await page.clock.runFor(2000);
  await expect.poll(() => asked).toBe(before + 1);
  await page.waitForTimeout(300);
  ready = true;
  await page.clock.runFor(1900);
  expect(asked).toBe(before + 1);
  await page.clock.runFor(150);
  await page.locator('#root > [inert] > *').first().waitFor({ state: 'attached' });
  await page.clock.runFor(450);
  await expect(message).toHaveCount(1);
  await page.clock.runFor(100);
  await expect(message).toHaveCount(0);
});

test('auth state loading: shows a spinner with Loading...', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/auth-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(product.url);
  await expect(page.getByRole('status').filter({ hasText: /^Loading\.\.\.$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toHaveCount(0);
  release();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
});

test('toast: one at a time, stays 5 s, is dismissed by a swipe of 50 px to the right', async ({ page }) => {
  await page.clock.install();
  await openPage(page, `${product.url}/support`);
  const labels = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  const send = page.getByRole('button', { name: 'Send message' });
  await send.click();
  await expect(notification(page, 'Missing Information')).toBeVisible();
  await send.click();
  await expect(labels).toHaveCount(1);
  await page.mouse.move(0, 0);
  await page.clock.runFor(4000);
  await expect(labels).toHaveCount(1);
  await page.clock.runFor(2500);
  await expect(labels).toHaveCount(0);

  await send.click();
  const box = await labels.boundingBox();
  if (!box) throw new Error('no notification');
  const swipe = async (by: number) => {
    await page.mouse.move(box.x + 80, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 80 + by, box.y + box.height / 2, { steps: 8 });
    await page.mouse.up();
  };
  await swipe(30);
  await page.clock.runFor(300);
  await expect(labels).toHaveCount(1);
  await swipe(70);
  await page.clock.runFor(500);
  await expect(labels).toHaveCount(0);
});

test('support form: checks the e-mail address, and keeps a message that could not be sent', async ({
  page,
}) => {
  await openPage(page, `${product.url}/support`);
  await fail(page, '**/api/support');
  await page.getByLabel('Name').fill('Ilse Brandt');
  await page.getByLabel('Email').fill('ilse.brandt@example.org');
  await page.getByLabel('Category').selectOption('Billing');
  await page.getByLabel('Subject').fill('A stamp');
  await page.getByLabel('Message').fill('It stuck to the table.');
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await page.getByLabel('Email').fill('ilse.brandt@example');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(notification(page, 'Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Email').fill('ilse.brandt@example.org');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(notification(page, 'Failed to Send')).toBeVisible();
  await expect(
    notification(page, 'There was an error sending your message. Please try again.'),
  ).toBeVisible();
  await expect(beside(page)).toContainText('There was an error sending your message.');
  await expect(page.getByLabel('Message')).toHaveValue('It stuck to the table.');
});

test('sign-in form: a weak and a wrong password show different errors', async ({ page }) => {
  await openPage(page, product.url);
  await page.getByRole('textbox', { name: 'Email' }).fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(notification(page, 'Weak password')).toBeVisible();
  await expect(notification(page, 'Password must be at least 6 characters long')).toBeVisible();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(notification(page, 'Sign in failed')).toBeVisible();
});

test('support link: loads a full page', async ({ page }) => {
  await openPage(page, `${product.url}/mission`);
  await page.evaluate(() => Object.assign(window, { before: true }));
  await page.getByRole('banner').getByRole('link', { name: 'Support' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(await page.evaluate(() => 'before' in window)).toBe(false);
});

test('sign-up: a failed account creation shows an error', async ({ page }) => {
  await openPage(page, product.url);
  await fail(page, '**/accounts:signUp*');
  await page.getByRole('textbox', { name: 'Email' }).fill('edda@example.com');
  await page.getByLabel('Password', { exact: true }).fill('slow and steady 7');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(notification(page, 'Sign up failed')).toBeVisible();

  // A code that neither the app nor the provider has a message for.
  await page.unrouteAll();
  await page.route('**/accounts:signUp*', (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: 'SOMETHING_NEW' } } }),
  );
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(notification(page, 'Failed to create account')).toBeVisible();
});

test.describe('signed in', () => {
  test.use({
    storageState: async ({ browserName: _ }, use) => {
      await use(signedIn);
    },
  });

  test('photos: those that could not be loaded come back by themselves', async ({ page, context }) => {
    await page.route('**/api/photo/**', (route) => route.abort());
    await openPage(page, `${product.url}/my-letters?to=ilse.brandt@example.org`);
    await page.getByRole('button', { name: 'View Details' }).click();
    const details = page.getByRole('dialog', { name: /^Letter #/ });
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
    await expect(page.getByRole('dialog', { name: /^Photo 1 of/ })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog', { name: /^Photo 1 of/ })).toHaveCount(0);
    await expect(details).toBeVisible();
    await page.goBack();
    await expect(details).toHaveCount(0);
    await expect(page.getByText('Their Reply')).toBeVisible();
  });

  test('letter on the web: it is taken off only after a question, and can be put back', async ({ page }) => {
    await openPage(page, `${product.url}/my-letters?to=tom.oakes@example.org`);
    await page.getByRole('button', { name: 'View Details' }).click();
    const details = page.getByRole('dialog', { name: /^Letter #/ });
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

    await page.route('**/api/ledger*', (route) => route.abort());
    await openPage(page, `${product.url}/credits`);
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.unroute('**/api/ledger*');
    await retry.click();
    await expect(page.getByText('WELCOME5').first()).toBeVisible();
  });

  test('coupon: an empty code, an unknown code and a failed check show errors', async ({ page }) => {
    await openPage(page, `${product.url}/payment`);
    const code = page.getByLabel('Coupon code');
    await code.press('Enter');
    await expect(notification(page, 'Please enter a coupon code')).toBeVisible();
    await code.pressSequentially('nowhere');
    await expect(code).toHaveValue('NOWHERE');
    await code.press('Enter');
    await expect(notification(page, 'Invalid Coupon')).toBeVisible();
    await expect(beside(page)).toHaveText(/./);
    await fail(page, '**/api/validate-coupon');
    await code.press('Enter');
    await expect(notification(page, 'Failed to validate coupon')).toBeVisible();
    await expect(beside(page)).toHaveText('Please try again.');
    await code.pressSequentially('s');
    await expect(beside(page)).toHaveCount(0);
  });

  test('checkout: a failed start shows an error', async ({ page }) => {
    await openPage(page, `${product.url}/payment`);
    await creditsKnown(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/create-checkout-session', async (route) => {
      await held;
      await route.fulfill({ status: 500, body: 'broken' });
    });
    await page.getByRole('button', { name: 'Buy 5 credits for $5.00' }).click();
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
    release();
    await expect(notification(page, 'Payment Error')).toBeVisible();
    await expect(notification(page, 'Failed to start payment process')).toBeVisible();
    await expect(beside(page)).toHaveText('Nothing was paid. Failed to start payment process');
  });

  test('coupon: a quick code fills its field and is applied 100 ms later', async ({ page }) => {
    await openPage(page, `${product.url}/payment`);
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

  test('payment page: buying is disabled until the user record is loaded', async ({ page }) => {
    await fail(page, '**/api/users**');
    await openPage(page, `${product.url}/payment`);
    await page.getByRole('button', { name: 'Buy 5 credits for $5.00' }).click();
    await expect(notification(page, 'Payment Error')).toBeVisible();
    await expect(notification(page, 'Please sign in to purchase credits')).toBeVisible();
  });

  test('my letters: letters, photos and conversations that fail to load show an error', async ({ page }) => {
    await fail(page, '**/api/letters?*');
    await fail(page, '**/api/letters');
    await openPage(page, `${product.url}/my-letters`);
    await expect(page.getByText('Error loading letters: Failed to fetch letters: 500').first()).toBeVisible();
    await page.unrouteAll();
    await fail(page, '**/api/photo/**');
    await fail(page, '**/api/conversations/*/thread');
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await page
      .getByRole('link', { name: /Ilse Brandt/ })
      .first()
      .click();
    await page.getByRole('button', { name: /View Details/ }).click();
    await expect(page.getByText('This photo can’t be shown').first()).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Conversations' }).click();
    const box = page.getByRole('dialog', { name: 'Conversations' });
    await box.getByRole('button', { name: /Ilse Brandt/ }).click();
    await expect(box.getByText('Unable to open letter', { exact: true })).toBeVisible();
    await expect(box.getByText('This conversation thread could not be loaded')).toBeVisible();
  });

  test('recipients: a long list scrolls within its own height', async ({ page }) => {
    const at = new Date().toISOString();
    const correspondents = Array.from({ length: 60 }, (_, n) => ({
      email: `friend-${n}@example.org`,
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
    const envelope = page.locator('section').filter({ has: page.getByRole('textbox', { name: 'Email' }) });
    await expect(envelope).toContainText('Maren Oakes');
    await envelope.getByRole('button', { name: 'Sign it with another name' }).click();
    const dialog = page.getByRole('dialog', { name: 'What should your letters call you?' });
    await dialog.getByRole('textbox').fill('Maren O. Lind');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(envelope).toContainText('Maren O. Lind');
    await expect(envelope.getByRole('button', { name: 'Sign it with another name' })).toHaveCount(0);

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

  test('address book: somebody is added, changed in place, and written to from the menu', async ({
    page,
  }) => {
    await openPage(page, product.url);
    await page.getByRole('button', { name: /Account: / }).click();
    await page.getByRole('button', { name: 'Address book' }).click();
    const book = page.getByRole('dialog', { name: 'Address book' });
    await book.getByRole('button', { name: 'Add somebody' }).click();
    await book.getByRole('textbox', { name: 'Name' }).fill('Bea Lindqvist');
    await book.getByRole('button', { name: 'Save' }).click();
    await expect(book.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
      'Please enter a valid email address',
    );
    await expect(book.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await book.getByRole('textbox', { name: 'Email' }).fill('bea@example.org');
    await book.getByRole('button', { name: 'Save' }).click();
    await expect(book.getByRole('button', { name: 'Add somebody' })).toBeFocused();

    await book.getByRole('button', { name: 'Edit Bea Lindqvist' }).click();
    await book.getByRole('textbox', { name: 'How do you call them?' }).fill('Bea');
    await book.getByLabel('Where do they live?').selectOption('Europe/Stockholm');
    await book.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(book.getByRole('button', { name: 'Edit Bea Lindqvist' })).toBeFocused();
    await expect(book.getByText('You call them Bea')).toBeVisible();
    await expect(book.getByText('Lives by the clocks of Stockholm')).toBeVisible();

    await book.getByRole('button', { name: 'Write to Bea Lindqvist' }).click();
    await expect(book).toBeHidden();
    await expect(page.getByRole('main').getByText('Bea Lindqvist')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('main').getByText('Bea Lindqvist')).toBeVisible();
  });
});

test('address book: people of a file are looked at, brought in, searched and taken back, by keyboard', async ({
  page,
}) => {
  await signIn(page, product.url, user.email);
  await page.getByRole('button', { name: /Account: / }).press('Enter');
  await page.getByRole('button', { name: 'Address book' }).press('Enter');
  const book = page.getByRole('dialog', { name: 'Address book' });
  await book.getByRole('button', { name: 'Bring in people' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Bring in people' });
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible();

  await test.step('a text without people and a long file are refused; a table without known headers is asked about', async () => {
    await dialog.getByLabel(/paste names/).fill('Nobody is here.');
    await dialog.getByRole('button', { name: 'Read what I pasted' }).press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('Nobody was found.');
    const long = { name: 'all.vcf', mimeType: 'text/vcard', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) };
    await dialog.locator('input[type=file]').setInputFiles(long);
    await expect(dialog.getByRole('alert')).toContainText('This is longer than 5 MB.');
    await dialog.getByLabel(/paste names/).fill('Wer;Wo\nEdda;edda@example.org');
    await dialog.getByRole('button', { name: 'Read what I pasted' }).press('Enter');
    await expect(dialog.getByLabel('The name is in')).toHaveValue('0');
    expect(await violations(page, null)).toEqual([]);
    await dialog.getByRole('button', { name: 'Go on' }).press('Enter');
    await expect(dialog.getByRole('status')).toHaveText('1 person: 1 new.');
    await dialog.getByRole('button', { name: 'Back' }).press('Enter');
  });

  await test.step('of a file with many people those near the screen are rendered', async () => {
    const card = (name: string, email: string, more = '') =>
      `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nEMAIL:${email}\r\n${more}END:VCARD\r\n`;
    const numbers = Array.from({ length: 1_200 }, (_, n) => String(n + 1).padStart(4, '0'));
    const cards = [
      card('Uri Wrong', 'uri@example'),
      card('Shop', 'noreply@shop.example'),
      card('Oma', 'oma@example.org', 'EMAIL;TYPE=PREF:home@example.org\r\nBDAY:--1204\r\n'),
      ...numbers.map((n) => card(`Person ${n}`, `person.${n}@example.org`)),
    ];
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose a file' }).press('Enter');
    const file = { name: 'contacts.vcf', mimeType: 'text/vcard', buffer: Buffer.from(cards.join('')) };
    await (await chooser).setFiles(file);
    await expect(dialog.getByRole('status')).toHaveText('1,203 people: 1,201 new, 2 to look at.');
    expect(await dialog.getByRole('listitem').count()).toBeLessThan(100);
    expect(await violations(page, null)).toEqual([]);
  });

  await test.step('a wrong address is corrected, and somebody is left out', async () => {
    await expect(dialog.getByRole('checkbox', { name: /^Uri Wrong/ })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Correct Uri Wrong' }).press('Enter');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('uri@example.org');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Correct Uri Wrong' })).toBeFocused();
    await expect(dialog.getByRole('checkbox', { name: /^Uri Wrong/ })).toBeChecked();
    await dialog.getByRole('combobox', { name: 'Address of Oma' }).selectOption('oma@example.org');
    await expect(dialog.getByRole('checkbox', { name: /^Shop/ })).not.toBeChecked();
    await dialog.getByRole('checkbox', { name: /^Person 0001/ }).press('Space');
  });

  await test.step('they are added, found, reached by Tab and End, and taken back', async () => {
    // The second call fails; of the first, somebody is refused by the server.
    let calls = 0;
    await page.route('**/api/recipients/import', async (route) => {
      calls += 1;
      if (calls === 2) return route.fulfill({ status: 409, json: { code: 'FULL', message: 'It is full.' } });
      const response = await route.fetch();
      const answer = await response.json();
      const refused = calls === 1 ? [{ index: 0, message: 'That name is too long' }] : [];
      return route.fulfill({ response, json: { ...answer, refused } });
    });
    await dialog.getByRole('button', { name: 'Add 1,201 people' }).press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('Not everybody was added.');
    await dialog.getByRole('button', { name: /^Add \d+ people$/ }).press('Enter');
    await expect(dialog).toBeHidden();
    await page.unroute('**/api/recipients/import');
    await expect(book.getByText('1,201 people added.')).toBeVisible();
    await expect(book.getByText('1 person was not added:')).toBeVisible();
    await expect(book.getByText('That name is too long')).toBeVisible();
    await expect(book.getByRole('button', { name: 'Bring in people' })).toBeFocused();
    const people = book.getByRole('list', { name: 'People' });
    await book.getByRole('searchbox').fill('person 0777');
    await expect(book.getByRole('button', { name: 'Edit Person 0777' })).toBeVisible();
    await book.getByRole('searchbox').fill('');
    await people
      .getByRole('button', { name: /^Delete/ })
      .first()
      .focus();
    await page.keyboard.press('End');
    await expect(book.getByRole('button', { name: 'Edit Uri Wrong' })).toBeVisible();
    expect(await people.getByRole('listitem').count()).toBeLessThan(100);
    await page.keyboard.press('Tab');
    await expect(people.getByRole('listitem').nth(1).getByRole('button').first()).toBeFocused();
    await book.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(book.getByText('They are taken back.')).toBeVisible();
    await expect(book.getByText('Uri Wrong')).toBeHidden();
    // Whom the call before the failed one added, too.
    await expect(book.getByText(/^Person /)).toHaveCount(0);
  });
});
