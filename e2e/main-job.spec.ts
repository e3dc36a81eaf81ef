import { expect, type Page, test } from '@playwright/test';
import { type SmtpSink, startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { answerAsGmail, difference, parse, photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { confirmAddress, mailSettings, signUp } from './fixtures/account-steps.ts';

/**
 * The main job, whole: somebody signs up, redeems WELCOME5, photographs a letter, sends it on three papers to a
 * real SMTP server, is answered from a mail program, and reads the answer. On the embedded PostgreSQL.
 */
const PAGES = ['plum-page-1.jpg', 'plum-page-2.jpg', 'child-drawing.jpg'];
const TEMPLATES = ['Vintage Style', 'Classic Frame', 'Modern Clean'];

let sink: SmtpSink;
let product: RunningProduct;

test.use({ contextOptions: { reducedMotion: 'no-preference' } });
test.beforeAll(async () => {
  sink = await startSmtpSink();
  product = await startProduct(mailSettings(sink.url), { ownDatabase: true });
});
test.afterAll(async () => {
  await product.stop();
  await sink.close();
});

const letters = () => sink.messages.filter((message) => /^Subject: A letter from/m.test(message.raw));

test('a photo of a handwritten letter is sent as an e-mail, and the reply is shown', async ({ page }) => {
  await page.goto(product.url);
  await signUp(page, 'maren@example.com');
  await redeemWelcome(page);

  for (const [index, paper] of TEMPLATES.entries()) {
    await writeLetter(page, paper);
    if (index === 0) await releaseSealed(page);
    else await expect(page.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();
    await expect.poll(() => letters().length).toBe(index + 1);
    await page.getByRole('button', { name: 'Send Another Letter' }).click();
  }

  for (const [index, message] of letters().entries()) {
    const mail = await parse(message.raw);
    expect(mail.headers.get('content-type')).toMatchObject({ value: expect.stringMatching(/^multipart\//) });
    expect(mail.from?.value[0]).toMatchObject({
      address: 'letters@slow.example',
      name: expect.stringContaining('via Slow Letters'),
    });
    expect(mail.to).toMatchObject({ value: [{ address: 'ilse.brandt@example.org', name: 'Ilse Brandt' }] });
    expect(mail.replyTo?.value[0]?.address).toMatch(/^reply\+[a-z0-9]+@reply\.slow\.example$/);
    expect(message.envelopeSender).toMatch(/^bounces\+[a-z0-9]+@reply\.slow\.example$/);
    expect(mail.text).toContain(`Dear Ilse Brandt,\n\nLetter number ${index + 1}.`);
    expect(mail.html).toContain('Ilse');
    expect(String(mail.html)).not.toMatch(/{{|src="http|undefined/);
    expect(mail.attachments).toHaveLength(PAGES.length);
    for (const [position, attachment] of mail.attachments.entries()) {
      expect(attachment.contentType).toBe('image/jpeg');
      expect(mail.html).toContain(`src="cid:${attachment.cid}"`);
      expect(await difference(attachment.content, photo(PAGES[position] ?? ''))).toBeLessThan(6);
    }
  }

  const [first] = letters();
  await answerAsGmail(
    await parse(first?.raw ?? ''),
    ['I read it twice at the window.', 'Ilse'],
    product.receiverPort,
  );

  await page.goto(`${product.url}/my-letters`);
  await page
    .getByRole('button', { name: /Ilse Brandt/ })
    .or(page.getByRole('link', { name: /Ilse Brandt/ }))
    .first()
    .click();
  await expect(page.getByText('Their Reply')).toHaveCount(1);
  const reply = page.getByRole('article').filter({ hasText: 'Their Reply' });
  await expect(reply).toContainText('I read it twice at the window.');
  await expect(reply).toContainText('Gmail');
  // The whole message is folded away: what counts is what is seen.
  await expect(reply).not.toContainText('wrote:', { useInnerText: true });
  await expect(reply).not.toContainText('Letter number 1', { useInnerText: true });
  const markup = page.evaluate(() => {
    document.body.innerHTML = '<b>markup</b>';
  });
  await expect(markup).rejects.toThrow(/TrustedHTML/);
});

async function redeemWelcome(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Buy Credits' }).first().click();
  await page.getByRole('button', { name: 'WELCOME5' }).click();
  await expect(page.getByRole('banner')).toContainText(/5\s*credits/);
  await page.getByRole('banner').getByRole('link', { name: 'Slow Letters' }).click();
}

async function writeLetter(page: Page, paper: string): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(PAGES.map(photo));
  await expect(page.getByText(`Uploaded ${PAGES.length} photo(s)`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();

  await page.getByRole('textbox', { name: 'Name' }).fill('Ilse Brandt');
  await page.getByRole('textbox', { name: 'Email' }).fill('ilse.brandt@example.org');
  await page.getByRole('button', { name: 'Continue to Template' }).click();

  await page.getByRole('radio', { name: paper }).check({ force: true });
  const number = TEMPLATES.indexOf(paper) + 1;
  await page.getByLabel('Message').fill(`Dear {{recipientName}},\n\nLetter number ${number}.\n\nMaren`);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();

  const preview = page.frameLocator('iframe').first();
  await expect(preview.locator('p').filter({ hasText: 'Dear Ilse Brandt,' })).toBeVisible();
  await expect(preview.locator('img')).toHaveCount(PAGES.length);
  await expect
    .poll(() =>
      preview
        .locator('img')
        .evaluateAll((images) => images.every((image) => (image as HTMLImageElement).naturalWidth > 300)),
    )
    .toBe(true);
  await expect(page.getByText(paper, { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Send Letter' }).click();
}

/** The first letter waits until its writer's address is confirmed; the page that showed it says so. */
async function releaseSealed(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your letter is sealed' })).toBeVisible();
  await expect(
    page.getByText('It leaves as soon as you open the link mailed to you', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(/4\s*credits/);
  await page.getByRole('main').getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('Link sent', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'View My Letters' }).last().click();
  await page
    .getByRole('link', { name: /Ilse Brandt/ })
    .first()
    .click();
  await expect(page.getByText('It leaves as soon as you open the link that we mailed you')).toBeVisible();
  expect(letters()).toEqual([]);
  const elsewhere = await page.context().newPage();
  // The page asks for the letters when this one has left already.
  await elsewhere.route('**/api/letters?limit=*', async (route) => {
    await expect.poll(() => letters().length).toBe(1);
    await route.continue();
  });
  await confirmAddress(elsewhere, sink, 'maren@example.com');
  await expect(elsewhere.getByText('What you sealed is on its way now.')).toBeVisible();
  await elsewhere.close();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();
}
