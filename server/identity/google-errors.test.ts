import { expect, it } from 'vitest';
import { GoogleError, notAvailable, tooManyAttempts } from './google-errors.ts';

it('has the shape of Google', () => {
  expect(new GoogleError('WEAK_PASSWORD', 'Password should be at least 6 characters').toAnswer()).toEqual({
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

it('keeps the person signed in on a fault of ours', () => {
  const { error } = notAvailable().toAnswer();
  expect(error).toMatchObject({ code: 503, message: 'NETWORK_REQUEST_FAILED', status: 'UNAVAILABLE' });
});

it('says how long to wait', () => {
  expect(tooManyAttempts('Wait.', 12)).toMatchObject({ http: 400, retryAfter: 12 });
});
