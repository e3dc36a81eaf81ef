import { expect, type Page, test } from '@playwright/test';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import {
  type FirebaseEmulator,
  startFirebaseEmulator,
  WITHOUT_ADDRESS,
} from './fixtures/firebase-emulator.ts';

/**
 * The product on Firebase: the browser's SDK speaks to an emulator on another origin, and the server takes its ID
 * tokens. Which emulator: firebase-emulator.ts. Google's script, which its Apple popup needs, is not here.
 */
const PASSWORD = 'slow and steady 7';
const GOOGLE_SCRIPT = /^https:\/\/apis\.google\.com\//;

let emulator: FirebaseEmulator;
let product: RunningProduct;

test.beforeAll(async () => {
  emulator = await startFirebaseEmulator();
  product = await startProduct(emulator.env);
});
test.afterAll(async () => {
  await product.stop();
  await emulator.close();
});

const desk = (page: Page) => page.getByRole('button', { name: 'Continue to Recipient' });
const fillIn = async (page: Page, email: string) => {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
};
const policyOf = async (page: Page) =>
  (await page.reload())?.headers()['content-security-policy'] ?? 'no policy came';

test('Firebase mode: signs up and in with the emulator’s tokens; Google’s script is allowed on the sign-in page only', async ({
  page,
}) => {
  const { FIREBASE_AUTH_EMULATOR_HOST: host } = emulator.env;
  expect(product.greeting).toContain('ID TOKENS ARE NOT CHECKED');
  expect(product.greeting).toContain(`Firebase emulator at ${host}`);
  await page.goto(product.url);
  expect(await policyOf(page)).toMatch(/script-src [^;]*https:\/\/apis\.google\.com/);
  await fillIn(page, 'maren@example.com');
  const signUp = page.waitForRequest(`http://${host}/identitytoolkit.googleapis.com/v1/accounts:signUp?**`);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await signUp;
  await expect(page.getByText('Account created!', { exact: true })).toBeVisible();
  await expect(desk(page)).toBeVisible();
  const policy = await policyOf(page);
  expect(policy).not.toContain('apis.google.com');
  expect(policy).toMatch(new RegExp(`connect-src [^;]*http://${host}`));
  await expect(desk(page)).toBeVisible();

  // Signing out loads the page anew, so that Continue with Apple may bring its script; also when the page comes slowly.
  await page.route(`${product.url}/`, async (route) => {
    await page.waitForTimeout(500);
    await route.continue();
  });
  const anew = page.waitForEvent('load');
  await page.getByRole('button', { name: /Account:/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await anew;
  const asked = page.waitForRequest(GOOGLE_SCRIPT);
  await page.route(GOOGLE_SCRIPT, (route) => route.abort());
  await page.getByRole('tab', { name: 'Quick Sign In' }).click();
  await page.getByRole('button', { name: 'Continue with Apple' }).click();
  await asked;
  await expect(page.getByText('Sign in failed', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Something went wrong at the sign-in service. Please try again in a moment.', {
      exact: true,
    }),
  ).toBeVisible();

  await page.getByRole('tab', { name: 'Email', exact: true }).click();
  await fillIn(page, 'maren@example.com');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(desk(page)).toBeVisible();
});

test('Firebase mode: an account without an e-mail address is refused with the reason', async ({ page }) => {
  test.skip(
    process.env.SCENARIO_EMULATOR !== undefined,
    'the sign-in screen makes no such account at Google',
  );
  await page.goto(product.url);
  await fillIn(page, WITHOUT_ADDRESS);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Sign up failed', { exact: true })).toBeVisible();
  await expect(
    page.getByRole('alert').getByText('Please sign in with an account that has an email address.'),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Quick Sign In' })).toBeVisible();
});

test('Firebase mode: a session ended from another browser ends here too', async ({ page, browser }) => {
  await page.goto(product.url);
  await fillIn(page, 'ilse@example.com');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(desk(page)).toBeVisible();
  // One sign-in is told from another by its second.
  await page.waitForTimeout(1_100);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(`${product.url}/account`);
  await fillIn(other, 'ilse@example.com');
  await other.getByRole('button', { name: 'Sign In', exact: true }).click();
  await other.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(other.getByText('In one other browser.', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'My Letters' }).first().click();
  await expect(page.getByRole('tab', { name: 'Quick Sign In' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Quick Sign In' })).toBeVisible();
  await elsewhere.close();
});
