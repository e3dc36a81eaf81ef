import { expect, test } from '@playwright/test';
import { stylesheet } from '../server/core/html/stylesheet.ts';
import { wordsFor } from '../server/core/words.ts';
import { emptyForm } from '../server/pages/letter/answer-section.ts';
import { letterPage } from '../server/pages/letter/letter-page.ts';

const words = wordsFor('en');
const [portrait, wide, narrow, square] = [
  { width: 1800, height: 2400 },
  { width: 2400, height: 1800 },
  { width: 1350, height: 2400 },
  { width: 2000, height: 2000 },
];
const FEW_WORDS = 'With all my love, Maren';
const MANY_WORDS = Array.from({ length: 60 }, () => 'The plum tree did it at last. '.repeat(4)).join('\n\n');

/** A letter's page as it is printed, its photos drawn. */
function printed(template: string, photos: { width: number; height: number }[], message: string): string {
  const picture = ({ width, height }: { width: number; height: number }) =>
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`;
  return letterPage({
    path: '/l/x',
    query: '',
    writtenIn: 'en',
    template,
    mail: {
      ...{ words, productName: 'Slow Letters', productUrl: '', senderName: 'Maren Oakes', photos: [] },
      ...{
        recipientName: 'Ilse Brandt',
        recipientEmail: 'ilse@example.org',
        writtenOn: new Date(0),
        message,
      },
    },
    pages: photos.map((size) => ({ ...size, alt: '', words: 'Dear Ilse' })),
    answer: emptyForm('form'),
    mayStop: true,
    languages: ['en'],
  })
    .replace(/<link rel="stylesheet"[^>]*>/, `<style>${stylesheet}</style>`)
    .replace(/src="\/l\/x\/photo\/(\d+)"/g, (_, number) => `src="${picture(photos[number - 1] ?? square)}"`)
    .replaceAll(' loading="lazy"', '');
}

test('a printed letter has no empty sheet and no lone heading, on A4 and Letter', async ({ page }) => {
  const letters: [string, { width: number; height: number }[], number][] = [
    ['one page', [portrait], 1],
    ['a narrow one', [narrow], 1],
    ['a wide one', [wide], 1],
    ['two wide ones', [wide, wide], 2],
    ['two wide ones between others', [portrait, wide, wide, portrait], 3],
    ['all shapes', [square, wide, narrow, portrait], 4],
    ['narrow ones', [narrow, narrow, narrow], 3],
  ];
  for (const template of ['modern', 'zine']) {
    for (const format of ['A4', 'Letter']) {
      const sheetsOf = async (photos: { width: number; height: number }[], message: string) => {
        await page.setContent(printed(template, photos, message));
        const pdf = await page.pdf({ format, tagged: true });
        return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      };
      for (const [what, photos, sheets] of letters)
        expect(await sheetsOf(photos, FEW_WORDS), `${what}, ${template}, ${format}`).toBe(sheets);
      const words = await sheetsOf([], MANY_WORDS);
      expect(await sheetsOf([portrait], MANY_WORDS)).toBeLessThanOrEqual(words + 1);
    }
  }
});
