import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, sharedProduct } from '../test/support/running-product.ts';
import { logOut, signUp } from './fixtures/account-steps.ts';

/** Twenty quiet minutes end a sign-in, in every tab, gently; a letter in progress waits for its writer. */
const PASSWORD = 'slow and steady 7';
const TO_SUPPORT = 'My stamp stuck to the';
const MESSAGE = 'Dear {{recipientName}},\n\nI was called away in the middle of this sen';

let product: RunningProduct;
let context: BrowserContext;
let page: Page;
let other: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  product = await sharedProduct();
  context = await browser.newContext({ hasTouch: true });
  await context.clock.install();
  page = await context.newPage();
  await signUp(page, 'maren.away@example.com', product.url);
  await writeHalfALetter();
  other = await context.newPage();
  await other.goto(`${product.url}/support`);
  await other.getByLabel('Message').fill(TO_SUPPORT);
  await expect(other.getByRole('button', { name: /Account: maren\.away@example\.com/ })).toBeVisible();
});
test.afterAll(() => context.close());

async function writeHalfALetter(): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(photo('plum-page-1.jpg'));
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ilse Brandt');
  await page.getByRole('textbox', { name: 'Email' }).fill('ilse.brandt@example.org');
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await page.getByLabel('Message').fill(MESSAGE);
}

/** Time goes by in both tabs alike. */
const pass = (time: string) => context.clock.fastForward(time);
const warning = (tab: Page) => tab.locator('[data-over-dialogs]').filter({ hasText: 'Still writing?' });

const mailLink = () => page.getByRole('button', { name: 'Mail me a link that signs me in' });

const SIGNS_OF_LIFE: Record<string, () => Promise<void>> = {
  mouse: async () => {
    await page.mouse.move(200, 300);
    await page.mouse.move(220, 310);
  },
  keyboard: () => page.keyboard.press('Shift'),
  scroll: () => page.mouse.wheel(0, 40),
  // The finger's first touch answers it; its lifting must not press what lies below.
  touch: async () => {
    await page.evaluate(() =>
      document.addEventListener('click', ({ target }) =>
        console.info('pressed', target instanceof Element ? target.textContent : ''),
      ),
    );
    const pressed = page.waitForEvent('console', (line) => line.text().startsWith('pressed'));
    await warning(page).getByRole('button', { name: 'Stay signed in' }).tap({ force: true });
    expect((await pressed).text()).toBe('pressed Stay signed in');
  },
  // Forced: the pointer on its way there is a sign of life too, and removes the warning.
  click: () => warning(page).getByRole('button', { name: 'Stay signed in' }).click({ force: true }),
};

for (const [sign, make] of Object.entries(SIGNS_OF_LIFE)) {
  test(`inactivity: ${sign} in one tab removes the warning in both`, async () => {
    await pass('18:50');
    await expect(warning(page)).toBeHidden();
    await pass('00:15');
    await expect(warning(page)).toContainText('The desk closes in a minute, to keep your letters private.');
    await expect(warning(other)).toBeVisible();
    await make();
    await expect(warning(page)).toBeHidden();
    await expect(warning(other)).toBeHidden();
  });
}

test('inactivity: twenty minutes sign out both tabs and end the session', async () => {
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('Signed out after 20 minutes of inactivity'),
  );
  await pass('19:05');
  await expect(warning(page)).toBeVisible();
  await pass('01:00');
  await logged;
  await expect(page.getByText('You were signed out after 20 quiet minutes')).toBeVisible();
  await expect(page.getByText('Your letter is kept.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('maren.away@example.com');
  await expect(mailLink()).toBeFocused();
  await expect(other.getByRole('button', { name: /Account: maren\.away@example\.com/ })).toBeHidden();
  await expect.poll(async () => (await page.request.get(`${product.url}/api/sessions`)).status()).toBe(401);
});

test('inactivity: the draft is there after signing in again', async () => {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByLabel('Message')).toHaveValue(MESSAGE);
  await expect(warning(page)).toBeHidden();
  await expect(other.getByLabel('Message')).toHaveValue(TO_SUPPORT);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.frameLocator('iframe').first().locator('img').first()).toBeVisible();
});

test('inactivity: the next person in the same browser sees nothing of what was typed', async () => {
  await logOut(page);
  await expect(other.getByLabel('Message')).toHaveValue('');
  await signUp(page, 'tom@example.com');
  await expect(other.getByLabel('Email')).toHaveValue('tom@example.com');
  await expect(other.getByLabel('Message')).toHaveValue('');
  await page.goto(product.url);
  await expect(page.getByText('It needs a photo of your letter first.')).toBeVisible();
});

test('inactivity: a browser reopened after twenty minutes asks to sign in again', async () => {
  await other.close();
  await page.close();
  page = await context.newPage();
  await context.clock.fastForward('03:00:00');
  await page.goto(`${product.url}/my-letters`);
  await expect(page.getByText('You were signed out after 20 quiet minutes')).toBeVisible();
  // Once the warm-up no longer covers it.
  await expect(mailLink()).toBeFocused();
  await expect.poll(async () => (await page.request.get(`${product.url}/api/sessions`)).status()).toBe(401);
});
