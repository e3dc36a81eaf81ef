import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type AppleStandIn, startAppleStandIn } from '../test/stand-ins/apple-stand-in.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { type AtApple, applePage } from './fixtures/apple-page.ts';
import { expectClosed } from './fixtures/closed-dialog.ts';
import { forwardTo, type HttpsProxy, startHttpsProxy } from './fixtures/https-proxy.ts';

/**
 * Continue with Apple on the embedded service, in a real browser, against a stand-in that answers as
 * https://appleid.apple.com, checks what it is sent and signs like Apple.
 */
const PUBLIC_URL = 'https://letters.example.org';

let apple: AppleStandIn;
let world: HttpsProxy;
let product: RunningProduct;
let atApple: AtApple;
let context: BrowserContext;
let page: Page;

const callback = (url: string) => `${url}/identity/apple/callback`;

async function start(env: Record<string, string> = {}): Promise<void> {
  atApple = {
    person: { sub: '000123.maren.01', email: 'maren@privaterelay.appleid.com', email_verified: 'true' },
    name: { firstName: 'Maren', lastName: 'Oakes' },
  };
  apple = await startAppleStandIn(callback(PUBLIC_URL));
  world = await startHttpsProxy({
    'appleid.apple.com': (request, response) => applePage(apple, atApple)(request, response),
    'letters.example.org': forwardTo(() => product.url),
  });
  product = await startProduct({ ...apple.env, ...world.env, ...env });
}

async function end(): Promise<void> {
  await product.stop();
  await world.close();
  await apple.close();
}

test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({
    proxy: { server: world.proxy, bypass: 'localhost' },
    ignoreHTTPSErrors: true,
  });
  page = await context.newPage();
});
test.afterEach(() => context.close());

const quickSignIn = async (address: string) => {
  await page.goto(address);
  await page.getByRole('tab', { name: 'Quick Sign In' }).click();
};
const continueWithApple = () => page.getByRole('button', { name: 'Continue with Apple' }).click();
const popupOpened = async () => {
  const opened = page.waitForEvent('popup');
  await continueWithApple();
  return opened;
};
const letterDesk = () => page.getByRole('button', { name: 'Continue to Recipient' });

test.describe('Apple sign-in in a popup, on localhost', () => {
  test.beforeAll(async () => {
    await start();
    apple.redirectUri = callback(product.url);
  });
  test.afterAll(end);

  test('signs in with the name that Apple passed on', async () => {
    await quickSignIn(product.url);
    const popup = await popupOpened();
    await expect(popup.getByRole('heading')).toContainText('Apple Account');
    expect(new URL(popup.url()).origin).toBe('https://appleid.apple.com');
    expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([500, 600]);
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Continue' }).click();
    await closed;
    await expect(letterDesk()).toBeVisible();
    await page.goto(`${product.url}/account`);
    await expect(page.getByLabel('Your name, as letters carry it')).toHaveValue('Maren Oakes');
    await expect(page.getByText('This address comes from Apple, with which you sign in.')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Your name, as letters carry it')).toHaveValue('Maren Oakes');
    expect(apple.refusals).toEqual([]);
  });

  test('asks for a name when Apple gave none', async () => {
    atApple = {
      person: { ...atApple.person, sub: '000123.ilse.02', email: 'ilse@icloud.example' },
      name: null,
    };
    await quickSignIn(product.url);
    await (await popupOpened()).getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog', { name: 'What should your letters call you?' });
    await dialog.getByLabel('Your name, as letters carry it').fill('Ilse Brandt');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectClosed(dialog);
    await page.goto(`${product.url}/account`);
    await expect(page.getByLabel('Your name, as letters carry it')).toHaveValue('Ilse Brandt');
  });

  test('shows an error when cancelled, when Apple is unreachable and when pop-ups are blocked', async () => {
    await quickSignIn(product.url);
    await (await popupOpened()).getByRole('button', { name: 'Cancel' }).click();
    await expect(
      page.getByText('You cancelled at Apple, so nothing was changed here.', { exact: true }),
    ).toBeVisible();
    await expect(page.getByText('Sign in failed', { exact: true })).toBeVisible();

    apple.down = true;
    await (await popupOpened()).getByRole('button', { name: 'Continue' }).click();
    await expect(
      page.getByText('Apple could not be reached. Please try again in a moment.', { exact: true }),
    ).toBeVisible();
    apple.down = false;

    await page.evaluate(() => Object.assign(window, { open: () => null }));
    await continueWithApple();
    await expect(
      page.getByText('Your browser held the sign-in window back. Allow pop-ups here and try again.', {
        exact: true,
      }),
    ).toBeVisible();

    await page.evaluate(() =>
      Object.assign(window, {
        open: () => {
          throw new Error('of a kind that nobody foresaw');
        },
      }),
    );
    await continueWithApple();
    await expect(page.getByText('Failed to sign in with Apple', { exact: true })).toBeVisible();
  });

  test('a closed popup is noticed after 8 s, and sign-in can be tried again', async () => {
    await page.clock.install();
    await quickSignIn(product.url);
    const popup = await popupOpened();
    // Paused, so that the 8 s don't pass by themselves on a busy machine.
    await page.clock.pauseAt(Date.now() + 60_000);
    await popup.close();
    await page.clock.runFor(8_000);
    const button = page.getByRole('button', { name: 'Continue with Apple' });
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await page.clock.runFor(2_000);
    await expect(
      page.getByText('The sign-in window was closed before you were done.', { exact: true }),
    ).toBeVisible();
    await expect(button).not.toHaveAttribute('aria-busy');
  });
});

test.describe('Apple sign-in by redirect, on a public address', () => {
  test.beforeAll(() => start({ PUBLIC_URL, TRUST_PROXY: '1' }));
  test.afterAll(end);

  test('redirects to Apple and back signed in, over HTTPS only', async () => {
    await quickSignIn(PUBLIC_URL);
    await continueWithApple();
    await page.waitForURL('https://appleid.apple.com/auth/authorize?**');
    const begun = (await context.cookies(PUBLIC_URL)).find(({ name }) => name === '__Host-apple-sign-in');
    expect(begun).toMatchObject({ httpOnly: true, secure: true, sameSite: 'None' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(letterDesk()).toBeVisible();
    expect(page.url()).toBe(`${PUBLIC_URL}/`);
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('apple'))),
    ).toEqual([]);
    await page.reload();
    await expect(letterDesk()).toBeVisible();
    expect(world.requests.filter((request) => request.includes('apple.com'))).toEqual([
      'GET https://appleid.apple.com/auth/authorize',
      'POST https://appleid.apple.com/auth/token',
      'GET https://appleid.apple.com/auth/keys',
    ]);
  });

  test('a cancelled redirect shows the sign-in screen and is only logged', async () => {
    const logged = page.waitForEvent('console', (message) => message.text().includes('by redirect failed'));
    await quickSignIn(PUBLIC_URL);
    await continueWithApple();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await logged;
    await expect(page.getByRole('tab', { name: 'Quick Sign In' })).toBeVisible();
  });
});
