import { expect, it } from 'vitest';
import { ApiFailure } from '../../../lib/api.ts';
import { retryFailure } from './retry-failure.ts';

const answer = (status: number, body: object) => new ApiFailure(status, '', JSON.stringify(body));

it('tells an address that bounced from one that wants no letters', () => {
  expect(
    retryFailure(
      answer(409, { code: 'ADDRESS_BOUNCED', message: 'It came back.', fields: { recipientEmail: 'Back.' } }),
    ),
  ).toEqual({ kind: 'address-bounced', message: 'Back.' });
  expect(retryFailure(answer(409, { code: 'RECIPIENT_BLOCKED', message: 'They asked.' }))).toEqual({
    kind: 'told',
    message: 'They asked.',
  });
});

it('asks for credits, and passes on what a person can do something about', () => {
  expect(retryFailure(answer(402, { code: 'INSUFFICIENT_CREDITS', message: 'x' }))).toEqual({
    kind: 'credits',
  });
  expect(retryFailure(answer(429, { code: 'TOO_MANY', message: 'Tomorrow.' }))).toMatchObject({
    message: 'Tomorrow.',
  });
});

it('asks for patience otherwise', () => {
  const other = { kind: 'told', message: 'The letter could not be sent again. Please try once more.' };
  expect(retryFailure(answer(500, { code: 'INTERNAL', message: 'Something.' }))).toEqual(other);
  expect(retryFailure(new TypeError('Failed to fetch'))).toEqual(other);
});
