import { expect, it } from 'vitest';
import { ApiFailure } from '../../../lib/api.ts';
import { sendFailure } from './send-failure.ts';

const answer = (status: number, code: string, message: string) => {
  return new ApiFailure(status, '', JSON.stringify({ code, message }));
};

it('sendFailure: says what the specification says', () => {
  expect(sendFailure(answer(402, 'INSUFFICIENT_CREDITS', 'x'))).toEqual({ kind: 'credits' });
  expect(sendFailure(answer(404, 'USER_NOT_FOUND', 'x'))).toEqual({
    kind: 'message',
    title: 'Account Error',
    description: 'Please sign out and sign back in to refresh your account.',
  });
  const other = { kind: 'message', title: 'Failed to send', description: 'Please try again' };
  expect(sendFailure(answer(500, 'INTERNAL', 'Something went wrong.'))).toEqual(other);
  expect(sendFailure(new TypeError('Failed to fetch'))).toEqual(other);
  expect(sendFailure(answer(402, 'OTHER', 'x'))).toEqual(other);
});

it('sendFailure: shows the server’s message where the person can act on it', () => {
  expect(sendFailure(answer(429, 'TOO_MANY', 'You can send 60 letters an hour.'))).toMatchObject({
    title: 'Failed to send',
    description: 'You can send 60 letters an hour.',
  });
  expect(sendFailure(answer(401, 'SIGN_IN_NEEDED', 'x'))).toMatchObject({
    title: 'Authentication Required',
    description: 'Please sign in to send letters.',
  });
});

it('sendFailure: recognises a suppressed address, and whether its sender can lift it', () => {
  expect(sendFailure(answer(409, 'ADDRESS_BOUNCED', 'It came back.'))).toMatchObject({
    kind: 'address-refused',
    liftable: true,
    description: 'It came back.',
  });
  expect(sendFailure(answer(409, 'RECIPIENT_BLOCKED', 'They asked.'))).toMatchObject({
    kind: 'address-refused',
    liftable: false,
    description: 'They asked.',
  });
  const refused = [{ email: 'ilse@example.org', code: 'ADDRESS_BOUNCED', message: 'It came back.' }];
  const several = JSON.stringify({ code: 'ADDRESSES_REFUSED', message: 'Nothing was sent.', refused });
  expect(sendFailure(new ApiFailure(409, '', several))).toEqual({ kind: 'addresses-refused', refused });
  expect(sendFailure(answer(409, 'OTHER', 'Something else.'))).toMatchObject({
    kind: 'message',
    description: 'Something else.',
  });
});
