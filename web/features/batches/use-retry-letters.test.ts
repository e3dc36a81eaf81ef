import { expect, it } from 'vitest';
import { ApiFailure } from '../../lib/api.ts';
import { retryFailure } from './use-retry-letters.ts';

const answer = (status: number, body: object) => new ApiFailure(status, '', JSON.stringify(body));

it('retryFailure: a bounced address is not the same as a recipient who wants no letters', () => {
  expect(
    retryFailure(
      answer(409, { code: 'ADDRESS_BOUNCED', message: 'It came back.', fields: { recipientEmail: 'Back.' } }),
    ),
  ).toEqual({ message: 'Back.', liftable: true });
  expect(retryFailure(answer(409, { code: 'RECIPIENT_BLOCKED', message: 'They asked.' }))).toEqual({
    message: 'They asked.',
    liftable: false,
  });
});

it('retryFailure: the server’s message for 429', () => {
  expect(retryFailure(answer(429, { code: 'TOO_MANY', message: 'Tomorrow.' }))).toMatchObject({
    message: 'Tomorrow.',
  });
});

it('retryFailure: a general message for other failures', () => {
  const other = { message: 'The letter could not be sent again. Please try once more.' };
  expect(retryFailure(answer(500, { code: 'INTERNAL', message: 'Something.' }))).toMatchObject(other);
  expect(retryFailure(new TypeError('Failed to fetch'))).toMatchObject(other);
});
