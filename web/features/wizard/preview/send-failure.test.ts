import { expect, it } from 'vitest';
import { ApiFailure } from '../../../lib/api.ts';
import { sendFailure } from './send-failure.ts';

const answer = (status: number, code: string, message: string) => {
  return new ApiFailure(status, '', JSON.stringify({ code, message }));
};

it('sendFailure: says what the specification says', () => {
  expect(sendFailure(answer(402, 'INSUFFICIENT_CREDITS', 'x'), 'ilse@example.org')).toEqual({
    kind: 'credits',
  });
  expect(sendFailure(answer(404, 'USER_NOT_FOUND', 'x'), 'ilse@example.org')).toEqual({
    kind: 'message',
    title: 'Account Error',
    description: 'Please sign out and sign back in to refresh your account.',
  });
  const other = { kind: 'message', title: 'Failed to send', description: 'Please try again' };
  expect(sendFailure(answer(500, 'INTERNAL', 'Something went wrong.'), 'ilse@example.org')).toEqual(other);
  expect(sendFailure(new TypeError('Failed to fetch'), 'ilse@example.org')).toEqual(other);
  expect(sendFailure(answer(402, 'OTHER', 'x'), 'ilse@example.org')).toEqual(other);
});

it('sendFailure: shows the server’s message where the person can act on it', () => {
  expect(
    sendFailure(answer(429, 'TOO_MANY', 'You can send 60 letters an hour.'), 'ilse@example.org'),
  ).toMatchObject({
    title: 'Failed to send',
    description: 'You can send 60 letters an hour.',
  });
  expect(sendFailure(answer(401, 'SIGN_IN_NEEDED', 'x'), 'ilse@example.org')).toMatchObject({
    title: 'Authentication Required',
    description: 'Please sign in to send letters.',
  });
});

it('sendFailure: recognises a suppressed address, and whether its sender can lift it', () => {
  const email = 'ilse@example.org';
  expect(sendFailure(answer(409, 'ADDRESS_BOUNCED', 'It came back.'), email)).toEqual({
    kind: 'refused',
    title: 'Failed to send: the last letter came back',
    refused: [{ email, code: 'ADDRESS_BOUNCED', message: 'It came back.' }],
  });
  expect(sendFailure(answer(409, 'RECIPIENT_BLOCKED', 'They asked.'), email)).toEqual({
    kind: 'refused',
    title: 'Failed to send: no letters wanted',
    refused: [{ email, code: 'RECIPIENT_BLOCKED', message: 'They asked.' }],
  });
  const refused = [{ email, code: 'ADDRESS_BOUNCED', message: 'It came back.' }];
  const several = JSON.stringify({ code: 'ADDRESSES_REFUSED', message: 'Nothing was sent.', refused });
  expect(sendFailure(new ApiFailure(409, '', several), 'ilse@example.org')).toEqual({
    kind: 'refused',
    title: 'Nothing was sent or charged',
    refused,
  });
  expect(sendFailure(answer(409, 'OTHER', 'Something else.'), 'ilse@example.org')).toMatchObject({
    kind: 'message',
    description: 'Something else.',
  });
});
