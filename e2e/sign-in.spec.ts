import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type SmtpSink, startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { parse } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { logOut, mailSettings } from './fixtures/account-steps.ts';
import { expectClosed } from './fixtures/closed-dialog.ts';

/** The ways in and what one does about an account, with the mails that are really delivered, on the embedded service. */
const EMAIL = 'maren@example.com';
const NEW_EMAIL = 'maren.oakes@example.com';
let password = 'slow and steady 7';

let sink: SmtpSink;
let product: RunningProduct;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  sink = await startSmtpSink();
  product = await startProduct({
    ...mailSettings(sink.url),
    PASSWORD_MIN_LENGTH: '8',
  });
});
test.afterAll(async () => {
  await product.stop();
  await sink.close();
});

const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
const says = async (page: Page, title: string, description: string) => {
  await expect(page.getByText(title, { exact: true })).toBeVisible();
  const notifications = page.getByRole('region', { name: /^Notifications/ });
  await expect(notifications.getByText(description, { exact: true })).toBeVisible();
};
const desk = (page: Page) => page.getByRole('button', { name: 'Continue to Recipient' });
const signIn = async (page: Page, address = EMAIL) => {
  await email(page).fill(address);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};
const signedInPage = async (context: BrowserContext, path = '/') => {
  const page = await context.newPage();
  await page.goto(product.url + path);
  await signIn(page);
  return page;
};

/** The newest link to a page of ours that was mailed to somebody. */
async function mailedLink(to: string, path: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      for (const message of sink.messages) {
        if (!message.envelopeRecipients.includes(to)) continue;
        const { text = '' } = await parse(message.raw);
        link = text.split('\n').find((line) => line.startsWith(`${product.url}${path}?oobCode=`)) ?? link;
      }
      return link;
    })
    .not.toBe('');
  return link;
}

test('sign-in form: reports missing and weak input, and the provider’s rules are shown before they are broken', async ({
  page,
}) => {
  await page.goto(product.url);
  await expect(page.getByText('To sign up, choose one with at least 8 characters.')).toBeVisible();
  for (const button of ['Sign In', 'Sign Up']) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await says(page, 'Missing information', 'Please enter both email and password');
  }
  await email(page).fill(EMAIL);
  await passwordField(page).fill('short');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await says(page, 'Weak password', 'Password must be at least 8 characters long');
  await expect(passwordField(page)).toHaveAccessibleDescription(
    /Password must be at least 8 characters long/,
  );
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'new-password');
  await passwordField(page).fill('seven77');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await says(page, 'Weak password', 'Password must be at least 8 characters long');

  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await says(page, 'Sign in failed', 'That e-mail address and password do not belong together.');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await says(page, 'Account created!', 'Welcome to Slow Letters');
  await expect(desk(page)).toBeVisible();
});

test('sign-in form: an address that has an account, and a wrong password', async ({ page }) => {
  await page.goto(product.url);
  await email(page).fill(EMAIL);
  await passwordField(page).fill('not my password');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await says(
    page,
    'Sign up failed',
    'There is an account with this address already. Sign in, or reset its password.',
  );
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await says(page, 'Sign in failed', 'That e-mail address and password do not belong together.');
  await signIn(page);
  await expect(desk(page)).toBeVisible();
  // At once, long before it would go by itself.
  await expect(page.getByText('Sign in failed', { exact: true })).toBeHidden({ timeout: 4_000 });
});

