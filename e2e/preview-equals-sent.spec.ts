import { type Browser, expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { launchChromium } from '../scripts/launch-chromium.ts';
import { TEMPLATES, type TemplateId } from '../shared/templates.ts';
import { type SmtpSink, startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { parse, photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { confirmAddress, mailSettings, signUp } from './fixtures/account-steps.ts';

/**
 * What the preview shows is what is sent: the frame's document with the app's photos, and the mail that an SMTP
 * server was given with its own, are rendered in the same browser and compared pixel by pixel.
 */
const PAGES = ['plum-page-1.jpg', 'airmail.jpg', 'plum-page-2.jpg', 'child-drawing.jpg'];
const WORDS = `Dear {{recipientName}},

The plum tree did it at last; <b>you</b> should have seen it. שלום, 愛, and a longwordthatdoesnotendlongwordthatdoesnotend.

Maren`;
/** A sender whose address is not confirmed may send five letters a day. */
const GROUPS = [
  { templates: TEMPLATES.slice(0, 5), envelope: false, language: 'en', called: '' },
  // As chosen in the wizard; the letters below have the language and the calling name that the address book has.
  { templates: TEMPLATES.slice(5), envelope: true, language: 'fr', called: 'Mamie' },
];
const SCREENS = [
  { width: 640, colorScheme: 'light' },
  { width: 375, colorScheme: 'light' },
  { width: 640, colorScheme: 'dark' },
] as const;

let sink: SmtpSink;
let product: RunningProduct;
let comparing: Browser;

test.beforeAll(async () => {
  sink = await startSmtpSink();
  product = await startProduct(mailSettings(sink.url));
  // Pictures are in the first frame that shows them: a second one is scaled otherwise by some pixels.
  comparing = await launchChromium(['--disable-checker-imaging']);
});
test.afterAll(async () => {
  await comparing.close();
  await product.stop();
  await sink.close();
});

for (const [index, { templates, envelope, language, called }] of GROUPS.entries()) {
  const titled = `${templates.map(({ label }) => label).join(', ')}${envelope ? ', with envelopes, in French' : ''}`;
  test(`preview and mail render the same: ${titled}`, async ({ page }) => {
    await signUpWithCredits(page, `maren.${index}@example.com`);
    const uploaded = page.waitForResponse((answer) => answer.url().endsWith('/api/upload'));
    const recipientEmail = `ilse.${index}@example.org`;
    await writeUpToTheTemplate(page, { recipientEmail, language, called });
    await page.getByText('Details', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Begin with an envelope' }).setChecked(envelope);
    const photoUrls = await uploadedUrls(page, await uploaded);

    const screens = await openScreens(page);
    for (const [at, { id, label }] of templates.entries()) {
      const preview = await previewOn(page, label);
      const mail = await sentOn(page, { template: id, recipientEmail, photoUrls, envelope });
      expect(mail).toContain(`<html lang="${language}"`);
      expect(mail).toContain(`Dear ${called || 'Ilse Brandt'},`);
      // What differs is in the document; the screens take turns.
      const screen = screens[(at + index) % screens.length];
      if (screen) await compare(screen, { label, preview, mail });
    }
    for (const { shown } of screens) await shown.context().close();
  });
}

async function signUpWithCredits(page: Page, email: string): Promise<void> {
  await signUp(page, email, product.url);
  await confirmAddress(page, sink, email);
  await page.goto(product.url);
  await expect(page.getByRole('button', { name: 'Continue to Recipient' })).toBeVisible();
  const redeemed = await page.request.post(`${product.url}/api/redeem-coupon`, {
    headers: { origin: product.url },
    data: { code: 'WELCOME5' },
  });
  expect(redeemed.status(), await redeemed.text()).toBe(200);
}

async function writeUpToTheTemplate(
  page: Page,
  { recipientEmail, language, called }: { recipientEmail: string; language: string; called: string },
): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(PAGES.map(photo));
  await expect(page.getByText(`Uploaded ${PAGES.length} photo(s)`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ilse Brandt');
  await page.getByRole('textbox', { name: 'Email' }).fill(recipientEmail);
  await page.getByText('More about them').click();
  await page.getByRole('textbox', { name: 'Call them' }).fill(called);
  await page.getByLabel('Their language').selectOption(language);
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  const greeting = language === 'fr' ? /^Bonjour/ : /^Dear/;
  await expect(page.getByLabel('Message')).toHaveValue(greeting);
  await page.getByLabel('Message').fill(WORDS);
}

/** The photos' urls in the order in which the wizard shows them. */
async function uploadedUrls(page: Page, answer: { json(): Promise<unknown> }): Promise<string[]> {
  const first = (await answer.json()) as { files: { url: string }[] };
  if (first.files.length === PAGES.length) return first.files.map(({ url }) => url);
  const shown = await page
    .frameLocator('iframe[title^="Live preview"]')
    .locator('img')
    .evaluateAll((images) => images.map((image) => new URL((image as HTMLImageElement).src).pathname));
  return shown.map((path) => `/uploads/${path.split('/').at(-1)}`);
}

/** The document in the preview's frame once it shows that template and this text. */
async function previewOn(page: Page, label: string): Promise<string> {
  const radio = page.getByRole('radio', { name: label });
  const before = (await radio.isChecked()) ? '' : await previewText(page, '');
  await radio.check({ force: true });
  const frame = page.frameLocator(`iframe[title="Live preview: ${label}"]`);
  await expect(frame.locator('p').filter({ hasText: 'longwordthatdoesnotend' })).toBeVisible();
  await expect(frame.locator('img')).toHaveCount(PAGES.length);
  // The frame takes the new template’s name a moment before it is drawn.
  let last = '';
  await expect
    .poll(async () => {
      const now = await previewText(page, label);
      const settled = now === last && now !== before;
      last = now;
      return settled;
    })
    .toBe(true);
  return last;
}

function previewText(page: Page, label: string): Promise<string> {
  return page
    .frameLocator(`iframe[title^="Live preview: ${label}"]`)
    .locator('html')
    .evaluate((html) => `<!doctype html>${html.outerHTML}`);
}

interface SentLetter {
  template: TemplateId;
  recipientEmail: string;
  photoUrls: string[];
  envelope: boolean;
}

/** The delivered mail's document, its parts in the place of `cid:`. */
async function sentOn(page: Page, letter: SentLetter): Promise<string> {
  const headers = { origin: product.url };
  const before = sink.messages.length;
  const made = await page.request.post(`${product.url}/api/letters`, {
    headers,
    data: { ...letter, recipientName: 'Ilse Brandt', emailMessage: WORDS },
  });
  expect(made.status(), await made.text()).toBe(200);
  const { id } = (await made.json()) as { id: number };
  expect((await page.request.post(`${product.url}/api/letters/${id}/send`, { headers })).status()).toBe(200);
  await expect.poll(() => sink.messages.length).toBe(before + 1);
  const mail = await parse(sink.messages.at(-1)?.raw ?? '');
  return mail.attachments.reduce(
    (html, part) =>
      html.replaceAll(`cid:${part.cid}`, `data:image/jpeg;base64,${part.content.toString('base64')}`),
    String(mail.html),
  );
}

interface Screen {
  name: string;
  shown: Page;
}

/** A page of each screen, somewhere to ask for the preview's photos from: they come from the app, by the person's cookie. */
async function openScreens(page: Page): Promise<Screen[]> {
  const storageState = await page.context().storageState();
  const screens: Screen[] = [];
  for (const { width, colorScheme } of SCREENS) {
    // The pages' own policy takes no markup.
    const options = { viewport: { width, height: 900 }, colorScheme, bypassCSP: true, storageState };
    const shown = await (await comparing.newContext(options)).newPage();
    await shown.goto(`${product.url}/api/config`);
    screens.push({ name: `${width} px, ${colorScheme}`, shown });
  }
  return screens;
}

interface Pair {
  label: string;
  preview: string;
  mail: string;
}

async function compare({ name, shown }: Screen, { label, preview, mail }: Pair): Promise<void> {
  const pictures = [await pictureOf(shown, preview), await pictureOf(shown, mail)] as const;
  expect(await difference(...pictures), `${label}, ${name}`).toEqual({ size: 'same', pixels: 0 });
}

async function pictureOf(page: Page, html: string): Promise<Buffer> {
  await page.setContent(html);
  await expect
    .poll(() =>
      page
        .locator('img')
        .evaluateAll((images) =>
          images.every(
            (image) => (image as HTMLImageElement).complete && (image as HTMLImageElement).naturalWidth > 300,
          ),
        ),
    )
    .toBe(true);
  // Loaded is not yet decoded: a picture that comes into a frame later may be scaled otherwise at its edge.
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  return page.screenshot({ fullPage: true });
}

/** Pixels that are not exactly alike. */
async function difference(one: Buffer, other: Buffer): Promise<{ size: string; pixels: number }> {
  // Equal files are equal pictures: reading them takes longer than all the rest.
  if (one.equals(other)) return { size: 'same', pixels: 0 };
  const raw = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [shown, sent] = await Promise.all([raw(one), raw(other)]);
  const sizes = [shown, sent].map(({ info }) => `${info.width}×${info.height}`);
  if (sizes[0] !== sizes[1]) return { size: sizes.join(' and '), pixels: -1 };
  let pixels = 0;
  for (let at = 0; at < shown.data.length; at += 3) {
    if (shown.data.compare(sent.data, at, at + 3, at, at + 3) !== 0) pixels++;
  }
  return { size: 'same', pixels };
}
