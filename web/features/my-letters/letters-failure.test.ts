import { expect, it } from 'vitest';
import { ApiFailure } from '../../lib/api.ts';
import { lettersFailureMessage } from './letters-failure.tsx';

it('lettersFailureMessage: includes the status of a response that was not OK', () => {
  expect(lettersFailureMessage(new ApiFailure(503, 'Service Unavailable', ''))).toBe(
    'Failed to fetch letters: 503',
  );
  expect(lettersFailureMessage(new TypeError('fetch failed'))).toBe('Failed to fetch letters');
});
