import { expect, it } from 'vitest';
import { ApiFailure } from '../../lib/api.ts';
import { lettersFailure } from './letters-queries.ts';

it('gives the status of an answer that was not OK, and a plain sentence when there was none', () => {
  expect(lettersFailure(new ApiFailure(503, 'Service Unavailable', ''))).toBe('Failed to fetch letters: 503');
  expect(lettersFailure(new TypeError('fetch failed'))).toBe('Failed to fetch letters');
});
