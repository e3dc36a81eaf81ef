import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseMessage } from './parse-message.ts';
import { replyText } from './reply-text.ts';

/**
 * Answers as mail programs in many languages write them, each with the text that is new in it beside it. They show
 * that the rules hold; the rules were not made from them.
 */
const folder = path.join(import.meta.dirname, '../../../test/mail/corpus');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.eml'))
  .map((file) => file.slice(0, -'.eml'.length));

let right = 0;
afterAll(() => console.info(`reply corpus: ${right} of ${names.length} exact`));

describe('the corpus', () => {
  test.each(names)('%s', async (name) => {
    const expected = readFileSync(path.join(folder, `${name}.txt`), 'utf8').trimEnd();
    const message = await parseMessage(readFileSync(path.join(folder, `${name}.eml`)));
    const { body, fullText } = replyText(message.texts);
    expect(body).toBe(expected);
    expect(fullText.length).toBeGreaterThanOrEqual(body.trim().length);
    right++;
  });

  test('has enough messages', () => {
    expect(names.length).toBeGreaterThanOrEqual(60);
  });
});
