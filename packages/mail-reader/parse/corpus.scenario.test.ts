import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseMessage } from './parse-message.ts';
import { replyText } from './reply-text.ts';

/**
 * Answers as mail programs in many languages write them, each with the text that is new in it beside it. They show
 * that the rules hold; the rules were not made from them.
 */
const folder = path.join(import.meta.dirname, '../test/corpus');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.eml'))
  .map((file) => file.slice(0, -'.eml'.length));

/** The letter that some of them answer; what the others answer is known from their quotations alone. */
const LETTER_ID = '<letter-2@slow-letters.example>';
const LETTER = `A letter from Maren Oakes to Ilse Brandt
May 4, 2026

Dear Ilse,

the plum tree has flowered at last. I sat below it all Sunday.

Will you come to see it? There is room.

Maren

1 photo of the handwritten letter is attached:
1. Page 1 of the handwritten letter from Maren Oakes

Reply to this e-mail and your words go straight back to Maren.`;

let right = 0;
afterAll(() => console.info(`reply corpus: ${right} of ${names.length} exact`));

describe('the corpus', () => {
  test.each(names)('%s', async (name) => {
    const expected = readFileSync(path.join(folder, `${name}.txt`), 'utf8').trimEnd();
    const message = await parseMessage(readFileSync(path.join(folder, `${name}.eml`)));
    const mailed = message.headers['in-reply-to']?.[0] === LETTER_ID ? LETTER : '';
    const { body, fullText } = replyText(message.texts, { mailed });
    expect(body).toBe(expected);
    expect(fullText.length).toBeGreaterThanOrEqual(body.trim().length);
    right++;
  });

  test('has enough messages', () => {
    expect(names.length).toBeGreaterThanOrEqual(60);
  });
});
