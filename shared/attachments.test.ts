import { expect, it } from 'vitest';
import { attachmentLines, attachmentSentence, textWithoutAttachments } from './attachments.ts';

const notes = { name: 'notes.pdf', size: 400 };
const plan = { name: 'plan.odt', size: 5 * 1024 * 1024 };

it('attachmentSentence: names one file, several files, and ten of many', () => {
  expect(attachmentSentence([], 'cannot be shown here')).toBe('');
  expect(attachmentSentence([notes], 'cannot be shown here')).toBe(
    'notes.pdf (1 KB) was attached; it cannot be shown here.',
  );
  expect(attachmentSentence([notes, plan], 'could not be carried along')).toBe(
    'notes.pdf (1 KB) and plan.odt (5.0 MB) were attached; they could not be carried along.',
  );
  const many = Array.from({ length: 14 }, (_, n) => ({ name: `${n + 1}.pdf`, size: 2048 }));
  expect(attachmentSentence(many, 'cannot be shown here')).toMatch(
    /^1\.pdf \(2 KB\), .*, 10\.pdf \(2 KB\) and 4 more were attached; they cannot be shown here\.$/,
  );
});

it('textWithoutAttachments: removes attachment lines only when they are the whole text', () => {
  const attachments = [notes, plan];
  const lines = '[Attached: notes.pdf, 1 KB]\n[Attached: plan.odt, 5120 KB]';
  expect(attachmentLines(attachments)).toBe(lines);
  expect(textWithoutAttachments({ body: lines, attachments })).toBe('');
  expect(textWithoutAttachments({ body: `See:\n${lines}`, attachments })).toBe(`See:\n${lines}`);
  expect(textWithoutAttachments({ body: lines, attachments: [] })).toBe(lines);
});
