import { expect, type Locator, type Page, test } from '@playwright/test';
import { photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, sharedProduct } from '../test/support/running-product.ts';
import { signUp } from './fixtures/account-steps.ts';

/** Small windows: nothing that is pressed or has the focus lies under something else. */
let product: RunningProduct;

test.use({ hasTouch: true });
test.beforeAll(async () => {
  product = await sharedProduct();
});

for (const [width, height] of [
  [390, 844],
  [390, 664],
] as const)
  test(`phone of ${width} × ${height}: Log out in the menu is reached by tap and by keyboard, over the foot and the notification`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await withPhoto(page, `maren-${height}@example.com`);
    const logOut = page.getByRole('button', { name: 'Log out' });
    await page.getByRole('button', { name: /^Menu/ }).focus();
    await page.keyboard.press('Enter');
    await tabTo(page, logOut);
    expect(await isOnTop(logOut), 'Log out lies above everything when it is tabbed to').toBe(true);
    await page.keyboard.press('Escape');
    await expect(logOut).toBeHidden();

    await page.getByRole('button', { name: /^Menu/ }).tap();
    await logOut.evaluate((button) => button.scrollIntoView({ block: 'nearest' }));
    expect(await isOnTop(logOut), 'Log out lies above everything when it is scrolled to').toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await logOut.tap();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  });

test('phone: a link at the foot leads to its part of the mission page, whatever is fetched above and in it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/support`);
  const seen = Promise.withResolvers<void>();
  await page.route('**/api/credit-packages', async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).tap();
  const pricing = page.getByRole('heading', { name: 'Pricing' });
  await expect(pricing).toBeInViewport({ ratio: 1 });
  seen.resolve();
  await expect(page.getByText('$25.00')).toBeVisible();
  // Where the prices push it, if they do.
  await page.evaluate(
    () => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))),
  );
  await expect(pricing).toBeInViewport({ ratio: 1 });
});

test('phone of 320 px: nothing that has the focus is under the foot', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await withPhoto(page, 'tayo@example.com');
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Close' })
    .click();
  await page.getByRole('heading', { name: 'Lay out your pages' }).focus();
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const name = await focused.evaluate((it) => it.textContent || it.getAttribute('aria-label'));
    expect(await isOnTop(focused), `${name} is seen`).toBe(true);
    if (name === 'Continue to Recipient') return;
  }
  throw new Error('Tab does not reach the foot');
});

test('notification: covers no button of a dialog or of the menu', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  // It goes by itself after five seconds (spec section 9), in which a busy machine does not come far.
  await page.addInitScript(() => {
    const { setTimeout: inTime } = window;
    Object.assign(window, {
      setTimeout: (act: TimerHandler, ms = 0, ...values: unknown[]) =>
        inTime(act, ms === 5_000 ? 600_000 : ms, ...values),
    });
  });
  await withPhoto(page, 'june@example.com');
  await page.getByRole('button', { name: 'Change photo 1' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit photo 1' });
  await expect(editor).toBeVisible();
  // Hidden from assistive technology while a dialog is open.
  const shown = page.getByText('Uploaded 1 photo(s)', { exact: true });
  for (const [width, height] of [
    [1440, 900],
    [1440, 800],
    [1024, 768],
    [830, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await isOnTop(shown), `the notification at ${width} × ${height}`).toBe(true);
    for (const button of await editor.getByRole('button').all())
      expect(await isOnTop(button), `${await button.textContent()} at ${width} × ${height}`).toBe(true);
  }
  await shown.locator('xpath=ancestor::li').locator('button').click();
  await expect(shown).toBeHidden();
  await expect(editor).toBeVisible();
});

/** Signs up, uploads a photo, and waits for the notification of it. */
async function withPhoto(page: Page, email: string): Promise<void> {
  await signUp(page, email, product.url);
  await page.locator('input[type=file]').first().setInputFiles(photo('plum-page-1.jpg'));
  await expect(page.getByText('Uploaded 1 photo(s)', { exact: true })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
}

async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    if (await place.evaluate((it) => it === document.activeElement)) return;
  }
  throw new Error('Tab does not reach it');
}

/** Whether a press in the middle of an element, as it lies in the window now, meets it. */
function isOnTop(element: Locator): Promise<boolean> {
  return element.evaluate((it) => {
    const { left, top, width, height } = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}
