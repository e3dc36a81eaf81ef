import { expect, it } from 'vitest';
import { said, words } from '../../../shared/words.ts';
import { GoogleError, notAvailable, tooManyAttempts } from './google-errors.ts';

it('GoogleError: has the shape of Google’s error answers', () => {
  expect(
    new GoogleError('WEAK_PASSWORD', 'Password should be at least 6 characters').toResponse(words('en')),
  ).toEqual({
    error: {
      code: 400,
      message: 'WEAK_PASSWORD : Password should be at least 6 characters',
      errors: [
        {
          message: 'WEAK_PASSWORD : Password should be at least 6 characters',
          domain: 'global',
          reason: 'invalid',
        },
      ],
    },
  });
});

it('GoogleError: its detail is worded in the reader’s language, and keeps what the SDK splits it by', () => {
  const french = words('fr', { 'Wait.': 'Attendez : un moment.' });
  const refused = tooManyAttempts(said('Wait.'), 12);
  expect(refused.message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER : Wait.');
  expect(refused.toResponse(french).error.message).toBe(
    'TOO_MANY_ATTEMPTS_TRY_LATER : Attendez\u00a0: un moment.',
  );
});

it('GoogleError: an internal fault becomes NETWORK_REQUEST_FAILED', () => {
  const { error } = notAvailable().toResponse(words('en'));
  expect(error).toMatchObject({ code: 503, message: 'NETWORK_REQUEST_FAILED', status: 'UNAVAILABLE' });
});

it('GoogleError: a rate limit sets Retry-After', () => {
  expect(tooManyAttempts(said('Wait.'), 12)).toMatchObject({ http: 400, retryAfter: 12 });
});
