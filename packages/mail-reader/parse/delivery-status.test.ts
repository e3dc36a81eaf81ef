import { describe, expect, test } from 'vitest';
import { manyStatusParts } from '../test/hostile-mail.ts';
import { wordsOf } from './clean-html.ts';
import { readDeliveryStatus } from './delivery-status.ts';

const PART = 'Content-Type: message/delivery-status\n';
const KB_256 = 256 * 1024;

// What is not linear takes longer on these than a test may.
describe('readDeliveryStatus: linear time', () => {
  test.each([
    ['parts in one header', manyStatusParts(KB_256)],
    ['parts with a body each', Buffer.from(`${PART}\nStatus: 5.1.1\n\n--b\n`.repeat(5_000))],
    ['parts without a body', Buffer.from(PART.repeat(7_000))],
    [
      'spaces in quoted-printable',
      Buffer.from(`${PART}Content-Transfer-Encoding: quoted-printable\n\n${' '.repeat(KB_256)}`),
    ],
    ['one long field', Buffer.from(`${PART}\nDiagnostic-Code: ${'1.'.repeat(KB_256 / 2)}`)],
    ['folded lines', Buffer.from(`${PART}\nStatus: 5.1.1${'\n '.repeat(KB_256 / 2)}`)],
    ['line ends', Buffer.from(`${PART}\n${'\n'.repeat(KB_256)}`)],
    ['spaces after the field', Buffer.from(`Content-Type:${' '.repeat(KB_256)}`)],
  ])('%s', (_what, raw) => {
    expect(readDeliveryStatus(raw).length).toBeLessThanOrEqual(100);
  });

  test('returns at most 100 recipients, each with a bounded diagnostic', () => {
    expect(readDeliveryStatus(manyStatusParts(KB_256))).toHaveLength(100);
    const parts = `--b\n${PART}\nStatus: 5.1.1\n\n`.repeat(60);
    expect(readDeliveryStatus(Buffer.from(parts))).toHaveLength(50);
    const [told] = readDeliveryStatus(
      Buffer.from(`${PART}\nAction: failed\nDiagnostic-Code: smtp; ${'x'.repeat(100_000)}`),
    );
    expect(told?.diagnostic).toHaveLength(500);
  });

  test('decodes quoted-printable with soft line breaks', () => {
    const raw = `${PART}Content-Transfer-Encoding: quoted-printable\n\nAction: fai=\nled\nStatus:=205.1.1  =\n\n`;
    expect(readDeliveryStatus(Buffer.from(raw))).toMatchObject([{ action: 'failed', status: '5.1.1' }]);
  });
});

test.each([
  ['spaces that do not break', '\u00a0'],
  ['form feeds', '\f'],
  ['tabs', '\t'],
  ['line ends', '\n'],
  ['open brackets', '<'],
  ['breaks', '<br>'],
])('wordsOf: a megabyte of %s in linear time', (_what, unit) => {
  const html = `a${unit.repeat(1_000_000 / unit.length)}b`;
  expect(wordsOf(html).startsWith('a')).toBe(true);
});
