import { expect, it } from 'vitest';
import { hasMoreText, notSentLabel, otherParty, providerBadge, undeliveredLabel } from './messages.ts';

it('providerBadge: Email for an unknown provider', () => {
  expect([providerBadge(''), providerBadge('  '), providerBadge('Gmail')]).toEqual([
    'Email',
    'Email',
    'Gmail',
  ]);
});

it('hasMoreText: true only when the full text has more than the new text', () => {
  expect(hasMoreText({ body: 'Yes.\nThe jars.', fullText: 'Yes.\r\nThe jars.\r\n' })).toBe(false);
  expect(hasMoreText({ body: 'Yes.', fullText: '' })).toBe(false);
  expect(hasMoreText({ body: 'Yes.', fullText: 'Yes.\n\n> Which jars?' })).toBe(true);
});

it('otherParty: name and address of the other side, by role', () => {
  const parties = {
    senderEmail: 'maren@example.com',
    senderName: 'Maren Oakes',
    recipientEmail: 'ilse@example.org',
    recipientName: ' Ilse ',
  };
  expect(otherParty('sender', parties)).toEqual({ name: 'Ilse', address: 'ilse@example.org' });
  expect(otherParty('recipient', parties)).toEqual({ name: 'Maren Oakes', address: 'maren@example.com' });
});

it('undeliveredLabel: a label for undelivered letters, null for others', () => {
  expect(['bounced', 'failed', 'unsent', 'queued', 'sent', 'delayed'].map(undeliveredLabel)).toEqual([
    'Came back',
    'Not delivered',
    'Not sent',
    null,
    null,
    null,
  ]);
});

it('notSentLabel: no "yet" for an undelivered letter', () => {
  expect(['queued', 'sealed', 'failed', 'unsent'].map(notSentLabel)).toEqual([
    'Not sent yet',
    'Not sent yet',
    'Not sent',
    'Not sent',
  ]);
});
