import { expect, type Request, test } from '@playwright/test';
import { type RunningProduct, sharedProduct } from '../test/support/running-product.ts';
import { notification } from './fixtures/shown-errors.ts';
import { openPage } from './tour/visit.ts';

/** Loading states, what is written meanwhile, and toasts that go by themselves; the tests control clock and server. */
let product: RunningProduct;

test.use({ contextOptions: { reducedMotion: 'no-preference' } });
test.beforeAll(async () => {
  product = await sharedProduct();
});

test('warm-up: changes its message every 1.5 s, retries after 2 s and disappears after 0.5 s', async ({
  page,
}) => {
  let asked = 0;
  let answered = 0;
  let ready = false;
  await page.clock.install({ time: 0 });
  await page.route('**/ping', (route) => {
    asked += 1;
    return route.fulfill({ status: ready ? 200 : 503, body: '' });
  });
  const count = (request: Request) => {
    if (request.url().endsWith('/ping')) answered += 1;
  };
  page.on('requestfinished', count).on('requestfailed', count);
  /** A failed check has been answered, and its timer runs from now: what the page asks later is answered later. */
  const failed = async () => {
    await expect.poll(() => answered).toBe(asked);
    await page.evaluate(async () => (await fetch(location.href)).text());
  };
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
  await failed();
  const before = asked;
  await page.clock.runFor(2000);
  await expect.poll(() => asked).toBe(before + 1);
  await failed();
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
  // Paused, so that the 5 s don't pass by themselves on a busy machine.
  await page.clock.pauseAt(Date.now() + 60_000);
  const labels = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  const send = page.getByRole('button', { name: 'Send message' });
  await send.click();
  await page.clock.runFor(500);
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

test('support: what is written while a message is on its way stays', async ({ page }) => {
  const seen = Promise.withResolvers<void>();
  await page.route('**/api/support', async (route) => {
    await seen.promise;
    await route.continue();
  });
  await openPage(page, `${product.url}/support`);
  await page.getByLabel('Name').fill('Ilse Brandt');
  await page.getByLabel('Email').fill('ilse.brandt@example.org');
  await page.getByLabel('Category').selectOption('billing');
  await page.getByLabel('Subject').fill('A stamp');
  await page.getByLabel('Message').fill('It stuck to the table.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await page.getByLabel('Message').fill('It stuck to the table. And to the cat.');
  seen.resolve();
  await expect(page.getByText('Your message is with us.')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('It stuck to the table. And to the cat.');
});
