import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../shared/durations.ts';
import { LIMITS, type LimitRow } from './limits.ts';
import { projectFolder } from './project-folder.ts';

const WINDOWS = new Map([
  [MINUTE_SECONDS, 'a minute'],
  [10 * MINUTE_SECONDS, 'in 10 minutes'],
  [15 * MINUTE_SECONDS, 'in 15 minutes'],
  [HOUR_SECONDS, 'an hour'],
  [DAY_SECONDS, 'a day'],
]);

const rowOf = ([name, { most, counter = name }]: [string, LimitRow]) => {
  const amount = typeof most.amount === 'number' ? most.amount : `\`${most.amount}\``;
  return `${amount} ${WINDOWS.get(most.window)} | \`${counter}\``;
};

it('docs/limits.md: says of every limit what it counts, and its number', () => {
  const text = readFileSync(path.join(projectFolder, 'docs', 'limits.md'), 'utf8');
  const rows = [...text.matchAll(/^\| \w.* \| (.+ \| `.+`) \|$/gm)].map(([, row]) => row);
  expect(rows).toEqual(Object.entries(LIMITS).map(rowOf));
});
