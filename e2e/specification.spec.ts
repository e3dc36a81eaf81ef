import { expect, type Locator, type Page, test } from '@playwright/test';
import { type HttpUser, signUpOverHttp } from '../test/support/http-user.ts';
import { photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, sharedProduct } from '../test/support/running-product.ts';
import { expectClosed } from './fixtures/closed-dialog.ts';
import { PASSWORD, type SeededUser, seedUser } from './fixtures/seeded-user.ts';
import { beside, fail, notification } from './fixtures/shown-errors.ts';
import { signIn } from './tour/signed-in-pages.ts';
import { creditsKnown, openPage } from './tour/visit.ts';

/**
 * The specification's screens in its order, with its texts, limits and prices, its errors, and its calls. What needs a
 * clock or a finger is in loading.spec.ts, inactivity.spec.ts and photo-editor.spec.ts.
 */
let product: RunningProduct;
let seeded: SeededUser;

test.beforeAll(async () => {
  product = await sharedProduct();
  seeded = await seedUser(product.url, 'maren.oakes@example.com');
});

/** A toast: its title, and what stands below it. */
async function says(page: Page, title: string, description?: string): Promise<void> {
  await expect(notification(page, title)).toBeVisible();
  if (description !== undefined) await expect(notification(page, description)).toBeVisible();
}

/** Controls of a role that carry these names, all of them to be seen. */
async function shows(place: Page | Locator, role: 'button' | 'link', names: string[]): Promise<void> {
  for (const name of names)
    await expect(place.getByRole(role, { name, exact: true }).first(), name).toBeVisible();
}

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

/** The entry of a list of terms. */
const fact = (place: Page | Locator, term: string) =>
  place
    .locator('dt')
    .filter({ hasText: new RegExp(`^${term}$`) })
    .locator('xpath=following-sibling::dd[1]');

