import { PASSWORD } from '../fixtures/seeded-user.ts';
import { addDevice } from '../fixtures/virtual-device.ts';
import { signIn } from './signed-in-pages.ts';
import { linkTo, type Stage, signUp, VERIFY } from './stage.ts';
import { openPage } from './visit.ts';

/** The account's dialogs, up to its deletion. */
export async function accountScene(stage: Stage): Promise<void> {
  const { page, visit, url } = stage;
  await signUp(stage, 'goodbye@example.com');
  await openPage(page, `${url}/account`);
  await page.waitForTimeout(800);
  await visit('account-unconfirmed');
  await page.getByRole('button', { name: 'Change password' }).first().click();
  await page.getByRole('dialog').waitFor();
  await visit('change-password');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: 'Change address' })
    .or(page.getByRole('button', { name: 'Change your address' }))
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await visit('change-email');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await visit('change-email-missing');
  await page.getByRole('dialog').getByRole('textbox').first().fill('new@example.com');
  await page.getByRole('dialog').locator('input[type=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.waitForTimeout(800);
  await visit('change-email-sent');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: 'Delete my account' })
    .or(page.getByRole('button', { name: 'Delete your account' }))
    .first()
    .click();
  await visit('delete-account');
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await visit('delete-account-missing');
  await page.getByRole('dialog').getByRole('textbox').first().fill('goodbye@example.com');
  await page.getByRole('dialog').locator('input[type=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.waitForURL(/goodbye/);
  await page.waitForTimeout(600);
  await visit('goodbye');
}

/** Confirming an address, and a device that signs in. */
export async function mailLinksScene(stage: Stage): Promise<void> {
  const { page, visit, url } = stage;
  const email = 'links@example.com';
  await signUp(stage, email);
  const verify = await linkTo(stage, email, /http:[^"<\s]+verify-email\?oobCode=[^"<\s]+/);
  await openPage(page, `${url}/verify-email?oobCode=none`);
  await page.waitForTimeout(800);
  await visit('verify-email-failed');
  await openPage(page, verify);
  await page.waitForTimeout(1000);
  await visit('verify-email');
  await openPage(page, `${url}/change-email?oobCode=none`);
  await page.waitForTimeout(800);
  await visit('change-email-failed');
  const devices = await page.context().newCDPSession(page.context().pages()[0] ?? page);
  await devices.send('WebAuthn.enable');
  await addDevice(devices);
  await openPage(page, `${url}/account`);
  await page.getByRole('button', { name: 'Set up this device' }).click();
  await page.waitForTimeout(1500);
  await visit('account-passkey');
  await page
    .getByRole('button', { name: /^Rename / })
    .first()
    .click();
  await visit('rename-passkey');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Make a token' }).click();
  await visit('token-dialog');
  await page.getByLabel('Name of the program').fill('The phone’s shortcut');
  await page.getByRole('dialog').getByRole('button', { name: 'Make a token' }).click();
  await page.getByRole('textbox', { name: 'Your token' }).waitFor();
  await visit('token-made');
  await page.getByRole('button', { name: 'Done' }).click();
  await visit('account-programs');
}

/** The seeded user's address is confirmed: what they sealed leaves, and later scenes may send more. */
export async function confirmingScene(stage: Stage): Promise<void> {
  const { page, visit, url, user } = stage;
  await signIn(page, url, user.email);
  await openPage(page, `${url}/account`);
  await page.locator('#main').getByRole('button', { name: 'Send the link again' }).click();
  await page.waitForTimeout(800);
  await visit('account-link-sent');
  await openPage(page, await linkTo(stage, user.email, VERIFY));
  await page.waitForTimeout(1000);
  await visit('verify-email-of-sender');
}

/** Signing in by a link, and another password. */
export async function signInLinksScene(stage: Stage): Promise<void> {
  const { page, visit, url } = stage;
  await openPage(page, url);
  await page.getByRole('textbox', { name: 'Email' }).fill('maren.oakes@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not the one');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForTimeout(1000);
  await visit('sign-in-wrong');
  await page.getByRole('button', { name: 'Mail me a link instead' }).click();
  await visit('mail-link');
  await page.getByRole('dialog').getByRole('textbox').fill('maren.oakes@example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Send the link' }).click();
  await page.waitForTimeout(1000);
  await visit('mail-link-sent');
  await openPage(page, await linkTo(stage, 'maren.oakes', /http:[^"<\s]+sign-in-link\?[^"<\s]+/));
  await page.waitForTimeout(800);
  await visit('sign-in-by-link');
  await openPage(page, url);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('maren.oakes@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.waitForTimeout(1000);
  await visit('forgot-password-sent');
  await openPage(page, await linkTo(stage, 'maren.oakes', /http:[^"<\s]+reset-password\?[^"<\s]+/));
  await page.waitForTimeout(800);
  await visit('choose-password');
}

/** Stamps: none to give, given, and taken back. */
export async function giftScene(stage: Stage): Promise<void> {
  const { page, visit, url, user } = stage;
  await signIn(page, url, user.email);
  await openPage(page, `${url}/credits`);
  await page.waitForTimeout(800);
  await visit('credits-none-to-give');
  const email = 'giver@example.com';
  await page.getByRole('button', { name: /Account: / }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.waitForTimeout(800);
  await visit('logged-out');
  await signUp(stage, email);
  await openPage(page, await linkTo(stage, email, VERIFY));
  await openPage(page, `${url}/payment`);
  await page
    .getByRole('button', { name: /^Buy 5 credits for/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
  await openPage(page, `${url}/credits`);
  await page.getByRole('button', { name: 'Give stamps' }).click();
  await visit('give-stamps');
  await page.getByRole('button', { name: 'Give stamps' }).last().click();
  await visit('give-stamps-missing');
  await page.getByLabel('Name').fill('Runa Vik');
  await page.getByLabel('Email').fill('runa@example.org');
  await page.getByRole('spinbutton').fill('3');
  await page.getByRole('spinbutton').press('Enter');
  await page.waitForTimeout(1200);
  await visit('stamps-given');
  await page
    .getByRole('button', { name: /^Take back: / })
    .first()
    .click();
  await page.waitForTimeout(1200);
  await visit('stamps-taken-back');
}
