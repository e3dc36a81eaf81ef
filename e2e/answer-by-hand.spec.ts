import { expect, type Locator, type Page, test } from '@playwright/test';
import { quarteredPhoto, samplePhoto, talkativePhoto } from '../test/photos/sample-photos.ts';
import { type SmtpSink, startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { signUpOverHttp } from '../test/support/http-user.ts';
import { parse } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { mailSettings } from './fixtures/account-steps.ts';
import { violations } from './fixtures/axe-violations.ts';
import { PASSWORD } from './fixtures/seeded-user.ts';

/** A recipient without an account, on a phone without script, answers a letter by photos of what they wrote on paper. */
let sink: SmtpSink;
let product: RunningProduct;

test.beforeAll(async () => {
  sink = await startSmtpSink();
  product = await startProduct(mailSettings(sink.url));
});
test.afterAll(async () => {
  await product.stop();
  await sink.close();
});

const mailTo = async (address: string, subject: RegExp) => {
  const found = sink.messages.filter(({ envelopeRecipients }) => envelopeRecipients.includes(address));
  const mails = await Promise.all(found.map(({ raw }) => parse(raw)));
  return mails.find((mail) => subject.test(mail.subject ?? ''));
};

/** Sends a letter. @returns the address of its page, as in the recipient's mail */
async function letterPage(from: string, to: string): Promise<string> {
  const person = await signUpOverHttp(product.url, from, sink);
  const { body } = await person.call<{ id: number }>('POST', '/api/letters', {
    recipientName: 'Edith Marlow',
    recipientEmail: to,
    emailMessage: 'Dear {{recipientName}},\n\nThe plum tree did it at last.',
    template: 'vintage',
    photoUrls: [await person.upload('plum-page-1.jpg')],
  });
  await person.call('POST', `/api/letters/${body.id}/send`);
  await expect.poll(() => mailTo(to, /^A letter from/)).toBeTruthy();
  const letter = await mailTo(to, /^A letter from/);
  return /http:\S+\/l\/[a-z0-9]{26}/.exec(letter?.text ?? '')?.[0] ?? '';
}

/** The same pages with script, which axe needs: a form with a photo that was refused, and after the answer. */
async function checkWithAxe(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address);
  await page.getByLabel('Write back by hand').setInputFiles([
    { name: 'garden.heic', mimeType: 'image/heic', buffer: await samplePhoto('quarters.heic') },
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7') },
  ]);
  await page.getByRole('button', { name: 'Send your answer' }).click();
  await expect(page.getByText('“notes.jpg” is a PDF.')).toBeVisible();
  expect(await violations(page, null)).toEqual([]);
  await page.goto(`${address}?answered`);
  expect(await violations(page, null)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** With script, a page is offered straight and bright, and can be taken back, before it is sent and while it is looked at. */
async function answerStraight(page: Page, address: string): Promise<void> {
  const policy: string[] = [];
  const fetched: string[] = [];
  page.on('console', (message) => /policy|trusted/i.test(message.text()) && policy.push(message.text()));
  page.on('request', (request) => fetched.push(request.url()));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address);
  expect(fetched.filter((url) => /offer-pages|page-worker/.test(url))).toEqual([]);
  const plum = { name: 'plum.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto('plum-page-1.jpg') };
  const garden = { name: 'garden.jpg', mimeType: 'image/jpeg', buffer: await quarteredPhoto(1) };
  await page.getByLabel('Write back by hand').setInputFiles([garden, plum]);
  await expect(page.getByText('Straighten and brighten this page?')).toBeVisible();
  const box = page.getByLabel('Straighten and brighten photo 2');
  await expect(box).not.toBeChecked();
  await expect(page.getByRole('img', { name: 'Photo 2 after' })).toBeVisible();
  expect(await violations(page, null)).toEqual([]);
  await page.getByRole('button', { name: 'Straighten' }).press('Enter');
  await expect(box).toBeChecked();
  await expect(page.getByText('The page is straight and bright')).toBeVisible();
  await expect(page.getByText('Maren Hand can also see the photos as you took them.')).toBeVisible();
  expect(await violations(page, null)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(box).not.toBeChecked();
  // What goes unstraightened to a look is offered there, too.
  await page.getByRole('button', { name: 'Look at them first' }).click();
  await expect(page.getByText('Straighten and brighten this page?')).toBeVisible();
  await box.check();
  await page.getByRole('button', { name: 'Look at them first' }).click();
  await expect(page.getByRole('img', { name: 'Photo 2 of your answer' })).toBeVisible();
  await expect(box).toBeChecked();
  await expect(page.getByText('Looking for the page…')).toHaveCount(0);
  await expect(page.getByText('The photos go as they are.')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Straighten' })).toBeHidden();
  await page.getByRole('button', { name: 'Send your answer' }).click();
  await expect(page.getByRole('heading', { name: 'Your answer is on its way' })).toBeVisible();
  expect(policy).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** By the keyboard, on a narrow phone: from the letter's page to all of its sender's letters, and the ZIP of them. */
async function seeAllLetters(page: Page, address: string, edith: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(address);
  await page.getByText('About this letter').press('Enter');
  await page.getByRole('link', { name: /^All letters from/ }).press('Enter');
  const ask = page.getByRole('button', { name: 'Mail me the link' });
  await expect(page.getByText(edith)).toBeVisible();
  expect(await violations(page, null)).toEqual([]);
  await ask.press('Enter');
  await expect(page.getByRole('status')).toContainText(edith);
  await expect.poll(() => mailTo(edith, /^All letters from/)).toBeTruthy();
  const mail = await mailTo(edith, /^All letters from/);
  await page.goto(/http:\S+\/l\/all\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '');
  const letter = page.getByRole('article');
  await expect(letter.getByRole('heading').nth(1)).toHaveText('1 answer');
  await expect(letter.getByRole('heading').nth(2)).toContainText('Edith Marlow answered');
  await expect(letter).toContainText(/The plum tree did it at last\..*I took the good pen too\./s);
  await expect(letter.getByRole('img')).toHaveCount(3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await violations(page, null)).toEqual([]);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save all of it' }).press('Enter');
  expect((await saving).suggestedFilename()).toMatch(/\.zip$/);
  await page.getByRole('link', { name: 'Open this letter, and answer it' }).press('Enter');
  await expect(page.getByText('Write back by typing')).toBeVisible();
  expect(page.url()).toBe(address);
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function seeInMyLetters(page: Page, email: string): Promise<void> {
  await page.goto(`${product.url}/my-letters`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page
    .getByRole('link', { name: /Edith Marlow/ })
    .first()
    .click();
  await expect(page.getByText('Edith Marlow wrote back by hand')).toHaveCount(2);
  // The newest is above, and straight.
  await page.getByRole('button', { name: 'Open page 2 of 2' }).first().click();
  const straight = page.getByRole('dialog').getByRole('img').first();
  await expect(straight).toBeVisible();
  const asItCame = page.getByRole('button', { name: 'As photographed' });
  const address = await straight.getAttribute('src');
  await asItCame.press('Enter');
  await expect(asItCame).toHaveAttribute('aria-pressed', 'true');
  await expect(straight).not.toHaveAttribute('src', address ?? '');
  expect(await violations(page)).toEqual([]);
}

test('a recipient answers by hand without an account and without script, and the sender sees the pages', async ({
  browser,
  page: sendersPage,
}) => {
  const [maren, edith] = ['maren.hand@example.com', 'edith.hand@example.org'];
  const address = await letterPage(maren, edith);
  const phone = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await phone.newPage();
  await page.goto(address);
  const words = page.getByRole('textbox', { name: 'Your answer' });
  await expect(page.getByRole('button', { name: 'Send your answer' })).toHaveCount(0);
  await page.getByLabel('Write back by hand').setInputFiles({
    name: 'IMG_2041.HEIC',
    mimeType: 'image/heic',
    buffer: await samplePhoto('quarters.heic'),
  });
  await page.getByText('Add a few words').click();
  await words.fill('Dear Maren, I took the good pen too.');
  await page.getByRole('button', { name: 'Look at them first' }).click();
  await expect(page.getByRole('img', { name: 'Photo 1 of your answer' })).toBeVisible();
  await expect(words).toHaveValue('Dear Maren, I took the good pen too.');

  await page.getByLabel('Add a page').setInputFiles([
    { name: 'garden.jpg', mimeType: 'image/jpeg', buffer: await talkativePhoto() },
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7') },
  ]);
  await page.getByRole('button', { name: 'Send your answer' }).click();
  await expect(page.getByText('“notes.jpg” is a PDF.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Photo 2 of your answer' })).toBeVisible();
  await expect(words).toHaveValue('Dear Maren, I took the good pen too.');

  await page.getByRole('button', { name: 'Send your answer' }).click();
  await expect(page.getByRole('heading', { name: 'Your answer is on its way' })).toBeVisible();
  await expect(
    page.getByRole('link', { name: 'Write one yourself: your first letters are free' }),
  ).toBeVisible();
  await phone.close();

  await expect.poll(() => mailTo(maren, /^Re: A letter from/)).toBeTruthy();
  const relay = await mailTo(maren, /^Re: A letter from/);
  expect(relay?.text).toContain('Edith Marlow wrote back by hand');
  // The pages, and the letter that they answer, small.
  expect(relay?.attachments.map(({ filename }) => filename)).toEqual([
    'photo-1.jpg',
    'photo-2.jpg',
    'letter.jpg',
  ]);
  for (const { content } of relay?.attachments ?? []) expect(content.includes('Exif')).toBe(false);
  await checkWithAxe(sendersPage, address);
  await seeAllLetters(sendersPage, address, edith);
  await answerStraight(sendersPage, address);
  await seeInMyLetters(sendersPage, maren);
});

test('an answer by hand takes at most four taps after the mail', async ({ browser }) => {
  const address = await letterPage('maren.taps@example.com', 'edith.taps@example.org');
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await phone.newPage();
  let taps = 0;
  const tap = (element: Locator) => {
    taps++;
    return element.tap();
  };
  await page.goto(address);
  const chosen = page.waitForEvent('filechooser');
  await tap(page.getByLabel('Write back by hand'));
  // The camera's own two: the picture, and that it is used.
  taps += 2;
  await (await chosen).setFiles({
    name: 'plum.jpg',
    mimeType: 'image/jpeg',
    buffer: await samplePhoto('plum-page-1.jpg'),
  });
  await tap(page.getByRole('button', { name: 'Send your answer' }));
  await expect(page.getByRole('heading', { name: 'Your answer is on its way' })).toBeVisible();
  expect(taps).toBeLessThanOrEqual(4);
  await phone.close();
});
