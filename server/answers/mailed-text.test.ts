import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { replyText } from '../../packages/mail-reader/parse/reply-text.ts';
import { TEMPLATE_IDS } from '../../shared/templates.ts';
import { renderPlainText } from '../../templates/plain-text.ts';
import { loadTemplates } from '../../templates/render-template.tsx';
import { testLetterMail, testPhotos } from '../../test/support/letter-mail.ts';
import { wordsOfMail } from './mailed-text.ts';

const renderTemplate = await loadTemplates();
beforeEach(() => void vi.spyOn(console, 'error'));
afterEach(() => expect(console.error, 'by React').not.toHaveBeenCalled());
const letter = testLetterMail({
  message:
    'Dear Ilse,\n\ndo you still have the red bicycle? I dreamt of it.\n\nAre you coming to Graz in May?\n\nMaren',
});
const HEAD =
  '<div><b>From:</b> Maren Oakes &lt;letters@example.org&gt;<br><b>Sent:</b> Monday, May 4, 2026 10:12 AM<br><b>To:</b> Ilse<br><b>Subject:</b> A letter</div>';

test('replyText: nothing of the plain text is taken for an answer, with a line over it', () => {
  const mail = { ...letter, heading: 'Wednesdays are for plums' };
  const head =
    'From: Maren Oakes <letters@example.org>\nSent: Monday, May 4, 2026 10:12 AM\nTo: Ilse\nSubject: A letter';
  const text = `See below, in red.\n\n${head}\n\n${renderPlainText(mail)}`;
  const mailed = wordsOfMail(renderTemplate, 'vintage', mail);
  expect(replyText({ text, html: null }, { mailed }).body).toBe('See below, in red.');
});

describe.each(TEMPLATE_IDS)('replyText: the %s template quoted by Outlook', (id) => {
  const quoted = renderTemplate(id, letter);
  const bodyOf = (html: string, of = wordsOfMail(renderTemplate, id, letter)) =>
    replyText({ text: null, html: `<p>See below, in red.</p>${HEAD}${html}` }, { mailed: of }).body;

  test.each([
    ['as it is', letter],
    ['of one photo', { ...letter, photos: testPhotos(1) }],
    ['without words', { ...letter, message: '' }],
    ['with a line over it', { ...letter, heading: 'Wednesdays are for plums', greetingName: 'Aunt Ilse' }],
    [
      'with its pages',
      { ...letter, webUrl: 'https://letters.example/l/x', stopUrl: 'https://letters.example/s/x' },
    ],
  ])('nothing of it is taken for an answer: %s', (_what, mail) => {
    expect(bodyOf(renderTemplate(id, mail), wordsOfMail(renderTemplate, id, mail))).toBe(
      'See below, in red.',
    );
  });

  test('what was written into it is an answer', () => {
    const answered = quoted
      .replaceAll(
        'I dreamt of it.',
        'I dreamt of it. <span style="color:red">Yes, it hangs in the barn!</span>',
      )
      .replaceAll('Are you coming to Graz in May?', '$&<br>Only by train.');
    expect(bodyOf(answered)).toBe('See below, in red.\n\nYes, it hangs in the barn!\n\nOnly by train.');
  });
});
