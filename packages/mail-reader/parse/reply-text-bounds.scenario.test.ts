import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMessage } from './parse-message.ts';
import { BODY_MAX_BYTES, replyText } from './reply-text.ts';

describe('replyText: any input', () => {
  const lines = fc.constantFrom(
    'Thank you.',
    '> quoted',
    'On Mon, May 4, 2026 at 10:12 AM Maren <m@example.org> wrote:',
    '-----Original Message-----',
    'From: a@example.org',
    'Subject: x',
    'Sent: y',
    '-- ',
    'Sent from my iPhone',
    '',
    'Best wishes,',
  );
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(lines, { maxLength: 20 }).map((some) => some.join('\n')),
  );
  const squeeze = (text: string) =>
    text
      .replace(/[\s\u00a0\u202a-\u202f\u2060-\u2064\u2066-\u2069\p{Cc}\ufeff\u200b\ue000-\ue002]+/gu, '')
      .toWellFormed();

  test('never returns nothing for some text, nor text that is not in the message', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { body, fullText } = replyText({ text, html: null });
        expect(body === '').toBe(fullText === '');
        const whole = squeeze(text);
        for (const line of body.split('\n')) expect(whole).toContain(squeeze(line));
        expect(`${body}${fullText}`).not.toMatch(/[[\p{Cc}\u202a-\u202e\u2066-\u2069\ue000\ue001]--[\n\t]]/v);
      }),
      { numRuns: 300 },
    );
  });

  test('keeps every word of a message in which nothing is known to be a quotation', () => {
    const own = fc.constantFrom(
      'I copied you a poem.',
      '> The woods are lovely, dark and deep,',
      '>and miles to go before I sleep',
      '>> said the owl',
      'Goethe said:',
      '>>> READ THIS <<<',
      'Grandmother wrote in 1944:',
      'Am 3.5.2026 um 10:30 Uhr schrieb meine Mutter:',
      'Tom> It rained.',
      '| soup | 3 |',
      '',
    );
    fc.assert(
      fc.property(fc.array(own, { minLength: 1, maxLength: 12 }), (written) => {
        const text = written.join('\n');
        const { body } = replyText(
          { text, html: null },
          { mailed: 'Dear Ilse, the plum tree has flowered.' },
        );
        expect(squeeze(body)).toBe(squeeze(text));
      }),
      { numRuns: 200 },
    );
  });

  test('throws for no HTML', () => {
    const pieces = fc.constantFrom(
      '<div class="gmail_quote">',
      '<blockquote type=cite>',
      '</blockquote>',
      '<p>word',
      '</div>',
      '<div id="appendonsend">',
      '<table><tr><td>',
      '&nbsp;',
      '<!--',
      'On Mon wrote:',
      '<br>',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 20 })), { maxLength: 40 }), (parts) => {
        const { body, fullText } = replyText({ text: null, html: parts.join('') });
        expect(body === '').toBe(fullText === '');
        const whole = squeeze(fullText);
        for (const line of body.split('\n')) expect(whole).toContain(squeeze(line));
      }),
      { numRuns: 300 },
    );
  });

  test('handles random combinations of real messages in time, without adding text', async () => {
    const folder = path.join(import.meta.dirname, '../test/corpus');
    const files = readdirSync(folder).filter((file) => file.endsWith('.eml'));
    const messages = await Promise.all(
      files.map((file) => parseMessage(readFileSync(path.join(folder, file)))),
    );
    const lines = fc.constantFrom(
      ...messages.flatMap(({ texts }) => texts).flatMap(({ text }) => (text ?? '').split('\n')),
    );
    const tags = fc.constantFrom(
      ...messages.flatMap(({ texts }) => texts).flatMap(({ html }) => (html ?? '').split(/(?=<)/)),
    );
    fc.assert(
      fc.property(
        fc.array(lines, { maxLength: 60 }),
        fc.array(tags, { maxLength: 60 }),
        fc.boolean(),
        (text, html, photos) => {
          const message = { text: text.join('\n'), html: html.length > 0 ? html.join('') : null };
          const { body, fullText } = replyText(message, { photos });
          const whole = squeeze(`${message.text} ${replyText({ text: null, html: message.html }).fullText}`);
          for (const line of body.split('\n')) expect(whole).toContain(squeeze(line));
          if (!photos) expect(body === '').toBe(fullText === '');
        },
      ),
      { numRuns: 300 },
    );
  });

  test('cuts a body at 20 KB, at a whole character', () => {
    const { body, fullText } = replyText({ text: '🌸'.repeat(20_000), html: null });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(BODY_MAX_BYTES);
    expect(body).toMatch(/^🌸+$/u);
    expect(fullText).toHaveLength(40_000);
  });

  test.each([
    ['nested', `${'<div>'.repeat(90_000)}deep down${'</div>'.repeat(90_000)}`],
    ['never closed', '<div>deep down'.repeat(75_000)],
    ['framed', `<iframe>${'<div>'.repeat(90_000)}</iframe>deep down`],
    ['quotations', `deep down${'<blockquote type=cite>'.repeat(50_000)}`],
    ['open brackets', `deep down${'<'.repeat(1_000_000)}`],
  ])('handles a megabyte of %s elements', (_what, html) => {
    expect(replyText({ text: null, html }).body).toContain('deep down');
  });

  test.each([
    ['spaces', ' '.repeat(200_000)],
    ['dashes', '-'.repeat(200_000)],
    ['quotes', '>'.repeat(200_000)],
    ['On', 'On '.repeat(70_000)],
    ['lines', 'On a\n'.repeat(40_000)],
    ['From', 'From: <'.repeat(30_000)],
    ['attributions', 'On 1.1.2026 10:12 a wrote:\n'.repeat(7_000)],
    ['empty lines', '\n'.repeat(200_000)],
    ['closings', 'Love,\n'.repeat(30_000)],
    ['closings and ways', 'Love,\na@example.org 1'.repeat(10_000)],
    ['digits', 'Love,\nI\n1 ( '.repeat(15_000)],
    ['quoted lines above a quotation', `${'> a\nb\n'.repeat(25_000)}On 1.1.2026 10:12 a <a@b> wrote:\n> c\n`],
  ])('handles a long run of %s', (_what, run) => {
    expect(replyText({ text: `x${run}x`, html: null }).body).not.toBe('');
  });
});