test('signed out: the warm-up, the sign-in screen, the mission, support', async ({ page }) => {
  await page.route('**/ping', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(`${product.url}/my-letters`);
  await expect(page.getByText('Setting up the letter desk...').first()).toBeVisible();
  await expect(page.getByText('Just a moment while we prepare everything for your letter')).toBeVisible();
  await page.unroute('**/ping');

  await heading(page, 'Transform your handwritten notes into beautiful digital letters');
  await expect(page.getByRole('listitem')).toHaveText([
    'Upload photos of handwritten letters',
    'Choose recipients and beautiful templates',
    'Send personalized emails with embedded photos',
  ]);
  await expect(page.getByRole('tab')).toHaveText(['Email', 'Quick Sign In']);
  await expect(page.getByRole('tab', { name: 'Email' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('link', { name: 'Our Mission' })).toHaveAttribute('href', '/mission');
  await expect(page.getByRole('link', { name: 'Support' })).toHaveAttribute('href', '/support');
  await expect(page.getByText('Secure authentication • Auto sign-out after 20 minutes')).toBeVisible();
  await credentials(page);

  await page.getByRole('tab', { name: 'Quick Sign In' }).click();
  const google = page.getByRole('button', { name: 'Google' });
  await expect(google).toHaveText('Temporarily Disabled');
  await expect(google).toBeDisabled();
  await expect(page.getByRole('main')).toContainText(
    'Google authentication is temporarily disabled. Please use the Email tab.',
  );
  await page.getByRole('button', { name: 'Continue with Apple' }).click();
  await expect(page.getByRole('alert')).toContainText('Apple sign-in isn’t set up here');

  await openPage(page, `${product.url}/mission`);
  await heading(page, 'Our Mission');
  await expect(page.getByRole('heading', { name: 'The slow tech movement' })).toBeVisible();
  await shows(page.getByRole('main'), 'link', ['Sign In']);
  await support(page);
});

/** What the sign-in screen says to an e-mail address and a password. */
async function credentials(page: Page): Promise<void> {
  const enter = page.getByRole('button', { name: 'Sign In', exact: true });
  const create = page.getByRole('button', { name: 'Sign Up' });
  for (const button of [enter, create]) {
    await button.click();
    await says(page, 'Missing information', 'Please enter both email and password');
  }
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await create.click();
  await says(page, 'Weak password', 'Password must be at least 6 characters long');
  await page.getByLabel('Password', { exact: true }).fill('sixsix');
  // A code that neither the app nor the provider has a message for.
  const unknown = { status: 400, json: { error: { code: 400, message: 'SOMETHING_NEW' } } };
  await page.route(/accounts:sign/, (route) => route.fulfill(unknown));
  await enter.click();
  await says(page, 'Sign in failed', 'Failed to sign in');
  await create.click();
  await says(page, 'Sign up failed', 'Failed to create account');
  await page.unroute(/accounts:sign/);
}

async function support(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { before: true }));
  await page.getByRole('banner').getByRole('link', { name: 'Support' }).click();
  await heading(page, 'Support');
  expect(await page.evaluate(() => 'before' in window)).toBe(false);
  await expect(page.getByRole('region', { name: 'Frequently asked' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Buy credits' })).toHaveAttribute(
    'href',
    '/buy-credits',
  );
  await shows(page.getByRole('contentinfo'), 'link', [
    ...['How it Works', 'Templates', 'Pricing', 'Help Center', 'Contact Us', 'Privacy'],
  ]);
  const send = page.getByRole('button', { name: 'Send message' });
  await send.click();
  await says(page, 'Missing Information', 'Please fill in all required fields');
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await expect(page.getByLabel('Category').getByRole('option')).toHaveText([
    ...['Choose one', 'Technical', 'General', 'Feedback', 'Feature request', 'Billing', 'Other'],
  ]);
  await page.getByLabel('Name').fill('Ilse Brandt');
  await page.getByLabel('Email').fill('ilse.brandt@example');
  await page.getByLabel('Category').selectOption('billing');
  await page.getByLabel('Subject').fill('A stamp');
  await page.getByLabel('Message').fill('It stuck to the table.');
  await send.click();
  await expect(notification(page, 'Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Email').fill('ilse.brandt@example.org');
  await fail(page, '**/api/support');
  await send.click();
  await says(page, 'Failed to Send', 'There was an error sending your message. Please try again.');
  await expect(beside(page)).toContainText('There was an error sending your message.');
  await expect(page.getByLabel('Message')).toHaveValue('It stuck to the table.');
  await page.unroute('**/api/support');
  const asked = page.waitForRequest('**/api/support');
  await send.click();
  expect((await asked).postDataJSON()).toMatchObject({
    name: 'Ilse Brandt',
    email: 'ilse.brandt@example.org',
    subject: 'A stamp',
    category: 'billing',
    message: 'It stuck to the table.',
  });
}

test('create a letter: upload, recipient, template, preview, credits, success', async ({ page }) => {
  await openPage(page, product.url);
  await page.getByRole('textbox', { name: 'Email' }).fill('ilse.neu@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await says(page, 'Account created!', 'Welcome to Slow Letters');
  const banner = page.getByRole('banner');
  await expect(banner).toContainText(/0\s*credits/);
  await shows(banner, 'link', ['Our Mission', 'My Letters', 'Buy Credits', 'Support']);
  await banner.getByRole('button', { name: /^I Account: ilse\.neu@example\.com/ }).click();
  await shows(page, 'button', ['Log out']);
  await shows(page, 'link', ['Your credits', 'Address book']);
  await page.keyboard.press('Escape');

  await banner.getByRole('link', { name: 'My Letters' }).click();
  await shows(page, 'button', ['Mail the link again']);
  await page.getByRole('link', { name: 'Write First Letter' }).click();
  await upload(page);
  await recipient(page);
  await template(page);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const letter = page.frameLocator('iframe').first();
  await expect(letter.locator('p').filter({ hasText: 'Dear Ilse Brandt,' })).toBeVisible();
  const summary = page.getByRole('region', { name: 'Send summary' });
  await expect(fact(summary, 'To')).toHaveText('Ilse Brandt');
  await expect(fact(summary, 'Email')).toHaveText('ilse.brandt@example.org');
  await expect(fact(summary, 'Template')).toHaveText('Vintage Style');
  await expect(fact(summary, 'Photos')).toHaveText('2');
  await refusals(page);

  await packages(page);
  const redeemed = page.waitForResponse('**/api/redeem-coupon');
  await page.getByRole('button', { name: 'Apply WELCOME5' }).click();
  const granted = { success: true, creditsGranted: 5, message: expect.any(String) };
  expect(await (await redeemed).json()).toMatchObject(granted);
  await expect(banner).toContainText(/5\s*credits/);
  await openPage(page, product.url);
  const created = page.waitForRequest((it) => it.method() === 'POST' && it.url().endsWith('/api/letters'));
  const sent = page.waitForRequest(/\/api\/letters\/\d+\/send$/);
  await page.getByRole('button', { name: 'Send Letter' }).click();
  await says(page, 'Letter sent!', 'Your letter has been sent to Ilse Brandt');
  await heading(page, 'Letter Sent Successfully');
  await expect(banner).toContainText(/4\s*credits/);
  expect((await created).postDataJSON()).toMatchObject({
    recipientName: 'Ilse Brandt',
    recipientEmail: 'ilse.brandt@example.org',
    emailMessage: expect.stringMatching(/^Dear \{\{recipientName\}\},/),
    template: 'vintage',
    photoUrls: [expect.stringMatching(/^\/uploads\//), expect.stringMatching(/^\/uploads\//)],
    userId: expect.any(String),
  });
  expect((await sent).postData()).toBeNull();
  await shows(page, 'link', ['View My Letters']);
  await page.getByRole('button', { name: 'Send Another Letter' }).click();
  await expect(page.getByRole('button', { name: 'Continue to Recipient' })).toBeDisabled();
  await expect(page.getByRole('img', { name: /^Photo \d/ })).toHaveCount(0);
});

async function upload(page: Page): Promise<void> {
  const onward = page.getByRole('button', { name: 'Continue to Recipient' });
  await expect(onward).toBeDisabled();
  const steps = page.getByRole('list').filter({ hasText: /^\W*Upload/ });
  await expect(steps.getByRole('listitem')).toHaveText([/Upload/, /Recipient/, /Template/, /Send/]);
  await shows(page, 'button', ['Browse photos']);
  const input = page.locator('input[type=file][multiple]');
  await expect(input).toHaveAttribute('accept', /image\/\*,\.heic,\.heif/);
  const answered = page.waitForResponse('**/api/upload');
  await input.setInputFiles(['plum-page-1.jpg', 'plum-page-2.jpg', 'child-drawing.jpg'].map(photo));
  await says(page, 'Uploaded 3 photo(s)');
  const file = { filename: expect.any(String), originalName: expect.stringMatching(/\.jpg$/) };
  expect(await (await answered).json()).toMatchObject({
    files: [{ ...file, url: expect.stringMatching(/^\/uploads\//) }],
  });
  await page.getByRole('button', { name: 'Delete photo 3' }).click();
  await says(page, 'Photo deleted');
  await page.getByRole('button', { name: 'Move photo 1' }).focus();
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await says(page, 'Photo reordered');

  await page.getByRole('button', { name: 'Change photo 1' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit photo 1' });
  await shows(editor, 'button', ['Rotate left', 'Rotate right', 'Reset rotation', 'Cancel', 'Save Changes']);
  await shows(editor, 'button', ['Move photo 1 earlier', 'Move photo 1 later']);
  await editor.getByText('Crop', { exact: true }).click();
  await shows(editor, 'button', ['Reset crop']);
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toHaveCount(0);
  await onward.click();
}

async function recipient(page: Page): Promise<void> {
  const [name, email] = [
    page.getByRole('textbox', { name: 'Name' }),
    page.getByRole('textbox', { name: 'Email' }),
  ];
  const onward = page.getByRole('button', { name: 'Continue to Template' });
  // The comma stands behind the number, not on a line of its own.
  expect(await page.getByText('when you send').innerText()).toBe('1 credit,\nwhen you send');
  await shows(page, 'button', ['Back']);
  await expect(onward).toBeDisabled();
  await name.press('Enter');
  await says(page, 'Missing information', 'Please enter recipient name and email');
  await name.fill('Ilse Brandt');
  await email.fill('ilse.brandt@example');
  await expect(onward).toBeDisabled();
  await email.press('Enter');
  await expect(page.getByText('Please enter a valid email address').first()).toBeVisible();
  await email.fill('ilse.brandt@example.org');
  await fail(page, '**/api/recipients');
  await onward.click();
  await says(page, 'Error', 'Failed to save recipient');
  await expect(name).toBeVisible();
  await page.unroute('**/api/recipients');
  await onward.click();
}

async function template(page: Page): Promise<void> {
  await shows(page, 'button', ['Back']);
  const papers = page.getByRole('group', { name: 'Template' }).getByRole('radio');
  const labels = ['Classic Frame', 'Modern Clean', 'Vintage Style', 'Cozy Notebook', 'Vintage Postcard'];
  labels.push('Museum Exhibition', 'Zine Layout', 'Storybook', 'Hackley');
  await expect(papers).toHaveCount(9);
  for (const [index, label] of labels.entries()) {
    await expect(papers.nth(index)).toHaveAccessibleName(new RegExp(`^${label}`));
    // Its own preview header.
    await expect(papers.nth(index)).toHaveAccessibleDescription(/./);
  }
  await expect(page.getByRole('radio', { name: 'Vintage Style' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(/^Dear \{\{recipientName\}\},/);
}

/** What the preview says when the letter can't be sent. */
async function refusals(page: Page): Promise<void> {
  await shows(page, 'button', ['Back']);
  const send = page.getByRole('button', { name: 'Send Letter' });
  for (const [status, code, title, description] of [
    [401, 'SIGNED_OUT', 'Authentication Required', 'Please sign in to send letters.'],
    [404, 'USER_NOT_FOUND', 'Account Error', 'Please sign out and sign back in to refresh your account.'],
    [500, 'OURS', 'Failed to send', 'Please try again'],
  ] as const) {
    await page.route('**/api/letters', (route) => route.fulfill({ status, json: { code, message: '' } }));
    await send.click();
    await says(page, title, description);
    await page.unroute('**/api/letters');
  }
  const refused = page.waitForResponse((it) => it.status() === 402);
  await send.click();
  expect(await (await refused).json()).toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
  const dialog = page.getByRole('dialog', { name: 'Need More Credits' });
  await expect(dialog.getByRole('button', { name: 'Take 5 credits' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

async function packages(page: Page): Promise<void> {
  const buy = async (prices: string[]) => {
    for (const [index, credits] of [5, 15, 50].entries())
      await shows(page, 'button', [`Buy ${credits} credits for ${prices[index]}`]);
  };
  await page.getByRole('banner').getByRole('link', { name: 'Buy Credits' }).first().click();
  await heading(page, 'Buy Credits');
  await buy(['$5.00', '$12.00', '$25.00']);
  await expect(page.getByText('Save 20%')).toBeVisible();
  await expect(page.getByText(/^Best Value/)).toHaveText(['Best Value, save 50%']);
  for (const perLetter of ['$1.00', '$0.80', '$0.50'])
    await expect(page.getByText(`${perLetter} per letter`)).toBeVisible();
  const rules = page.getByRole('region', { name: 'How Letter Credits Work' });
  await expect(rules).toContainText('Credits never expire');

  const code = page.getByLabel('Coupon code');
  await code.press('Enter');
  await says(page, 'Error', 'Please enter a coupon code');
  await code.pressSequentially('nowhere');
  await expect(code).toHaveValue('NOWHERE');
  await code.press('Enter');
  await says(page, 'Invalid Coupon');
  await expect(beside(page)).toHaveText(/./);
  await fail(page, '**/api/validate-coupon');
  await code.press('Enter');
  await says(page, 'Failed to validate coupon');
  await expect(beside(page)).toHaveText('Please try again.');
  await code.pressSequentially('s');
  await expect(beside(page)).toHaveCount(0);
  await page.unroute('**/api/validate-coupon');
  await page.getByRole('button', { name: 'Apply TEACHER20' }).click();
  await buy(['$4.00', '$9.60', '$20.00']);
  await page.getByRole('button', { name: 'Remove TEACHER20' }).click();
  await buy(['$5.00', '$12.00', '$25.00']);

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/create-checkout-session', async (route) => {
    await held;
    await route.fulfill({ status: 500, body: 'broken' });
  });
  await page.getByRole('button', { name: 'Buy 5 credits for $5.00' }).click();
  await shows(page, 'button', ['Processing...']);
  release();
  await says(page, 'Payment Error', 'Failed to start payment process');
  await expect(beside(page)).toHaveText('Nothing was paid. Failed to start payment process');
  await page.unroute('**/api/create-checkout-session');
}

test('signed in: My Letters, letters and conversations, a payment, a page that is not there', async ({
  page,
}) => {
  await signIn(page, product.url, seeded.email);
  await openPage(page, `${product.url}/mission`);
  await shows(page.getByRole('main'), 'link', ['Write a letter']);
  await myLetters(page);
  await conversation(page);
  await conversations(page);
  await emptyAndBroken(page);

  const cancelled = `${product.url}/payment/cancel`;
  await openPage(page, cancelled);
  await expect(page.getByRole('main')).toContainText('No charge was made');
  await page.getByRole('link', { name: 'Try Again' }).click();
  await creditsKnown(page);
  await page.getByRole('button', { name: 'Buy 5 credits for $5.00' }).click();
  const logged = page.waitForEvent('console', (line) => line.text().startsWith('Checkout session cs_'));
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await heading(page, 'Payment Successful');
  await logged;
  await shows(page.getByRole('main'), 'link', ['Create a Letter', 'My Letters', 'Buy More Credits']);

  await openPage(page, `${product.url}/nowhere/at/all`);
  await heading(page, '404 Page Not Found');
  await shows(page, 'link', ['Back to the letter desk']);
});

async function myLetters(page: Page): Promise<void> {
  await openPage(page, `${product.url}/my-letters`);
  await expect(page.getByRole('banner')).toContainText(/3\s*credits/);
  const panel = page.getByRole('navigation', { name: 'Recipients' });
  const search = page.getByRole('searchbox', { name: 'Search recipients' });
  await expect(search).toHaveAttribute('placeholder', 'Search recipients...');
  await expect(panel.getByRole('link', { name: 'All Letters' })).toContainText('2');
  const ilse = panel.getByRole('link', { name: /Ilse Brandt/ });
  await expect(ilse).toContainText('ilse.brandt@example.org');
  await expect(ilse).toContainText('1 letter');
  await search.fill('TOM.OAKES');
  await expect(ilse).toHaveCount(0);
  await expect(panel.getByRole('link', { name: /Grandpa Tom/ })).toBeVisible();
  await search.fill('');
  const main = page.getByRole('main');
  await expect(fact(main, 'Letters Sent')).toHaveText('2');
  await expect(fact(main, 'Recipients')).toHaveText('2');
  await expect(fact(main, 'Photos Shared')).toHaveText('5');
  await shows(main, 'link', ['Write a New Letter']);
  await ilse.click();
}

async function conversation(page: Page): Promise<void> {
  await shows(page, 'link', ['Back to Mailbox']);
  // Newest first: the reply before the letter that it answers.
  const cards = page.getByRole('article');
  await expect(cards).toContainText(['Their Reply', 'Letter #']);
  const reply = cards.first();
  await expect(reply).toContainText('ilse.brandt@example.org');
  await expect(reply.getByText('Email', { exact: true })).toBeVisible();
  await expect(reply).toContainText('I read it twice at the window');
  const letter = cards.nth(1);
  await expect(letter.getByRole('img', { name: /^sent, / })).toBeVisible();
  await expect(letter.getByText('Vintage Style', { exact: true })).toBeVisible();
  await shows(letter, 'button', ['+1 more photo']);
  await letter.getByRole('button', { name: 'View Details' }).click();
  const details = page.getByRole('dialog', { name: /^Letter of / });
  await expect(fact(details, 'Recipient')).toContainText('Ilse Brandt');
  await expect(fact(details, 'Status')).toHaveText('sent');
  await expect(fact(details, 'Template')).toHaveText('Vintage Style');
  // MMM d, yyyy h:mm a
  const dateTime = /^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2} [AP]M$/;
  await expect(fact(details, 'Created')).toHaveText(dateTime);
  await expect(fact(details, 'Sent')).toHaveText(dateTime);
  await expect(details).toContainText('The plum tree did it at last');
  await shows(details, 'button', ['Save photo 1', 'Save photo 4']);
  await fail(page, '**/api/photo/**');
  await details.getByRole('button', { name: 'Save photo 2' }).click();
  await expect(page.getByText('Download failed', { exact: true })).toBeVisible();
  await expect(details).toContainText('Unable to download the image. Please try again.');
  await page.unroute('**/api/photo/**');
  await details.getByRole('button', { name: /^Open photo 1 full size/ }).click();
  await shows(page.getByRole('dialog', { name: 'Photo 1 of 4' }), 'button', ['Download']);
}

async function conversations(page: Page): Promise<void> {
  await openPage(page, `${product.url}/my-letters`);
  await page.getByRole('button', { name: 'Conversations' }).click();
  const box = page.getByRole('dialog', { name: 'Conversations' });
  const ilse = box.getByRole('button', { name: /Ilse Brandt/ });
  await expect(ilse).toContainText(/2 messages/);
  await expect(ilse).toContainText('Active conversation');
  const tom = box.getByRole('button', { name: /Grandpa Tom/ });
  await expect(tom).toContainText(/1 message(?!s)/);
  await expect(tom).toContainText('New letter');
  await tom.click();
  await expect(box).toContainText('No replies yet');
  await box.getByRole('button', { name: 'All conversations' }).click();
  await fail(page, '**/api/conversations/*/thread');
  await ilse.click();
  await expect(box).toContainText('Unable to open letter');
  await expect(box).toContainText('This conversation thread could not be loaded');
  await page.unroute('**/api/conversations/*/thread');
  await box.getByRole('button', { name: 'Retry' }).click();
  await expect(fact(box, 'From')).toHaveText('maren.oakes@example.com');
  await expect(fact(box, 'To')).toHaveText('ilse.brandt@example.org');
  await expect(fact(box, 'Template')).toHaveText('Vintage Style');
  await expect(box).toContainText('The plum tree did it at last');
  const reply = box.getByRole('article').filter({ hasText: 'Their Reply' });
  await expect(reply).toContainText('ilse.brandt@example.org');
  await expect(reply).toContainText('via Email');
  await expect(reply).toContainText('I read it twice at the window');
  await page.keyboard.press('Alt+Shift+KeyR');
  const simulated = page.getByRole('dialog', { name: 'Simulate Reply' });
  await expect(simulated.getByRole('button', { name: 'Simulate Reply' })).toBeDisabled();
  await simulated.getByLabel('Reply').fill('And a third time.');
  await simulated.getByRole('button', { name: 'Simulate Reply' }).click();
  await expect(box).toContainText('And a third time.');
  // The reply is shown before the dialog's call is answered. Open beneath it: the conversations, and one of them.
  await expectClosed(simulated, 2);
}

async function emptyAndBroken(page: Page): Promise<void> {
  await openPage(page, `${product.url}/my-letters?to=nobody@example.org`);
  await heading(page, 'No letters yet');
  await shows(page, 'link', ['Write First Letter']);
  const none = { conversations: [], nextCursor: null };
  await page.route('**/api/conversations*', (route) => route.fulfill({ json: none }));
  await fail(page, /\/api\/letters(\?|$)/);
  await fail(page, '**/api/photo/**');
  await page.goto(`${product.url}/my-letters?to=ilse.brandt@example.org`);
  await expect(page.getByText('Error loading letters: Failed to fetch letters: 500').first()).toBeVisible();
  await page.getByRole('button', { name: 'Conversations' }).click();
  await expect(page.getByRole('dialog')).toContainText('Your letter box is empty');
  await page.keyboard.press('Escape');
  await page.unroute(/\/api\/letters(\?|$)/);
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await page.getByRole('button', { name: 'View Details' }).click();
  await expect(page.getByText('This photo can’t be shown').first()).toBeVisible();
  await page.unrouteAll();
}

test('calls: paths, payloads and answers', async () => {
  const person = await signUpOverHttp(product.url, 'tom.oakes@example.com');
  expect((await fetch(`${product.url}/ping`)).status).toBe(200);
  for (const path of ['letters', 'recipients', 'conversations', `users/${person.uid}`])
    expect((await fetch(`${product.url}/api/${path}`)).status, path).toBe(401);
  const firebaseUid = person.uid;
  const user = { id: expect.any(Number), firebaseUid, email: 'tom.oakes@example.com', credits: 5 };
  await answers(person, 'GET', `/api/users/${firebaseUid}`, undefined, user);
  await answers(person, 'POST', '/api/user', { firebaseUid }, user);
  await answers(person, 'POST', '/api/users', { firebaseUid, email: user.email, displayName: null }, user);

  const ilse = { name: 'Ilse Brandt', email: 'ilse.brandt@example.org' };
  const withId = { ...ilse, id: expect.any(Number) };
  await answers(person, 'POST', '/api/recipients', ilse, withId);
  await answers(person, 'GET', '/api/recipients', undefined, [withId]);

  const url = await person.upload('torn-note.jpg');
  expect(url).toMatch(/^\/uploads\//);
  expect(await person.look(url.replace('/uploads/', '/api/photo/'))).toBe(200);
  const letter = {
    recipientName: ilse.name,
    recipientEmail: ilse.email,
    template: 'hackley',
    photoUrls: [url],
  };
  const payload = { ...letter, emailMessage: 'Dear {{recipientName}},', userId: firebaseUid };
  const { id } = await answers<{ id: number }>(person, 'POST', '/api/letters', payload, {
    id: expect.any(Number),
  });
  await answers(person, 'POST', `/api/letters/${id}/send`, undefined, {});
  const [listed] = await answers<{ conversationId: string }[]>(person, 'GET', '/api/letters', undefined, [
    { ...letter, id, senderEmail: user.email, createdAt: expect.any(String), status: expect.any(String) },
  ]);
  const conversationId = listed?.conversationId ?? '';
  await expect
    .poll(async () => (await person.call('GET', '/api/letters')).body)
    .toMatchObject([{ status: 'sent', sentAt: expect.any(String) }]);
  const reply = { conversationId, fromEmail: ilse.email, body: 'How lovely.' };
  await answers(person, 'POST', '/api/test/simulate-reply', reply, {});
  const parties = { senderEmail: user.email, recipientEmail: ilse.email };
  await answers(person, 'GET', '/api/conversations', undefined, [
    { ...parties, id: conversationId, messageCount: 2, lastMessageAt: expect.any(String) },
  ]);
  await answers(person, 'GET', `/api/conversations/${conversationId}/thread`, undefined, {
    letter: {
      ...parties,
      template: 'hackley',
      createdAt: expect.any(String),
      emailMessage: payload.emailMessage,
    },
    replies: [
      {
        ...{ id: expect.any(Number), createdAt: expect.any(String), subject: expect.any(String) },
        ...{ fromEmail: ilse.email, senderEmail: user.email, body: reply.body },
        ...{ emailProvider: expect.any(String), isFromOriginalSender: false },
      },
    ],
  });
  await money(person);
});

async function money(person: HttpUser): Promise<void> {
  const userId = person.uid;
  const [five] = await answers<{ id: number }[]>(person, 'GET', '/api/credit-packages', undefined, [
    { id: expect.anything(), name: expect.any(String), price: 500, credits: 5 },
    { price: 1200, credits: 15 },
    { price: 2500, credits: 50 },
  ]);
  const teacher = { code: 'teacher20', userId };
  await answers(person, 'POST', '/api/validate-coupon', teacher, {
    valid: true,
    coupon: {
      ...{
        code: 'TEACHER20',
        description: expect.any(String),
        discountType: 'percentage',
        discountValue: 20,
      },
      freeCredits: 0,
    },
    message: expect.any(String),
  });
  const none = { valid: false, coupon: null, message: expect.any(String) };
  await answers(person, 'POST', '/api/validate-coupon', { code: 'NOWHERE', userId }, none);
  const order = { packageId: five?.id, userId, couponCode: 'TEACHER20' };
  const session = { sessionId: expect.stringMatching(/^cs_/) };
  await answers(person, 'POST', '/api/create-checkout-session', order, session);
}

/** The body of a call's answer, once it is 200 or 201 and has what the specification says. */
async function answers<Body = unknown>(
  person: HttpUser,
  method: 'GET' | 'POST',
  path: string,
  payload: unknown,
  expected: Record<string, unknown> | unknown[],
): Promise<Body> {
  const { status, body } = await person.call<Body>(method, path, payload);
  expect([200, 201], `${method} ${path}: ${JSON.stringify(body)}`).toContain(status);
  expect<unknown>(body, `${method} ${path}`).toMatchObject(expected);
  return body;
}
