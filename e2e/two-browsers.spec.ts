import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import type { ParsedMail } from 'mailparser';
import { createTransport } from 'nodemailer';
import { dsn } from '../packages/mail-reader/test/bounce-messages.ts';
import { type SmtpSink, smtpReply, startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { answerAsGmail, difference, parse, photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { confirmAddress, mailSettings, signUp } from './fixtures/account-steps.ts';
import { closeByBack } from './fixtures/closed-dialog.ts';
import { creditsKnown } from './tour/visit.ts';

/**
 * A correspondence, each of the two in a browser of their own: by mail both ways, in the app both ways, with photos.
 * And a letter that comes back, until it finds its address.
 */
const NOBODY = 'ilse.brant@example.org';

let sink: SmtpSink;
let product: RunningProduct;

test.beforeAll(async () => {
  sink = await startSmtpSink({
    onRcptTo: ({ address }, _session, callback) =>
      callback(address === NOBODY ? smtpReply(550, '5.1.1 No such user here') : null),
  });
  product = await startProduct({
    ...mailSettings(sink.url),
    TEST_ROUTES: 'on',
  });
});
test.afterAll(async () => {
  await product.stop();
  await sink.close();
});

test('two users: a letter is answered by mail and in the app', async ({ browser }) => {
  const maren = { email: 'maren@example.com', page: await aBrowser(browser) };
  const ilse = { email: 'ilse.brandt@example.org', page: await aBrowser(browser) };
  await signUp(maren.page, maren.email);
  await confirmAddress(maren.page, sink, maren.email);
  await redeemWelcome(maren.page);
  await writeLetter(maren.page, ilse.email);
  const letter = await mailTo(ilse.email, /^Subject: A letter from/m);

  await test.step('the recipient opens the letter’s web page', async () => {
    const page = await maren.page.context().newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const address = /href="(\S+\/l\/[^"/]+)"/.exec(String(letter.html))?.[1];
    await page.goto(`${address}/photo/1`);
    await expect
      .poll(() => page.locator('img').evaluate((image) => image.getBoundingClientRect().left))
      .toBeGreaterThan(100);
    expect(said).toEqual([]);
    await page.close();
  });

  await test.step('the recipient answers by mail, with a photo and another file', async () => {
    const recipe = { filename: 'plum-jam.pdf', content: '%PDF-1.7' };
    const words = ['I read it twice.', 'Ilse'];
    await answerAsGmail(letter, words, product.receiverPort, ['torn-note.jpg'], [recipe]);
    const timeline = await openConversation(maren.page, 'Ilse Brandt');
    const reply = timeline.filter({ hasText: 'I read it twice.' });
    await expect(reply).toContainText('Their Reply');
    await expect(reply).toContainText('Gmail');
    await showsPhoto(reply, 'torn-note.jpg');
    await expect(reply).toContainText('Save plum-jam.pdf (1 KB)');
    await seesAtFullSize(maren.page, reply);
    const relayed = await mailTo(maren.email, /I read it twice\./);
    // The reply's photo, and the letter that it answers, small.
    expect(relayed.attachments.map(({ filename }) => filename)).toEqual(['photo-1.jpg', 'letter.jpg']);
    expect(relayed.text).toContain('plum-jam.pdf (1 KB) was attached; it could not be carried along.');
  });

  await test.step('the sender answers by mail', async () => {
    await answerAsGmail(
      await mailTo(maren.email, /I read it twice\./),
      ['The tree says hello.'],
      product.receiverPort,
    );
    const relayed = await mailTo(ilse.email, /The tree says hello\./);
    expect(relayed.text).not.toContain(maren.email);
    await expect(maren.page.getByRole('article').filter({ hasText: 'The tree says hello.' })).toContainText(
      'Your Reply',
    );
  });

  await test.step('the recipient signs up and sees the conversation', async () => {
    await signUp(ilse.page, ilse.email);
    await confirmAddress(ilse.page, sink, ilse.email);
    await ilse.page.goto('/my-letters');
    const people = ilse.page.getByRole('navigation', { name: 'Recipients' });
    await expect(people.getByRole('link', { name: /Maren/ })).toContainText('The tree says hello.');
    await people.getByRole('link', { name: /Maren/ }).click();
    await readTheLetter(ilse.page, ilse.page.locator('#conversation'));
    await ilse.page.getByRole('button', { name: 'Conversations' }).click();
    await expect(ilse.page.getByRole('dialog', { name: 'Conversations' })).toContainText('3 messages');
    const thread = await openThread(ilse.page, 'Maren');
    await expect(thread.getByRole('article', { name: /^Letter of/ })).toContainText(
      'The plum tree did it at last.',
    );
    await showsPhoto(thread.getByRole('article', { name: /^Letter of/ }), 'plum-page-1.jpg');
    await expect(thread.getByRole('article').filter({ hasText: 'Their Reply' })).toContainText(
      'The tree says hello.',
    );
  });

  await test.step('the recipient answers in the app with a photo, and a reload keeps the text', async () => {
    const words = 'Tell Posy the kite is on my refrigerator.';
    await ilse.page.getByRole('textbox', { name: 'Your answer' }).fill(words);
    await ilse.page.reload();
    const thread = await openThread(ilse.page, 'Maren');
    await expect(thread.getByRole('textbox', { name: 'Your answer' })).toHaveValue(words);
    await expect(thread).toContainText('Answering is free');
    await thread.locator('input[type=file]').setInputFiles(photo('child-drawing.jpg'));
    const form = thread.getByRole('form', { name: 'Your answer' });
    await thread.getByRole('button', { name: /Remove photo 1/ }).press('Enter');
    await expect(form.getByRole('img')).toHaveCount(0);
    await expect(form, 'the focus stays near the photo that was removed').toBeFocused();
    await thread.locator('input[type=file]').setInputFiles(photo('child-drawing.jpg'));
    await expect(thread.getByRole('button', { name: /Remove photo 1/ })).toBeVisible();
    await thread.getByRole('button', { name: 'Send answer' }).click();
    const own = thread.getByRole('article').filter({ hasText: words });
    await expect(own).toContainText('Your Reply');
    await showsPhoto(own, 'child-drawing.jpg');
    await expect(thread.getByRole('textbox', { name: 'Your answer' })).toHaveValue('');

    const relayed = await mailTo(maren.email, /Tell Posy the kite/);
    expect(
      await difference(relayed.attachments[0]?.content ?? Buffer.of(), photo('child-drawing.jpg')),
    ).toBeLessThan(6);
    const reply = maren.page.getByRole('article').filter({ hasText: words });
    await expect(reply).toContainText('Their Reply');
    await showsPhoto(reply, 'child-drawing.jpg');
  });

  await test.step('the sender answers in the app', async () => {
    await maren.page
      .getByRole('article')
      .filter({ hasText: 'Tell Posy' })
      .getByRole('button', { name: /^Answer/ })
      .click();
    const dialog = maren.page.getByRole('dialog');
    const field = dialog.getByRole('textbox', { name: 'Your answer' });
    await expect(field).toBeFocused();
    await field.fill('I told her.');
    await field.press('Control+Enter');
    const own = dialog.getByRole('article').filter({ hasText: 'I told her.' });
    await expect(own).toContainText('Your Reply');
    await mailTo(ilse.email, /I told her\./);
    await expect(own).toContainText('Sent on by e-mail');
    await maren.page.keyboard.press('Escape');
    await expect(
      ilse.page.getByRole('dialog').getByRole('article').filter({ hasText: 'I told her.' }),
    ).toContainText('Their Reply');
  });

  await test.step('the recipient mutes the conversation', async () => {
    const dialog = ilse.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Mute conversation' }).click();
    await expect(dialog).toContainText('Muted: what');
    await openThread(ilse.page, 'Maren');
    await expect(dialog).toContainText(
      'Muted: what Maren answers shows here, and no e-mail about it comes to you.',
    );
    await dialog.getByRole('button', { name: 'Unmute conversation' }).click();
    await expect(dialog.getByRole('button', { name: 'Mute conversation' })).toBeVisible();
  });

  await test.step('with test routes a reply can be simulated, without a visible button', async () => {
    await expect(ilse.page.getByRole('button', { name: /Simulate/ })).toHaveCount(0);
    await ilse.page.keyboard.press('Alt+Shift+KeyR');
    const simulate = ilse.page.getByRole('dialog', { name: 'Simulate Reply' });
    await expect(simulate.getByRole('button', { name: 'Simulate Reply' })).toBeDisabled();
    await simulate.getByRole('textbox', { name: 'Reply' }).fill('So lovely.');
    await simulate.getByRole('button', { name: 'Simulate Reply' }).click();
    await expect(simulate).toBeHidden();
    await expect(
      ilse.page.getByRole('dialog').getByRole('article').filter({ hasText: 'So lovely.' }),
    ).toBeVisible();
  });
});

