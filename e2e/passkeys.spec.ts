import { type BrowserContext, type CDPSession, expect, type Page, test } from '@playwright/test';
import { type SmtpSink, startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { confirmAddress, logOut, mailSettings, signUp } from './fixtures/account-steps.ts';
import { addDevice } from './fixtures/virtual-device.ts';

/** Signing in by a passkey, with Chromium's virtual authenticator in the place of a device. */
const MAREN = 'maren@example.com';

let sink: SmtpSink;
let product: RunningProduct;
let context: BrowserContext;
let page: Page;
let devices: CDPSession;
let device: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  sink = await startSmtpSink();
  product = await startProduct(mailSettings(sink.url));
  context = await browser.newContext();
  await context.clock.install();
  page = await context.newPage();
  devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  device = await addDevice(devices);
});
test.afterAll(async () => {
  await context.close();
  await product.stop();
  await sink.close();
});

const setUp = () => page.getByRole('button', { name: 'Set up this device' });
const section = () => page.getByRole('region', { name: 'Sign in with your face, finger or PIN' });
const ways = () => section().getByRole('listitem');
const account = () => page.getByRole('button', { name: /Account: maren@example\.com/ });

test('passkeys: a device is set up once the address is confirmed, and its owner is mailed', async () => {
  await signUp(page, MAREN, product.url);
  await page.goto(`${product.url}/account`);
  await expect(section().getByText('Please confirm your e-mail address first.')).toBeVisible();
  await confirmAddress(page, sink, MAREN);
  await page.goto(`${product.url}/account`);
  await page.route('**/assets/passkey-ceremony-*.js', (route) => route.abort(), { times: 1 });
  await setUp().click();
  await expect(page.getByText('Not set up. Please load the page again.')).toBeVisible();
  await page.reload();
  await setUp().click();
  await expect(page.getByText('This device is set up', { exact: true })).toBeVisible();
  await expect(ways()).toHaveText([/Chrome.*not used yet/]);
  await setUp().click();
  await expect(page.getByText('This device is set up already.')).toBeVisible();
  await page.getByRole('button', { name: /^Rename / }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('The desk');
  await page.keyboard.press('Enter');
  await expect(ways()).toHaveText([/The desk/]);
  await expect
    .poll(() => sink.messages.some(({ raw }) => raw.includes('Subject: A new way to sign in')))
    .toBe(true);
});

test('passkeys: after twenty quiet minutes the device signs in with nothing typed', async () => {
  const signedOut = page.waitForEvent('console', (line) => line.text().startsWith('Signed out after 20'));
  const signedIn = page.waitForResponse('**/identity/passkeys/sign-in');
  await context.clock.fastForward('19:05');
  await context.clock.fastForward('01:00');
  await signedOut;
  expect((await signedIn).status()).toBe(200);
  await expect(account()).toBeVisible();
  await page.goto(`${product.url}/account`);
  await expect(ways()).toHaveText([/The desk.*last used/]);
});

test('passkeys: a device that was removed is refused kindly, and the browser keeps what was set up elsewhere meanwhile', async () => {
  const other = await context.newPage();
  const otherDevices = await context.newCDPSession(other);
  await otherDevices.send('WebAuthn.enable');
  await addDevice(otherDevices);
  await other.goto(`${product.url}/account`);
  await other.getByRole('button', { name: 'Set up this device' }).click();
  await expect(other.getByText('This device is set up', { exact: true })).toBeVisible();
  await other.close();
  const kept = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        PublicKeyCredential.signalAllAcceptedCredentials = async ({ allAcceptedCredentialIds }) =>
          resolve(allAcceptedCredentialIds);
      }),
  );
  await page.getByRole('button', { name: /^Remove The desk/ }).click();
  expect(await kept).toHaveLength(1);
  await expect(ways()).toHaveText([/Chrome.*not used yet/]);
  await logOut(page);
  await expect(page.getByText('This way of signing in was removed from the account.').first()).toBeVisible();
});

test('passkeys: a second device is asked about after the second password, and signs in', async () => {
  await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: device });
  device = await addDevice(devices);
  const signIn = async () => {
    await page.getByRole('textbox', { name: 'Email' }).fill(MAREN);
    await page.getByLabel('Password', { exact: true }).fill('slow and steady 7');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(account()).toBeVisible();
  };
  await signIn();
  await logOut(page);
  await signIn();
  await expect(page.getByText('No password next time?')).toBeVisible();
  const setUp = page.getByRole('button', { name: 'Set it up' });
  await setUp.focus();
  // As where the browser's own question takes the focus from the window.
  await setUp.dispatchEvent('focusout');
  await setUp.press('Enter');
  await expect(page.getByText('This device is set up', { exact: true })).toBeVisible();
  await expect(page.getByText('No password next time?')).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  const signedIn = page.waitForResponse('**/identity/passkeys/sign-in');
  await logOut(page);
  expect((await signedIn).status()).toBe(200);
  await expect(account()).toBeVisible();
});
