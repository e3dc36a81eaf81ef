import { describe, expect, it } from 'vitest';
import { testLetterMail, testPhotos } from '../test/support/letter-mail.ts';
import { renderPlainText } from './plain-text.ts';

describe('renderPlainText', () => {
  it('has the sender, the message, the list of photos and how to answer', () => {
    const page = 'https://letters.example/l/abc';
    const text = renderPlainText(
      testLetterMail({
        photos: testPhotos(2),
        webUrl: page,
        stopUrl: `${page}/stop`,
        stampUrl: 'https://letters.example/credits?stamp',
      }),
    );
    expect(text).toBe(`A letter from Maren Oakes to Ilse Brandt
March 14, 2026

Dear Ilse,

The plum tree flowered.
At last.

Maren

* * *

2 photos of the handwritten letter are attached:
1. Page 1 of the letter
2. Page 2 of the letter

Open in the browser: https://letters.example/l/abc
Write back by hand: https://letters.example/l/abc#answer
Reply to this e-mail and your words go straight back to Maren Oakes.
Maren Oakes enclosed a stamp. Write a letter of your own with it: https://letters.example/credits?stamp
Written by hand, sent with Slow Letters: https://letters.example/
Don't send me letters from this person: https://letters.example/l/abc/stop
`);
  });

  it('begins with the writer’s own line over the letter', () => {
    expect(renderPlainText(testLetterMail({ heading: 'For your eightieth birthday!' }))).toMatch(
      /^For your eightieth birthday!\n\nA letter from Maren Oakes/,
    );
  });

  it('has the singular for one photo, and no list without photos', () => {
    expect(renderPlainText(testLetterMail({ photos: testPhotos(1) }))).toContain(
      '1 photo of the handwritten letter is attached:\n1. Page 1 of the letter',
    );
    expect(renderPlainText(testLetterMail({ photos: [] }))).not.toContain('attached');
  });

  it('keeps user text unescaped, and long descriptions whole on one line', () => {
    const alt = `${'word '.repeat(180)}\nend`;
    const [photo] = testPhotos(1);
    const text = renderPlainText(
      testLetterMail({ message: 'a < b & "c"', photos: photo ? [{ ...photo, alt }] : [] }),
    );
    expect(text).toContain('\n\na < b & "c"\n\n');
    expect(text).toMatch(/^1\. (word ){180}end$/m);
  });

  it('omits an empty message, and calls a sender without a name a friend', () => {
    const text = renderPlainText(testLetterMail({ message: ' \n\n ', senderName: ' ' }));
    expect(text).toMatch(/^A letter from a friend to Ilse Brandt\nMarch 14, 2026\n\n\* \* \*\n/);
  });

  it('has the day in the writer’s time zone, and in UTC for an unknown zone', () => {
    const late = { writtenOn: new Date('2026-03-14T23:30:00Z') };
    expect(renderPlainText(testLetterMail({ ...late, timeZone: 'Europe/Berlin' }))).toContain(
      'March 15, 2026',
    );
    expect(renderPlainText(testLetterMail({ ...late, timeZone: 'Mars/Olympus' }))).toContain(
      'March 14, 2026',
    );
  });
});
