import { expect, it } from 'vitest';
import { attachmentLines } from '../packages/mail-reader/attachment-lines.ts';
import { filesInWords, textWithoutAttachments } from './attachments.ts';
import { words } from './words.ts';

const notes = { name: 'notes.pdf', size: 400 };
const plan = { name: 'plan.odt', size: 5 * 1024 * 1024 };

it('filesInWords: names one file, several files, and ten of many', () => {
  const english = words('en');
  expect(filesInWords([notes], english)).toBe('notes.pdf (1 KB)');
  expect(filesInWords([notes, plan], english)).toBe('notes.pdf (1 KB) and plan.odt (5.0 MB)');
  const many = Array.from({ length: 14 }, (_, n) => ({ name: `${n + 1}.pdf`, size: 2048 }));
  expect(filesInWords(many, english)).toMatch(/^1\.pdf \(2 KB\), .*, 10\.pdf \(2 KB\) and 4 more$/);
  expect(filesInWords([notes, plan], words('fr', { '{file} ({size} MB)': '{file} ({size} Mo)' }))).toBe(
    'notes.pdf (1 KB) et plan.odt (5,0 Mo)',
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
