import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { photo } from '../e2e/mail-reader.ts';
import { startProduct } from '../e2e/running-product.ts';
import { buildIfNeeded } from './build.ts';
import { findChromium } from './find-chromium.ts';

// `npm run shots [-- name…]`: the screens as a person meets them, on the running product, at two widths and in
// both themes, into shots/.
const folder = path.resolve(import.meta.dirname, '..', 'shots');
const wanted = process.argv.slice(2);
const PAGES = ['plum-page-1.jpg', 'plum-page-2.jpg', 'child-drawing.jpg'].map(photo);
const MESSAGE =
  'Dear {{recipientName}},\n\nThe plum tree did it at last, so I wrote to you properly, with the good pen, at the kitchen table.\n\nRead it slowly. There is no hurry to answer.\n\nMaren';

async function shoot(page: Page, name: string, fullPage = true): Promise<void> {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) return;
  await page.waitForTimeout(700);
  await page.screenshot({ path: path.join(folder, `${name}-${suffix}.png`), fullPage });
  console.log(`  ${name}-${suffix}`);
}

let suffix = '';

async function tour(
  browser: Browser,
  url: string,
  width: number,
  dark: boolean,
  mailbox: string | null,
): Promise<void> {
  suffix = `${width}${dark ? '-dark' : ''}`;
  const context = await browser.newContext({
    viewport: { width, height: width > 800 ? 900 : 844 },
    colorScheme: dark ? 'dark' : 'light',
    deviceScaleFactor: 1,
    hasTouch: width < 800,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign Up' }).waitFor();
  await shoot(page, '01-sign-in');
  await page.getByRole('textbox', { name: 'Email' }).fill(`maren.oakes.${suffix}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('slow and steady 7');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Lay out your pages' }).waitFor();
  await shoot(page, '02-upload-empty');
  await page.goto(`${url}/payment`);
  await page.getByRole('button', { name: 'WELCOME5' }).waitFor();
  await shoot(page, '11-payment');
  await page.getByRole('button', { name: 'WELCOME5' }).click();
  await page
    .getByRole('banner')
    .filter({ hasText: /5\s*credits/ })
    .waitFor();
  await page.goto(url);
  await page.locator('input[type=file]').first().setInputFiles(PAGES);
  await page.getByText('Uploaded 3 photo(s)', { exact: true }).waitFor();
  await shoot(page, '02-upload');
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ilse Brandt');
  await page.getByRole('textbox', { name: 'Email' }).fill('ilse.brandt@example.org');
  await shoot(page, '04-recipient');
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await page.getByLabel('Message').fill(MESSAGE);
  await page.waitForTimeout(1500);
  await shoot(page, '05-template');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('button', { name: 'Send Letter' }).waitFor();
  await page.waitForTimeout(1000);
  await shoot(page, '06-preview');
  await page.getByRole('button', { name: 'Send Letter' }).click();
  await page.getByRole('heading', { name: 'Letter Sent Successfully' }).waitFor();
  await page.waitForTimeout(1200);
  await shoot(page, '07-success');
  if (mailbox) await mailboxTour(page, mailbox);
  await page.goto(`${url}/my-letters`);
  await page.getByText('Letters Sent').first().waitFor();
  await shoot(page, '08-my-letters');
  await page
    .getByRole('link', { name: /Ilse Brandt/ })
    .or(page.getByRole('button', { name: /Ilse Brandt/ }))
    .first()
    .click();
  await page
    .getByText(/Letter #\d+/)
    .first()
    .waitFor();
  await shoot(page, '09-conversation');
  await page
    .getByRole('button', { name: /View Details/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await shoot(page, '10-letter-details', false);
  for (const [name, route] of [
    ['12-mission', '/mission'],
    ['13-support', '/support'],
    ['16-404', '/nowhere'],
  ] as const) {
    await page.goto(url + route);
    await page.getByRole('heading').first().waitFor();
    await shoot(page, name);
  }
  await context.close();
}

/** Opens the newest letter as its recipient would, and answers it. */
async function mailboxTour(page: Page, mailbox: string): Promise<void> {
  await page.goto(mailbox);
  await shoot(page, '20-mailbox');
  await page
    .getByRole('link', { name: /A letter from/ })
    .first()
    .click();
  await page.waitForTimeout(800);
  await shoot(page, '21-mailbox-letter');
  await page
    .getByRole('textbox')
    .first()
    .fill('I read it twice at the window and once out loud to the dog.\n\nIlse');
  await page
    .getByRole('button', { name: /answer|send/i })
    .last()
    .click();
  await page.waitForTimeout(2500);
}

const found = await findChromium();
if (!found) throw new Error('No Chromium was found. Set CHROMIUM_PATH, or install one.');
await buildIfNeeded(console.log);
await mkdir(folder, { recursive: true });
const product = await startProduct();
const inherited = Object.entries(process.env).filter(
  (entry): entry is [string, string] => entry[1] !== undefined,
);
const browser = await chromium.launch({
  executablePath: found.executablePath,
  env: { ...Object.fromEntries(inherited), ...found.env },
  args: ['--no-sandbox'],
});
try {
  await tour(browser, product.url, 1440, false, product.mailboxUrl);
  await tour(browser, product.url, 390, false, product.mailboxUrl);
  await tour(browser, product.url, 1440, true, product.mailboxUrl);
  await tour(browser, product.url, 390, true, product.mailboxUrl);
} finally {
  await browser.close();
  await product.stop();
}
