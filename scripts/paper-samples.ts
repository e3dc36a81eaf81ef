import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { TEMPLATE_IDS, type TemplateId } from '../shared/templates.ts';
import { words } from '../shared/words.ts';
import { loadTemplates } from '../templates/render-template.tsx';
import type { LetterMail } from '../templates/template.ts';
import { photo } from '../test/support/mail-reader.ts';
import { launchChromium } from './launch-chromium.ts';

// Makes the finished letters of the mission page, one on each paper, in `web/images/papers/`: `npm exec -- tsx
// scripts/paper-samples.ts`, after a template or a photo of the samples changed; the results are committed.
const folder = path.resolve(import.meta.dirname, '..', 'web', 'images', 'papers');
/** CSS pixels of a letter that are shown: the widest template, and three quarters as wide as high. */
const SHOWN = { width: 640, height: 853 };
const WIDTHS = [280, 560];

type Sample = Pick<LetterMail, 'senderName' | 'recipientName' | 'recipientEmail' | 'message'> & {
  page: string;
};

const TO_ILSE = {
  senderName: 'Maren Oakes',
  recipientName: 'Ilse Brandt',
  recipientEmail: 'ilse.brandt@example.org',
};
const TREE: Sample = {
  ...TO_ILSE,
  message:
    'Dear Ilse,\n\nThe plum tree did it at last, so I wrote to you properly, with the good pen.\n\nMaren',
  page: 'plum-page-1.jpg',
};
const PORCH: Sample = {
  senderName: 'Maren Oakes',
  recipientName: 'Bea Lindqvist',
  recipientEmail: 'bea.lindqvist@example.org',
  message: 'Dear Bea,\n\nI keep the photograph of your porch above the desk.\n\nEver yours, Maren',
  page: 'airmail.jpg',
};
const KITE: Sample = {
  senderName: 'Posy',
  recipientName: 'Uncle Theo',
  recipientEmail: 'theo@example.org',
  message: 'Dear Uncle Theo,\n\nIt flies so good that I had to draw it.\n\nPosy',
  page: 'child-drawing.jpg',
};
const LIGHTHOUSE: Sample = {
  senderName: 'Posy and Theo',
  recipientName: 'Grandpa Anselm',
  recipientEmail: 'anselm@example.org',
  message: 'Dear Grandpa,\n\nThe card is in the post too. This one is faster.\n\nPosy & Theo',
  page: 'postcard-back.jpg',
};
const SOUP: Sample = {
  ...TO_ILSE,
  message: 'Dear Ilse,\n\nYou always kept my notes. Here is one more.\n\nMaren',
  page: 'torn-note.jpg',
};

const SAMPLES: Record<TemplateId, Sample> = {
  classic: TREE,
  modern: { ...TREE, page: 'plum-page-2.jpg' },
  vintage: TREE,
  notebook: PORCH,
  postcard: LIGHTHOUSE,
  museum: KITE,
  zine: SOUP,
  storybook: PORCH,
  hackley: KITE,
};

async function mail({ page, ...letter }: Sample): Promise<LetterMail> {
  const bytes = await readFile(photo(page));
  const { width, height } = await sharp(bytes).metadata();
  return {
    ...letter,
    words: words('en'),
    productName: 'Slow Letters',
    productUrl: 'https://letters.example/',
    writtenOn: new Date('2026-03-14T12:00:00Z'),
    photos: [{ src: `data:image/jpeg;base64,${bytes.toString('base64')}`, width, height, alt: '' }],
  };
}

const render = await loadTemplates();
await mkdir(folder, { recursive: true });
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: SHOWN, deviceScaleFactor: 2 });
  for (const id of TEMPLATE_IDS) {
    await page.setContent(render(id, await mail(SAMPLES[id])), { waitUntil: 'load' });
    const shot = await page.screenshot();
    for (const width of WIDTHS)
      await sharp(shot)
        .resize(width)
        .avif({ quality: 52, effort: 9 })
        .toFile(path.join(folder, `${id}-${width}.avif`));
  }
} finally {
  await browser.close();
}
