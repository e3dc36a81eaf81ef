import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { type SamplePage, samplePdf } from '../test/photos/sample-pdf.ts';
import { quarteredPhoto } from '../test/photos/sample-photos.ts';
import { type RunningProduct, sharedProduct } from '../test/support/running-product.ts';
import { signUp } from './fixtures/account-steps.ts';
import { cornerAt, firstPhoto } from './fixtures/edited-photo.ts';

/** PDFs as scanner apps hand them over, drawn page by page in a real browser. */
let product: RunningProduct;

test.beforeAll(async () => {
  product = await sharedProduct();
});

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').first().setInputFiles(files);

test('PDF: its pages become photos in their place, drawn here, and what draws them is fetched only then', async ({
  page,
}) => {
  const asked: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => /policy|trusted/i.test(message.text()) && problems.push(message.text()));
  await signUp(page, 'maren.pdf@example.com', product.url);
  expect(asked.filter((url) => /pdf/.test(url))).toEqual([]);

  const jpeg = await quarteredPhoto(1);
  const scan: SamplePage = { jpeg, width: 400, height: 240 };
  const last = await quarteredPhoto(1);
  await choose(page, [
    pdf('scan.pdf', samplePdf([scan, { content: '1 0 0 rg 0 0 400 240 re f' }], { size: [400, 240] })),
    { name: 'last.jpg', mimeType: 'image/jpeg', buffer: last },
  ]);
  await expect(page.getByText('Uploaded 3 photo(s)', { exact: true })).toBeVisible();
  const names = page.getByRole('list', { name: 'Pages of the letter' }).getByRole('img');
  await expect(names.nth(0)).toHaveAccessibleName('Photo 1: scan 1.jpg');
  await expect(names.nth(1)).toHaveAccessibleName('Photo 2: scan 2.jpg');
  await expect(names.nth(2)).toHaveAccessibleName('Photo 3: last.jpg');
  const first = await firstPhoto(page);
  expect(first).toMatchObject({ width: 2400, height: 1440 });
  const answer = await page.request.get(`${product.url}/api/photo/${first.url.slice('/uploads/'.length)}`);
  const drawn = await sharp(await answer.body())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([cornerAt(drawn, 0.1, 0.1), cornerAt(drawn, 0.9, 0.1), cornerAt(drawn, 0.9, 0.9)]).toEqual([
    'topLeft',
    'topRight',
    'bottomRight',
  ]);
  expect(problems).toEqual([]);
  // The worker of the page's offline screen keeps none of it.
  const cached = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    return (await Promise.all(caches.map((cache) => cache.keys()))).flat().map(({ url }) => url);
  });
  expect(cached.filter((url) => /pdf/.test(url))).toEqual([]);
});

test('PDF: one that is locked, broken or without pages gets a sentence; cancelling ends it and keeps the pages before', async ({
  page,
}) => {
  await signUp(page, 'ilse.pdf@example.com', product.url);
  const blank: SamplePage = { content: '' };
  const key = `<${'00'.repeat(32)}>`;
  const locked = samplePdf([blank], {
    trailer: `/ID[${key}${key}]/Encrypt<</Filter/Standard/V 1/R 2/Length 40/P -4/O${key}/U${key}>>`,
  });
  const whole = samplePdf([blank]);
  const unreadable = 'This PDF cannot be read here. Please photograph its pages, or save them as JPEG.';
  for (const [name, file, reason] of [
    ['locked.pdf', locked, 'This PDF is locked with a password. Please save it without one.'],
    ['broken.pdf', Buffer.concat([whole.subarray(0, 20), Buffer.alloc(5_000, 'x')]), unreadable],
    ['no-pages.pdf', samplePdf([]), unreadable],
  ] as const) {
    await choose(page, [pdf(name, file)]);
    const card = page.getByRole('listitem').filter({ hasText: name });
    await expect(card).toContainText(reason);
    await card.getByRole('button', { name: `Remove ${name}` }).click();
  }
  // A page as large as a field, and a picture of which there is nothing, are drawn all the same.
  const nothing: SamplePage = { jpeg: Buffer.from('no JPEG'), width: 60_000, height: 60_000 };
  await choose(page, [pdf('field.pdf', samplePdf([nothing], { size: [1e7, 1e7] }))]);
  await expect(page.getByText('Uploaded 1 photo(s)', { exact: true })).toBeVisible();

  // The first page is drawn and held up; the PDF ends with Cancel, the page does not.
  await page.route('**/api/upload', () => {});
  await choose(page, [pdf('many.pdf', samplePdf(Array(200).fill(blank)))]);
  const first = page.getByRole('button', { name: 'Cancel upload of many 1.jpg' });
  await expect(first).toBeVisible();
  // By keyboard: the button moves with each page that arrives.
  await page.getByRole('button', { name: 'Cancel upload of many.pdf' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel upload of many.pdf' })).toHaveCount(0);
  await expect(first).toBeVisible();
});
