import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { newReplyBody } from './conversations.ts';
import { giveStampsBody } from './gifts.ts';
import { createLetterBody } from './letters.ts';
import { reportBody } from './reports.ts';
import { supportBody } from './support.ts';

const HOSTILE = 'pay\u202elater\u2066 now\u0007\r\nor\u2028not\ud800';
const CLEAN = 'paylater now\nor\nnot\ufffd';

/** Every text that one person writes and another, or the operator, reads. */
const TEXTS: [string, ZodType | undefined, string][] = [
  ['message', createLetterBody.shape.emailMessage, CLEAN],
  ['line over the letter', createLetterBody.shape.heading, CLEAN.replace(/\n/g, ' ')],
  ['answer', newReplyBody.shape.body, CLEAN],
  ['note of a gift', giveStampsBody.shape.note, CLEAN],
  ['report', reportBody.shape.words, CLEAN],
  ['subject to support', supportBody.shape.subject, CLEAN.replace(/\n/g, ' ')],
  ['message to support', supportBody.shape.message, CLEAN],
];

describe('written text', () => {
  it.each(TEXTS)('%s: loses what turns its direction, and control characters', (_, schema, clean) => {
    expect(schema?.parse(HOSTILE)).toBe(clean);
  });

  it("a photo's description loses them too", () => {
    expect(createLetterBody.shape.photoAlts.parse([HOSTILE])).toEqual([CLEAN]);
  });

  it('the marks of languages from right to left stay', () => {
    const text = 'عربي\u200f (PDF)\u200e, \u0646\u200c\u0645';
    expect(createLetterBody.shape.emailMessage.parse(text)).toBe(text);
  });
});
