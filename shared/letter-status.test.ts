import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isIn, type LetterStatus, STATUS, statusesBefore, statusesIn } from './letter-status.ts';
import { statusWord } from './letter-status-words.ts';
import { words } from './words.ts';

it('statusWord: its own, but for a letter that is held or came back; an unknown one as it is', () => {
  const english = words('en');
  expect(
    ['sealed', 'held', 'sent', 'bounced', 'unsent', 'delayed'].map((one) => statusWord(one, english)),
  ).toEqual(['sealed', 'on hold', 'sent', 'came back', 'unsent', 'delayed']);
});

it('statuses: a letter leaves once: after it was posted it is posted again only by a new charge', () => {
  for (const status of statusesIn('retryable')) expect(statusesBefore(STATUS.queued)).toContain(status);
  expect(statusesBefore(STATUS.queued)).not.toContain(STATUS.sent);
  expect(statusesBefore(STATUS.sent)).toEqual([STATUS.sending]);
  expect(statusesBefore(STATUS.created)).toEqual([]);
});

it('statuses: what never left is not seen by its recipient, nor may it bounce', () => {
  const never: LetterStatus[] = ['created', 'sealed', 'scheduled', 'held', 'unsent'];
  for (const status of never) expect(isIn('seenByRecipient', status), status).toBe(false);
  expect(statusesBefore(STATUS.bounced)).toEqual(statusesIn('posted'));
});

const ROOT = path.resolve(import.meta.dirname, '..');
/** The module; the table's indexes, which are those of the migrations; the statuses of a relay. */
const HOME = [
  'shared/letter-status.ts',
  'shared/letter-status-words.ts',
  'shared/conversations.ts',
  'server/letters/schema.ts',
];
const STATUSES = Object.keys(STATUS).join('|');
const LITERALS = [
  /** statuses that nothing else is called */
  /'(?:sealed|bounced|unsent)'/,
  new RegExp(`'(?:${STATUSES})', '(?:${STATUSES})'`),
  new RegExp(`\\b(?:letters?|l)\\.status\\b\\W{0,12}'(?:${STATUSES})'`),
];

it('statuses: no other file of the product names one by a literal', async () => {
  const found: string[] = [];
  for await (const file of glob('{server,web,shared,templates}/**/*.{ts,tsx}', { cwd: ROOT })) {
    if (/\.test\.tsx?$/.test(file) || HOME.includes(file)) continue;
    const lines = (await readFile(path.join(ROOT, file), 'utf8')).split('\n');
    for (const [at, line] of lines.entries())
      if (LITERALS.some((literal) => literal.test(line))) found.push(`${file}:${at + 1}: ${line.trim()}`);
  }
  expect(found).toEqual([]);
});
