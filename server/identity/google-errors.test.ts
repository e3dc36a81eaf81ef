import { expect, it } from 'vitest';
import { GoogleError, notAvailable, tooManyAttempts } from './google-errors.ts';

it('GoogleError: has the shape of Google’s error answers', () => {
  expect(new GoogleError('WEAK_PASSWORD', 'Password should be at least 6 characters').toResponse()).toEqual({
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

it('GoogleError: an internal fault becomes NETWORK_REQUEST_FAILED', () => {
  const { error } = notAvailable().toResponse();
  expect(error).toMatchObject({ code: 503, message: 'NETWORK_REQUEST_FAILED', status: 'UNAVAILABLE' });
});

it('GoogleError: a rate limit sets Retry-After', () => {
  expect(tooManyAttempts('Wait.', 12)).toMatchObject({ http: 400, retryAfter: 12 });
});
