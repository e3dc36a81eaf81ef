import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bounce, REPORTS, VACATION, WORDS } from '../test/bounce-messages.ts';
import { type BounceCandidate, readBounceReport } from './bounce-report.ts';

describe('readBounceReport: RFC 3464', () => {
  test.each(REPORTS)('$name: $action $status', ({ raw, action, status, says }) => {
    const report = readBounceReport(bounce(raw));
    expect(report).toMatchObject({ action, status });
    if (says) expect(report?.diagnostic).toContain(says);
  });
});

describe('readBounceReport: phrases', () => {
  test.each(WORDS)('$name: $action $status', ({ action, status, ...message }) => {
    expect(readBounceReport(bounce('', message))).toMatchObject({ action, status });
  });

  test('ignores phrases in the copy of the returned mail', () => {
    const text =
      'Your message is queued.\n\n--- Below this line is a copy of the message.\n\nIt was not delivered. 550 5.1.1';
    expect(readBounceReport(bounce('', { text, subject: 'A notice' }))).toBeNull();
  });
});

describe('readBounceReport: null for other mail', () => {
  test.each(VACATION)('%s', (_what, message) => {
    expect(readBounceReport(bounce('raw' in message ? (message.raw ?? '') : '', message))).toBeNull();
  });
});

test('readBounceReport: throws for no text and takes linear time', () => {
  const pieces = fc.constantFrom(
    'Content-Type: message/delivery-status\n\n',
    'Action: failed\n',
    'Status: 5.1.1\n',
    '--b\n',
    '\n\n',
    ' ',
    '5.1.1',
    '550 ',
    'permanent error ',
    'mailbox ',
    'a'.repeat(3_000),
    '='.repeat(500),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      const message: BounceCandidate = bounce(text, { text, subject: text.slice(0, 500) });
      readBounceReport(message);
    }),
    { numRuns: 300 },
  );
});
