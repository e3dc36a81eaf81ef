import { words } from '../../shared/words.ts';
import type { LetterMail, TemplatePhoto } from '../../templates/template.ts';

/** Photos of a letter for tests: mostly portraits, every third page a landscape. */
export function testPhotos(count: number): TemplatePhoto[] {
  return Array.from({ length: count }, (_, index) => {
    const landscape = index % 3 === 2;
    return {
      src: `cid:page-${index + 1}@letters.example`,
      width: landscape ? 1200 : 900,
      height: landscape ? 900 : 1200,
      alt: `Page ${index + 1} of the letter`,
    };
  });
}

/** A letter for tests, with what a test cares about put in its place. */
export function testLetterMail(changes: Partial<LetterMail> = {}): LetterMail {
  return {
    words: words('en'),
    productName: 'Slow Letters',
    productUrl: 'https://letters.example/',
    senderName: 'Maren Oakes',
    recipientName: 'Ilse Brandt',
    recipientEmail: 'ilse.brandt@example.org',
    writtenOn: new Date('2026-03-14T12:00:00Z'),
    message: 'Dear Ilse,\n\nThe plum tree flowered.\nAt last.\n\nMaren',
    photos: testPhotos(3),
    ...changes,
  };
}
