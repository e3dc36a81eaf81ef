import { describe, expect, test } from 'vitest';
import { readBounceReport } from '../../../packages/mail-reader/classify/bounce-report.ts';
import { whyNotAReply } from '../../../packages/mail-reader/classify/not-a-reply.ts';
import { PEOPLE } from '../../../packages/mail-reader/test/automatic-messages.ts';
import { bounce } from '../../../packages/mail-reader/test/bounce-messages.ts';
import { type Cause, PROGRAM_REPORTS } from '../../../packages/mail-reader/test/bounce-programs.ts';
import { reasonOfStatus } from './delivery-failure.ts';

const CAUSES: [RegExp, Cause][] = [
  [/no mailbox/, 'mailbox'],
  [/does not take mail/, 'domain'],
  [/closed or suspended/, 'closed'],
  [/is full/, 'full'],
  [/larger/, 'large'],
  [/not be reached/, 'unreachable'],
];

function causeOf(message: Parameters<typeof bounce>[1]): Cause | undefined {
  const report = readBounceReport(bounce('', message));
  if (report?.action === 'delayed') return 'delayed';
  if (report?.action !== 'failed') return undefined;
  const reason = reasonOfStatus(report.status ?? '', 'ilse@example.org')?.text ?? '';
  return CAUSES.find(([words]) => words.test(reason))?.[1] ?? 'refused';
}

describe('readBounceReport: programs without a machine-readable part', () => {
  test.each(PROGRAM_REPORTS)('%s: %s', (_program, cause, from, subject, text) => {
    const headers = { from: [from] };
    expect(causeOf({ from: /<(.+)>/.exec(from)?.[1] ?? from, subject, text, headers })).toBe(cause);
  });

  test('from the address of a mail system it is the same, and proves nothing', () => {
    for (const [program, cause, from, subject, text] of PROGRAM_REPORTS) {
      const address = /<(.+)>/.exec(from)?.[1] ?? from;
      const message = { headers: { from: [from] }, from: address, subject, text, envelopeSender: address };
      if (whyNotAReply({ ...message, body: text }, address) !== 'bounce') continue;
      expect(causeOf(message), program).toBe(cause);
      expect(readBounceReport(bounce('', message))?.fromNullSender, program).toBe(false);
    }
  });

  test('whyNotAReply: none is taken for a person’s, from an address of its own either', () => {
    for (const [program, , from, subject, body] of PROGRAM_REPORTS) {
      const message = { headers: { from: [from] }, subject, body };
      expect(whyNotAReply(message, from), program).not.toBeNull();
      expect(whyNotAReply(message, ''), program).not.toBeNull();
    }
  });
});

test.each(PEOPLE)(
  'readBounceReport: %s for what people write: %s',
  (_why, _who, subject, text, headers = {}) => {
    const message = { from: 'ilse@example.org', subject, text, headers, envelopeSender: 'ilse@example.org' };
    expect(readBounceReport(bounce('', message))).toBeNull();
  },
);
