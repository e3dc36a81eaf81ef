import { type Browser, expect, type Page, type Request, test } from '@playwright/test';
import { photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { logOut, signUp } from './fixtures/account-steps.ts';
import { violations } from './fixtures/axe-violations.ts';

/** The draft: it survives a reload and a sign-out by inactivity, and moves from device to device. */
const PASSWORD = 'slow and steady 7';

let product: RunningProduct;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());

const notice = (page: Page) => page.getByRole('status').filter({ hasText: /in progress|elsewhere/ });
/** The answer to the first save of a letter that contains this: an earlier save may still be on its way. */
const saved = (page: Page, content: string) =>
  page.waitForResponse((answer) => {
    const request = answer.request();
    return request.method() === 'PUT' && (request.postData() ?? '').includes(content);
  });

test('draft: moves from one device to another, asks after a conflict, and is deleted when it is sent', async ({
  page,
  browser,
}) => {
  await signUp(page, 'maren@example.com', product.url);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(['plum-page-1.jpg', 'plum-page-2.jpg'].map(photo));
  await expect(page.getByText('Uploaded 2 photo(s)', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Change photo 1' }).click();
  await page.getByRole('button', { name: 'Move photo 1 later' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ilse Brandt');
  await page.getByRole('textbox', { name: 'Email' }).fill('ilse.brandt@example.org');
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  const put = saved(page, 'half a sent');
  await page.getByLabel('Message').fill('Dear {{recipientName}},\n\nhalf a sent');
  expect((await put).status()).toBe(200);

  await test.step('a reload keeps everything', async () => {
    await page.reload();
    await expect(page.getByLabel('Message')).toHaveValue('Dear {{recipientName}},\n\nhalf a sent');
    await expect(notice(page)).toHaveCount(0);
  });

  const phone = await signInElsewhere(browser, 'maren@example.com');
  await test.step('the other device offers the draft and continues at its step', async () => {
    await expect(notice(phone)).toContainText('You have a letter in progress');
    await expect(notice(phone)).toContainText('To Ilse Brandt, 2 photos.');
    expect(await violations(phone)).toEqual([]);
    await phone.getByRole('button', { name: 'Go on with it' }).click();
    await expect(phone.getByLabel('Message')).toHaveValue('Dear {{recipientName}},\n\nhalf a sent');
    await expect(notice(phone)).toHaveCount(0);
    const again = saved(phone, 'half a sentence more.');
    await phone.getByLabel('Message').fill('Dear {{recipientName}},\n\nhalf a sentence more.');
    expect((await again).status()).toBe(200);
  });

  await test.step('the first device, without edits of its own, takes the newer version without a question', async () => {
    await page.reload();
    await expect(page.getByLabel('Message')).toHaveValue('Dear {{recipientName}},\n\nhalf a sentence more.');
    await expect(notice(page)).toHaveCount(0);
  });

  await test.step('the other device goes back to its photos', async () => {
    const again = saved(phone, '"step":"upload"');
    await phone.getByRole('button', { name: 'Back' }).click();
    await phone.getByRole('button', { name: 'Back' }).click();
    const pages = phone.getByRole('list', { name: 'Pages of the letter' });
    await expect(pages.getByRole('button', { name: 'Change photo 2' })).toBeVisible();
    await expect(pages.getByRole('img', { name: 'Photo 1: plum-page-2.jpg' })).toBeVisible();
    await expect(pages.getByRole('img', { name: 'Photo 2: plum-page-1.jpg' })).toBeVisible();
    expect((await again).status()).toBe(200);
  });

  await test.step('the first device gets a conflict with its next edit, and keeps what was typed', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const field = page.getByLabel('Message');
    const top = () => field.evaluate((it) => it.getBoundingClientRect().top);
    await field.evaluate((it) => window.scrollTo(0, it.getBoundingClientRect().top + scrollY - 300));
    const before = await top();
    const refused = saved(page, 'something else.');
    await field.fill('Dear {{recipientName}},\n\nsomething else.');
    expect((await refused).status()).toBe(409);
    await expect(notice(page)).toContainText('This letter was changed elsewhere');
    // The notice is in view, and the field stays where it was.
    await expect(page.getByRole('button', { name: 'Take the newer one' })).toBeInViewport({ ratio: 1 });
    await expect(field).toBeFocused();
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByLabel('Message')).toHaveValue('Dear {{recipientName}},\n\nsomething else.');
    await page.getByRole('button', { name: 'Take the newer one' }).click();
    await expect(page.getByRole('heading', { name: 'Lay out your pages' })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
  });

  await test.step('a sent letter is a draft on no device', async () => {
    await redeemWelcome(phone);
    await phone.getByRole('button', { name: 'Continue to Recipient' }).click();
    await phone.getByRole('button', { name: 'Continue to Template' }).click();
    await phone.getByRole('button', { name: 'Preview', exact: true }).click();
    await phone.getByRole('button', { name: 'Send Letter' }).click();
    await expect(phone.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();
    // The toast covers none of the buttons.
    await expect(phone.getByText('Letter sent!', { exact: true })).toBeVisible();
    for (const onward of [
      phone.getByRole('button', { name: 'Send Another Letter' }),
      phone.getByRole('link', { name: 'View My Letters' }),
    ])
      await onward.click({ trial: true });
    await page.reload();
    await expect(notice(page)).toContainText('This letter was sent or put away elsewhere');
    await page.getByRole('button', { name: 'Clear the desk' }).click();
    await expect(page.getByText('None yet')).toBeVisible();
    await page.reload();
    await expect(page.getByText('None yet')).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
  });
  await phone.context().close();
});

test('draft: survives a sign-out by inactivity, can be discarded elsewhere and restored', async ({
  page,
  browser,
}) => {
  await page.clock.install();
  await signUp(page, 'tayo@example.com', product.url);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([photo('torn-note.jpg')]);
  await expect(page.getByText('Uploaded 1 photo(s)', { exact: true })).toBeVisible();
  const put = saved(page, 'torn-note.jpg');
  await page.clock.runFor(3_000);
  expect((await put).status()).toBe(200);

  await page.clock.fastForward('19:30');
  await page.clock.fastForward('01:00');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();

  const elsewhere = await signInElsewhere(browser, 'tayo@example.com');
  await expect(notice(elsewhere)).toContainText('1 photo. Last touched');

  await signIn(page, 'tayo@example.com');
  await expect(page.getByRole('button', { name: 'Change photo 1' })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);

  await elsewhere.getByRole('button', { name: 'Discard' }).click();
  await expect(elsewhere.getByText('Letter discarded', { exact: true })).toBeVisible();
  await expect(notice(elsewhere)).toHaveCount(0);
  await expect(elsewhere.getByRole('main')).toBeFocused();
  await elsewhere.getByRole('button', { name: 'Undo' }).click();
  await expect(elsewhere.getByRole('button', { name: 'Change photo 1' })).toBeVisible();
  await elsewhere.context().close();
});

test('draft: another account in the same browser does not see it', async ({ page }) => {
  await signUp(page, 'runa@example.com', product.url);
  const put = saved(page, 'airmail.jpg');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([photo('airmail.jpg')]);
  expect((await put).status()).toBe(200);
  await logOut(page);
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible();
  // The desk does not wait for a slow answer.
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/draft'));
  await signUp(page, 'bea@example.com');
  await answered;
  await expect(page.getByText('None yet')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test('draft: photos that wait when somebody logs out do not go up for whoever signs in next', async ({
  page,
}) => {
  await signUp(page, 'odette@example.com', product.url);
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  let [asked, over] = [0, 0];
  await page.route('**/api/upload', async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  const count = (request: Request) => {
    if (request.url().endsWith('/api/upload')) over += 1;
  };
  page.on('requestfinished', count).on('requestfailed', count);
  const chooser = page.locator('input[type=file]').first();
  await chooser.setInputFiles(['airmail.jpg', 'plum-page-1.jpg', 'plum-page-2.jpg'].map(photo));
  await expect.poll(() => asked).toBe(2);
  await logOut(page);
  await signUp(page, 'ines@example.com');
  goOn();
  await expect.poll(() => over).toBe(2);
  await chooser.setInputFiles(photo('torn-note.jpg'));
  await expect(page.getByText('1 in the envelope', { exact: true })).toBeVisible();
  expect(asked, 'two of the first person, and one of the second').toBe(3);
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Lay out your pages' })).toBeVisible();
}

/** A second browser, a phone, with nothing stored. */
async function signInElsewhere(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(product.url);
  await signIn(page, email);
  return page;
}

async function redeemWelcome(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await fetch('/api/redeem-coupon', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'WELCOME5' }),
    });
  });
  await page.reload();
}
