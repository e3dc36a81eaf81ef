import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordsFor } from '../server/core/words.ts';
import { LANGUAGES } from '../shared/languages.ts';
import { TEMPLATE_IDS } from '../shared/templates.ts';
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

const NAMES: [recipientName: string, senderName: string][] = [
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
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
        // Japanese is broken anywhere.
        if (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(word)) continue;
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

/** A photo is shown at least so wide, by the part of the screen and in px, unless that would enlarge it. */
const PART_OF_SCREEN = 0.82;
const WIDE_ENOUGH = 460;

/** Widths of the photos in which handwriting is too small to read. */
function smallPhotos(): Promise<number[]> {
  return page.evaluate(
    ([part, enough]) =>
      [...document.images].flatMap(({ width, naturalWidth }) =>
        width < Math.min(part * innerWidth, enough, naturalWidth) ? [width] : [],
      ),
    [PART_OF_SCREEN, WIDE_ENOUGH] as const,
  );
}

/** A sheet of A4 with margins of 12 and 15 mm, in CSS pixels. */
const SHEET = { width: 703, height: 1009 };

/** Photos that a printer may cut in two: not in a block that it keeps together, or in one longer than a sheet. */
function cutPhotos(): Promise<number[]> {
  return page.evaluate(
    (sheet) =>
      [...document.images].flatMap((image, index) => {
        let block: Element | null = image;
        while (block && getComputedStyle(block).breakInside !== 'avoid') block = block.parentElement;
        const whole = block instanceof HTMLDivElement && block.getBoundingClientRect().height <= sheet;
        return whole ? [] : [index];
      }),
    SHEET.height,
  );
}

const SCREENS = [320, 390, 700];

/**
 * The mail as Outlook for Windows reads it: by its own style alone, with every cell beside its neighbour, and without what has no
 * space before `!important`.
 */
const forOutlook = (html: string) =>
  html
    .replaceAll(/<style>[^<]*<\/style>(?!<!\[endif\])/g, '')
    .replaceAll(/<!--\[if mso\]>|<!\[endif\]-->/g, '')
    .replaceAll(/(<td[^>]* style=")display:block;?/g, '$1')
    .replaceAll(/(?<! )!important/g, ' none');

/** Pixels between what stands in a column and in the next one, wherever columns stand side by side. */
function columnGaps(): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.col + .col')].map((column) => {
      const before = column.previousElementSibling;
      if (!before) return 0;
      const text = document.createRange();
      text.selectNodeContents(before);
      const end = Math.max(...[...text.getClientRects()].map(({ right }) => right));
      return column.getBoundingClientRect().left + parseFloat(getComputedStyle(column).paddingLeft) - end;
    }),
  );
}

describe.runIf(mayRun).each(TEMPLATE_IDS)('%s', (id) => {
  it.each([
    ['its style', (html: string) => html],
    ['no style element', (html: string) => html.replaceAll(/<style>[^<]*<\/style>/g, '')],
  ])('fits screens and shows handwriting as wide as they are, with %s', async (_, changed) => {
    for (const [name, letter] of Object.entries(LETTERS)) {
      await page.setContent(changed(renderTemplate(id, letter)));
      for (const width of SCREENS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await tooWide(), `${name}, ${width} px`).toEqual([]);
        expect(await distortedPhotos(), `${name}, ${width} px`).toEqual([]);
        expect(await smallPhotos(), `${name}, ${width} px`).toEqual([]);
      }
    }
    for (const [recipientName, senderName] of NAMES) {
      const names = { recipientName, senderName };
      const letter = testLetterMail({ ...addresses, ...names, photos: photos(1), message: MESSAGE });
      await page.setContent(changed(renderTemplate(id, { ...letter, envelope: true })));
      for (const width of SCREENS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await brokenWords(), `${recipientName}, ${width} px`).toEqual([]);
        expect(await tooWide(), `${recipientName}, ${width} px`).toEqual([]);
      }
    }
  });

  it('keeps its own words whole on a narrow screen, in every language', async () => {
    const letter = testLetterMail({ ...addresses, photos: photos(1), message: MESSAGE, envelope: true });
    await page.setViewportSize({ width: 320, height: 800 });
    for (const language of LANGUAGES) {
      await page.setContent(renderTemplate(id, { ...letter, words: wordsFor(language) }));
      expect(await brokenWords(), language).toEqual([]);
      expect(await tooWide(), language).toEqual([]);
    }
  });

  it('in Outlook for Windows: columns stand apart', async () => {
    await page.setViewportSize({ width: 700, height: 800 });
    await page.setContent(
      forOutlook(renderTemplate(id, testLetterMail({ ...addresses, photos: photos(2), message: MESSAGE }))),
    );
    expect(await tooWide()).toEqual([]);
    for (const gap of await columnGaps()) expect(gap).toBeGreaterThanOrEqual(18);
  });

  it('is printed with every photo whole', async () => {
    const tall = { src: picture(600, 4000), width: 600, height: 4000, alt: 'A receipt' };
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(SHEET);
    await page.setContent(renderTemplate(id, testLetterMail({ photos: [...photos(3), tall] })));
    const cut = await cutPhotos();
    await page.emulateMedia({ media: 'screen' });
    expect(cut).toEqual([]);
  });

  it('keeps the lines and spaces of a poem', async () => {
    const poem = 'Roses are red,\n   violets  are blue,\n\tand so is the ink\nthat I wrote with to you.';
    await page.setContent(renderTemplate(id, testLetterMail({ message: `Dear Ilse,\n\n${poem}\n\nMaren` })));
    const shown = await page.evaluate(() => document.body.innerText.replaceAll('\u00a0', ' '));
    expect(shown).toContain(poem.replace('\t', '    '));
  });
});