test('a failed letter is sent again to a corrected address, and a bounced one asks for confirmation', async ({
  browser,
}) => {
  const page = await aBrowser(browser);
  await signUp(page, 'anselm@example.com');
  await confirmAddress(page, sink, 'anselm@example.com');
  await redeemWelcome(page);
  await writeLetter(page, NOBODY);
  const failed = await mailTo('anselm@example.com', /^Subject: Your letter to Ilse Brandt did not arrive/m);
  expect(failed.text).toContain(`There is no mailbox at ${NOBODY}.`);
  await openConversation(page, 'Ilse Brandt');
  const envelope = page.getByRole('navigation', { name: 'Recipients' }).getByRole('link', { name: /Ilse/ });
  await expect(envelope).toContainText('Not delivered');
  await expect(page.getByRole('banner')).toContainText(/5\s*credits/);

  const details = await openDetails(page);
  await expect(details).toContainText('This letter could not be delivered');
  await expect(details).toContainText(`There is no mailbox at ${NOBODY}.`);
  await details.getByRole('button', { name: 'Send to a corrected address' }).click();
  const field = details.getByRole('textbox', { name: 'Corrected address' });
  await field.fill('nonsense');
  await details.getByRole('button', { name: 'Send to this address' }).click();
  await expect(details).toContainText('Please enter a valid email address');
  await field.fill('ilse.b@example.org');
  await details.getByRole('button', { name: 'Send to this address' }).click();
  await mailTo('ilse.b@example.org', /^Subject: A letter from/m);
  await expect(page.locator('#conversation')).toContainText('ilse.b@example.org');
  await expect(page.getByRole('banner')).toContainText(/4\s*credits/);

  // It came into a mailbox that sends it back.
  const sent = sink.messages.find(({ envelopeRecipients }) =>
    envelopeRecipients.includes('ilse.b@example.org'),
  );
  await comesBack(sent?.envelopeSender ?? '');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('img', { name: /came back/i }).first()).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(/5\s*credits/);
  await expect(envelope).toContainText('Came back');
  const back = await mailTo('anselm@example.com', /There is no mailbox at ilse\.b@example\.org/);
  const link = new URL(/http:\/\/\S+my-letters\?\S+/.exec(back.text ?? '')?.[0] ?? '');
  await page.goto('/my-letters');
  const missed = page.getByRole('region', { name: 'Letters that did not arrive' });
  await expect(missed).toContainText('Ilse Brandt came back');
  await page.goto(link.pathname + link.search);
  await expect(page.getByRole('img', { name: /came back/i }).first()).toBeVisible();
  await openDetails(page);
  await expect(page.getByRole('dialog')).toContainText('This letter came back');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Send again', exact: true })).toHaveCount(
    0,
  );
  await page.keyboard.press('Escape');

  await page.getByRole('banner').getByRole('link', { name: 'Slow Letters' }).click();
  await composeLetter(page, 'ilse.b@example.org');
  await page.getByRole('button', { name: 'Send Letter' }).click();
  await expect(page.getByRole('alert')).toContainText('came back');
  await page.getByRole('button', { name: 'Use this address again' }).click();
  await expect(page.getByText('You can write to this address again', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send Letter' }).click();
  await expect(page.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();
});

test('one letter in two browsers leaves once, and a changed one leaves knowingly', async ({ browser }) => {
  const [laptop, phone] = [await aBrowser(browser), await aBrowser(browser)];
  await signUp(laptop, 'posy@example.com');
  await confirmAddress(laptop, sink, 'posy@example.com');
  await redeemWelcome(laptop);
  await composeLetter(laptop, 'grandpa@example.org');
  const atPreview = (page: Page) => page.getByRole('heading', { name: 'Read it once more' });
  await expect(atPreview(laptop)).toBeVisible();
  await expect
    .poll(async () => (await laptop.request.get('/api/draft')).text())
    .toContain('"step":"preview"');

  await phone.getByRole('textbox', { name: 'Email' }).fill('posy@example.com');
  await phone.getByLabel('Password', { exact: true }).fill('slow and steady 7');
  await phone.getByRole('button', { name: 'Sign In', exact: true }).click();
  await phone.getByRole('button', { name: 'Go on with it' }).click();
  await expect(atPreview(phone)).toBeVisible();
  await phone.getByRole('button', { name: 'Send Letter' }).click();
  await expect(phone.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();

  await laptop.getByRole('button', { name: 'Send Letter' }).click();
  await expect(laptop.getByText('This letter has left already', { exact: true })).toBeVisible();
  await expect(laptop.getByText(/Nothing was sent or charged a second time/)).toBeVisible();
  await expect(laptop.getByRole('button', { name: 'Send this as a new letter' })).toHaveCount(0);
  await expect(laptop.getByRole('banner')).toContainText(/4\s*credits/);

  await laptop.getByRole('button', { name: 'Back', exact: true }).click();
  await laptop.getByLabel('Message').fill('Dear {{recipientName}},\n\nAnd one more thing.');
  await laptop.getByRole('button', { name: 'Preview', exact: true }).click();
  await laptop.getByRole('button', { name: 'Send Letter' }).click();
  await laptop.getByRole('button', { name: 'Send this as a new letter' }).click();
  await expect(laptop.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();
  await expect(laptop.getByRole('banner')).toContainText(/3\s*credits/);
  const sent = () =>
    sink.messages.filter(({ envelopeRecipients }) => envelopeRecipients.includes('grandpa@example.org'));
  await expect.poll(() => sent().length).toBe(2);
  expect(sent().filter(({ raw }) => raw.includes('And one more thing.'))).toHaveLength(1);

  await test.step('what is written on another step while a letter is sent stays', async () => {
    await laptop.getByRole('button', { name: 'Send Another Letter' }).click();
    await composeLetter(laptop, 'bea@example.org');
    const answered = Promise.withResolvers<void>();
    await laptop.route('**/api/letters/*/send', async (route) => {
      const response = await route.fetch();
      await answered.promise;
      await route.fulfill({ response });
    });
    await laptop.getByRole('button', { name: 'Send Letter' }).click();
    await expect.poll(() => sink.messages.some(({ raw }) => raw.includes('bea@example.org'))).toBe(true);
    await laptop.goBack();
    await laptop.getByLabel('Message').fill('Dear Bea,\n\nWait, there is more.');
    answered.resolve();
    await expect(laptop.getByText('Letter sent!', { exact: true })).toBeVisible();
    await expect(laptop.getByLabel('Message')).toHaveValue(/Wait, there is more/);
    await laptop.getByRole('button', { name: 'Preview', exact: true }).click();
    await laptop.getByRole('button', { name: 'Send Letter' }).click();
    await expect(laptop.getByText('This letter has left already', { exact: true })).toBeVisible();
    await expect(laptop.getByRole('button', { name: 'Send this as a new letter' })).toBeVisible();
  });
});

test('without a connection nothing is sent or charged, and it goes on by itself', async ({ browser }) => {
  const page = await aBrowser(browser);
  await signUp(page, 'bea@example.com');
  await confirmAddress(page, sink, 'bea@example.com');
  await redeemWelcome(page);
  await composeLetter(page, 'ilse.brandt@example.org');
  await expect(page.getByRole('heading', { name: 'Read it once more' })).toBeVisible();
  // One call fails while the connection is there.
  await page.route('**/api/letters', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Send Letter' }).click();
  await expect(page.getByText('Failed to send', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('You’re offline.', { exact: true })).toBeHidden();
  await page.unroute('**/api/letters');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Send Letter' }).click();
  await expect(page.getByText('You’re offline.', { exact: true })).toBeVisible();
  await expect(page.getByText(/Nothing was sent or charged; your letter is kept\./)).toBeVisible();
  // The answer to the send is lost, although it arrived.
  let lost = 0;
  await page.route('**/api/letters/*/send', async (route) => {
    await route.fetch();
    lost += 1;
    await route.abort('connectionreset');
  });
  await page.context().setOffline(false);
  await expect(page.getByText('We don’t know yet whether it left', { exact: true })).toBeVisible();
  expect(lost).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(/4\s*credits/);
});

async function aBrowser(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await page.goto('/');
  return page;
}

/** The latest mail to an address whose raw text matches, once it is there. */
async function mailTo(address: string, pattern: RegExp): Promise<ParsedMail> {
  let raw: string | undefined;
  await expect
    .poll(
      () => {
        raw = sink.messages.findLast(
          (message) => message.envelopeRecipients.includes(address) && pattern.test(message.raw),
        )?.raw;
        return raw !== undefined;
      },
      { message: `a mail to ${address} with ${pattern}` },
    )
    .toBe(true);
  return parse(raw ?? '');
}

/** The timeline with one recipient; answers its articles. */
async function openConversation(page: Page, name: string): Promise<Locator> {
  await page.goto('/my-letters');
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await expect(page.getByText(/Letter #\d+/).first()).toBeVisible();
  return page.getByRole('article');
}

async function openThread(page: Page, name: string): Promise<Locator> {
  await page.goto('/my-letters');
  await page.getByRole('button', { name: 'Conversations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conversations' });
  await dialog.getByRole('button', { name: new RegExp(name, 'i') }).click();
  await expect(dialog.getByRole('button', { name: 'All conversations' })).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: 'Your answer' })).toBeVisible();
  return dialog;
}

async function openDetails(page: Page): Promise<Locator> {
  await expect(page.getByRole('img', { name: /failed|came back/i }).first()).toBeVisible();
  await page.getByRole('button', { name: 'View Details' }).first().click();
  return page.getByRole('dialog');
}

/** What an article shows is the photo itself, and not the sign of a broken one. */
async function showsPhoto(article: Locator, name: string): Promise<void> {
  const image = article.locator('img').first();
  await expect
    .poll(() => image.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth))
    .toBeGreaterThan(100);
  const source = await image.evaluate((it: HTMLImageElement) => it.currentSrc);
  const answer = await article.page().request.get(source);
  expect(await difference(await answer.body(), photo(name))).toBeLessThan(8);
}

/** Back, and not the button, closes the answer first and then the letter. */
async function readTheLetter(page: Page, box: Locator): Promise<void> {
  await box.getByRole('button', { name: 'Read the letter' }).click();
  const reader = page.getByRole('dialog', { name: /^A letter from/ });
  await expect(reader.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(reader.getByRole('status')).toHaveText(/^Page 1 of/);
  await reader.getByRole('button', { name: 'Answer' }).click();
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeFocused();
  await closeByBack(page.getByRole('textbox', { name: 'Your answer' }), 1);
  await closeByBack(reader);
  await expect(box).toBeVisible();
}

async function seesAtFullSize(page: Page, article: Locator): Promise<void> {
  await article.getByRole('button', { name: /^Open photo 1/ }).click();
  const viewer = page.getByRole('dialog', { name: 'Photo' });
  await viewer.getByRole('button', { name: 'Show at full size' }).press('Enter');
  await expect(viewer.getByRole('group', { name: 'Photo at full size' })).toBeVisible();
  const download = page.waitForEvent('download');
  await viewer.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^reply-\d+-photo-1\.jpg$/);
  await viewer.getByRole('button', { name: 'Close' }).click();
  await expect(article.getByRole('button', { name: /^Open photo 1/ })).toBeFocused();
}

/** The report of a mail server that has no such mailbox after all (RFC 3464). */
async function comesBack(envelopeSender: string): Promise<void> {
  const fields =
    'Final-Recipient: rfc822; ilse.b@example.org\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown';
  const head =
    'From: MAILER-DAEMON@mx.example.net\nSubject: Undelivered Mail Returned to Sender\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status;\n boundary="B/mx"\n\n';
  const transport = createTransport({ host: '127.0.0.1', port: product.receiverPort, ignoreTLS: true });
  await transport.sendMail({
    envelope: { from: '', to: [envelopeSender] },
    raw: `${head}${dsn(fields)}`.replaceAll('\n', '\r\n'),
  });
  transport.close();
}

async function redeemWelcome(page: Page): Promise<void> {
  await page.goto('/payment');
  await creditsKnown(page);
  await page.getByRole('button', { name: 'WELCOME5' }).click();
  await expect(page.getByRole('banner')).toContainText(/5\s*credits/);
  await page.getByRole('banner').getByRole('link', { name: 'Slow Letters' }).click();
}

async function composeLetter(page: Page, email: string): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(photo('plum-page-1.jpg'));
  await expect(page.getByText('Uploaded 1 photo(s)', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ilse Brandt');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await page.getByLabel('Message').fill('Dear {{recipientName}},\n\nThe plum tree did it at last.\n\nMaren');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
}

async function writeLetter(page: Page, email: string): Promise<void> {
  await composeLetter(page, email);
  await page.getByRole('button', { name: 'Send Letter' }).click();
  await expect(page.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();
}
