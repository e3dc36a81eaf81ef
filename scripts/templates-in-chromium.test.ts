import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEMPLATE_IDS, type TemplateId } from '../shared/templates.ts';
import { loadTemplates } from '../templates/render-template.tsx';
import type { LetterMail } from '../templates/template.ts';
import { testLetterMail, testPhotos } from '../test/support/letter-mail.ts';
import { findChromium } from './find-chromium.ts';
import { launchChromium } from './launch-chromium.ts';

const renderTemplate = await loadTemplates();

/** In CI a missing browser is a failure: no other test measures the rendered templates. */
const mayRun = (await findChromium()) !== null || process.env.CI === 'true';

/** A plain picture, of the size that the template is given. */
const picture = (width: number, height: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#987"/></svg>`)}`;

function photos(count: number): LetterMail['photos'] {
  return testPhotos(count).map((photo) => ({ ...photo, src: picture(photo.width, photo.height) }));
}

const addresses = {
  webUrl: 'https://letters.example/l/abc',
  stopUrl: 'https://letters.example/l/abc/stop',
  photosReduced: true,
};
const MESSAGE =
  'Dear Ilse,\n\nI planted the plum tree four years ago and it flowered at last this March, white and loud with bees.\n\nMaren';
const LETTERS: Record<string, LetterMail> = {
  'two photos': testLetterMail({ ...addresses, photos: photos(2), message: MESSAGE }),
  'twenty photos': testLetterMail({
    ...addresses,
    photos: photos(20),
    message: 'A line of plums. '.repeat(290),
  }),
  'very long words': testLetterMail({
    ...addresses,
    photos: [
      { src: picture(6000, 300), width: 6000, height: 300, alt: 'x'.repeat(500) },
      { src: picture(40, 900), width: 40, height: 900, alt: 'A narrow strip' },
      { src: 'cid:blocked', width: 0, height: 0, alt: 'y'.repeat(500) },
    ],
    message: `${'W'.repeat(40)},\n\n${'W'.repeat(400)}\n\n${'愛'.repeat(200)}🌸\n\n${'ש'.repeat(50)}`,
    senderName: 'M'.repeat(120),
    recipientName: `${'W'.repeat(80)} ${'W'.repeat(80)}`,
    recipientEmail: `${'w'.repeat(64)}@${'m'.repeat(60)}.example.org`,
    productName: 'N'.repeat(60),
  }),
};

const NAMES = [
  ['Ilse Brandt', 'Maren Oakes'],
  ['Mr. Adeyemi', 'Aunt Anna'],
  ['عبد الرحمن بن محمد الأنصاري', 'فاطمة الزهراء بنت يوسف'],
  [
    'Maria Theresia Wilhelmina Charlotte von und zu Hohenberg',
    'Johann Nepomuk Graf von Waldstein-Dux und Leutomischl',
  ],
];

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
});
afterAll(() => browser?.close());

async function open(id: TemplateId, letter: LetterMail, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.setContent(renderTemplate(id, letter));
}

/** Elements that exceed the screen or the widest template. */
function tooWide(): Promise<string[]> {
  return page.evaluate(() => {
    const screen = document.documentElement.clientWidth;
    const out = document.documentElement.scrollWidth > screen ? ['the whole mail'] : [];
    for (const element of document.body.querySelectorAll('td,table,img,p')) {
      const box = element.getBoundingClientRect();
      const isWall = element.matches('.wall,.side');
      if (box.left < -0.5 || box.right > screen + 0.5 || (!isWall && box.width > 640.5))
        out.push(`${element.tagName} ${element.className} ${Math.round(box.width)} px`);
    }
    return out;
  });
}

/** Words broken over two lines: their type is too large for the font in use. */
function brokenWords(): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

/** Indexes of photos whose aspect ratio on the screen differs from that of their pixels. */
function distortedPhotos(): Promise<number[]> {
  return page.evaluate(() =>
    [...document.images].flatMap((image, index) => {
      const { width, height } = image.getBoundingClientRect();
      const distorted = Math.abs(height - (width * image.naturalHeight) / image.naturalWidth) > 1;
      return image.naturalWidth > 0 && distorted ? [index] : [];
    }),
  );
}

describe.runIf(mayRun).each([320, 375, 640])('templates on a screen of %i px', (width) => {
  describe.each(TEMPLATE_IDS)('%s', (id) => {
    it.each(Object.entries(LETTERS))('fit %s without overflow or distorted photos', async (_, letter) => {
      await open(id, letter, width);
      expect(await tooWide()).toEqual([]);
      expect(await distortedPhotos()).toEqual([]);
    });

    it.each(NAMES)('break no word of a letter to %s from %s', async (recipientName, senderName) => {
      const names = { recipientName, senderName };
      await open(id, testLetterMail({ ...addresses, ...names, photos: photos(5), message: MESSAGE }), width);
      expect(await brokenWords()).toEqual([]);
      expect(await tooWide()).toEqual([]);
    });
  });
});