test('e-mail verification: a link is sent again, and verifies only its own account', async ({ page }) => {
  await page.goto(product.url);
  await signIn(page);
  await page.getByRole('button', { name: 'Send it again' }).click();
  await says(page, 'Link sent', `Look for it at ${EMAIL}`);
  await logOut(page);
  const link = await mailedLink(EMAIL, '/verify-email');
  await page.goto(link);
  await expect(page.getByText('Sign in to the account whose address you are confirming')).toBeVisible();
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await page.goto(`${product.url}/account`);
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('forgotten password: the same answer for any address, a link that works once', async ({ page }) => {
  await page.goto(product.url);
  for (const address of ['nobody@example.com', EMAIL]) {
    await email(page).fill(address);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forgot password' });
    await dialog.getByRole('button', { name: 'Send the link' }).click();
    await expect(dialog).toContainText(`If ${address} has an account here, a link is on its way to it.`);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expectClosed(dialog);
  }
  const link = await mailedLink(EMAIL, '/reset-password');
  await page.goto(link);
  const field = page.getByLabel(`New password for ${EMAIL}`);
  await expect(page.getByText('It needs at least 8 characters.')).toBeVisible();
  await field.fill('seven77');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Password must be at least 8 characters long');
  password = 'plum tree in March';
  await field.fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await says(page, 'Password changed', 'Please sign in with the new one.');
  await signIn(page);
  await expect(desk(page)).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This link was used already, or is not complete.');
});

test('link to sign in: one press in the browser that asked, and only with the address in another', async ({
  page,
  browser,
}) => {
  await page.goto(product.url);
  await email(page).fill(EMAIL);
  await page.getByRole('button', { name: 'Mail me a link instead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in by a link' });
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog).toContainText(`If ${EMAIL} has an account here, a link is on its way to it.`);
  const link = await mailedLink(EMAIL, '/sign-in-link');
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await other.getByLabel('The address that the link was mailed to').fill('ilse@example.com');
  await other.getByRole('button', { name: 'Sign In' }).click();
  await expect(other.getByRole('alert')).toHaveText('This link was mailed to another address.');
  await elsewhere.close();
  const here = await page.context().newPage();
  await here.goto(link);
  await expect(here.getByText(`as ${EMAIL}.`)).toBeVisible();
  await here.getByRole('button', { name: 'Sign In' }).click();
  await expect(desk(here)).toBeVisible();
  // The tab where the link was asked for goes on as well.
  await expect(desk(page)).toBeVisible();
  await here.goto(link);
  await expect(here.getByText(`You are signed in as ${EMAIL}.`)).toBeVisible();
  await here.getByRole('button', { name: 'Log out' }).click();
  await expect(email(page)).toBeVisible();
  await here.getByLabel('The address that the link was mailed to').fill(EMAIL);
  await here.getByRole('button', { name: 'Sign In' }).click();
  await expect(here.getByRole('alert')).toContainText('This link was used already, or is not complete.');
});

test('account page: changes name, password and address, and signs out other browsers', async ({
  page,
  browser,
}) => {
  await page.goto(`${product.url}/account`);
  await signIn(page);
  await page.getByLabel('Your name, as letters carry it').fill('Maren Oakes');
  await page.getByRole('button', { name: 'Save' }).click();
  await says(page, 'Name saved', 'Your letters come from Maren Oakes now.');

  const elsewhere = await browser.newContext();
  const other = await signedInPage(elsewhere, '/account');
  await expect(other.getByText('This browser')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText(/^In (one|\d+) other browsers?\.$/)).toBeVisible();
  await other.reload();
  await expect(email(other)).toBeVisible();
  await elsewhere.close();

  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your password' });
  await expect(dialog).toContainText('It needs at least 8 characters.');
  await dialog.getByLabel('Present password').fill('not mine');
  await dialog.getByLabel('New password').fill('a quiet desk');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('That is not your present password.');
  await dialog.getByLabel('Present password').fill(password);
  // The new session cannot be opened after the change: the change stands, and is told as such.
  await page.route('**/accounts:update*', async (route) => {
    await page.route('**/api/session', (session) => session.abort());
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await says(page, 'Password changed', 'Every other browser was signed out.');
  await page.unrouteAll();
  password = 'a quiet desk';

  await page.getByRole('button', { name: 'Change address' }).click();
  const change = page.getByRole('dialog', { name: 'Change your address' });
  await change.getByLabel('New e-mail address').fill(NEW_EMAIL);
  await change.getByLabel('Your password').fill(password);
  await change.getByRole('button', { name: 'Send the link' }).click();
  await expect(change).toContainText('A link is on its way');
  await page.goto(await mailedLink(NEW_EMAIL, '/change-email'));
  await expect(page.getByRole('heading', { name: 'Your address is changed' })).toBeVisible();
  await expect(page.getByText(`You sign in with ${NEW_EMAIL} from now on`)).toBeVisible();
});

test('account page: a new password takes other browsers off the list', async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(product.url);
  await signIn(other, NEW_EMAIL);
  await expect(desk(other)).toBeVisible();
  await elsewhere.close();
  await page.goto(`${product.url}/account`);
  await signIn(page, NEW_EMAIL);
  const others = page.getByRole('button', { name: 'Sign out everywhere else' });
  await expect(others).toBeVisible();
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your password' });
  await dialog.getByLabel('Present password').fill(password);
  password = 'a table by the window';
  await dialog.getByLabel('New password').fill(password);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expectClosed(dialog);
  await expect(others).toBeHidden();
});

test('a lost session cookie is renewed without a sign-in', async ({ page, context }) => {
  await page.goto(product.url);
  await signIn(page, NEW_EMAIL);
  await expect(desk(page)).toBeVisible();
  await context.clearCookies();
  await page.getByRole('link', { name: 'My Letters' }).first().click();
  await expect(
    page
      .getByRole('button', { name: 'Write First Letter' })
      .or(page.getByRole('link', { name: 'Write First Letter' })),
  ).toBeVisible();
  await expect(page.getByText(/Error loading letters/)).toBeHidden();
  expect((await context.cookies()).map(({ name }) => name)).toContain('session');
});

test('identity provider down at start: the user stays signed in, and the session is retried', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(product.url);
  await signIn(page, NEW_EMAIL);
  await expect(desk(page)).toBeVisible();

  const provider = /googleapis\.com|\/api\/session$/;
  await context.route(provider, (route) => route.abort());
  // The last proof of the session is an hour old, and the cookie is gone with it.
  await page.evaluate(() => localStorage.removeItem('session-synced'));
  await page.reload();
  await expect(desk(page)).toBeVisible();
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/api/session'));
  await context.unroute(provider);
  expect((await renewed).status()).toBe(200);

  // Our own service in trouble answers 503, which keeps the person, too.
  await context.route(/googleapis\.com/, (route) =>
    route.fulfill({ status: 503, json: { error: { code: 503, message: 'NETWORK_REQUEST_FAILED' } } }),
  );
  await page.reload();
  await expect(desk(page)).toBeVisible();
  await context.close();
});

test('two tabs that refresh their tokens at once both stay signed in', async ({ page, context }) => {
  await page.goto(product.url);
  await signIn(page, NEW_EMAIL);
  await expect(desk(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(product.url);
  await expect(desk(other)).toBeVisible();

  const answers: number[] = [];
  context.on('response', (answer) => {
    if (answer.url().includes('securetoken.googleapis.com')) answers.push(answer.status());
  });
  // The first waits for the second: answered early, its new token would be there for the other tab to take.
  let asked = 0;
  let bothAsked = () => {};
  const together = new Promise<void>((resolve) => {
    bothAsked = resolve;
  });
  await context.route(/securetoken\.googleapis\.com/, async (route) => {
    asked += 1;
    if (asked === 2) bothAsked();
    await together;
    await route.fallback();
  });
  // Ten minutes on, a page that opens wants a fresh token.
  await context.clock.install({ time: Date.now() + 10 * 60_000 });
  await Promise.all([page.reload(), other.reload()]);
  await expect(desk(page)).toBeVisible();
  await expect(desk(other)).toBeVisible();
  await expect.poll(() => answers).toEqual([200, 200]);
  await Promise.all([page.reload(), other.reload()]);
  await expect(desk(page)).toBeVisible();
  await expect(desk(other)).toBeVisible();
});
