import { expect, test } from 'vitest';
import { type HeaderFields, whyNotAReply } from './not-a-reply.ts';

const person = { from: ['Ilse <ilse@example.org>'], subject: ['Re: plums'] };

test.each<[string | null, HeaderFields, string]>([
  [null, {}, 'ilse@example.org'],
  [null, { 'auto-submitted': ['no'] }, 'ilse@example.org'],
  [null, { 'auto-submitted': ['No; because=person'] }, 'ilse@example.org'],
  [null, { 'x-auto-response-suppress': ['All'] }, 'ilse@example.org'],
  [null, { precedence: ['first-class'] }, 'ilse@example.org'],
  [null, { from: ['"postmaster of hearts" <ilse@example.org>'] }, 'ilse@example.org'],
  ['auto-reply', { 'auto-submitted': ['auto-replied (vacation)'] }, 'ilse@example.org'],
  ['auto-reply', { 'auto-submitted': ['auto-generated'] }, 'ilse@example.org'],
  ['auto-reply', { 'x-autorespond': ['1'] }, 'ilse@example.org'],
  [
    'auto-reply',
    { 'x-auto-response-suppress': ['OOF'], subject: ['Automatic reply: plums'] },
    'ilse@example.org',
  ],
  ['auto-reply', {}, ''],
  ['bounce', { 'content-type': ['multipart/report; report-type="delivery-status"'] }, ''],
  ['bounce', { 'content-type': ['Multipart/Report; boundary=x'], 'auto-submitted': ['auto-replied'] }, ''],
  ['bounce', { 'x-failed-recipients': ['ilse@example.org'] }, ''],
  ['bounce', { from: ['MAILER-DAEMON@mx.example.org (Mail Delivery System)'] }, ''],
  ['bounce', {}, 'postmaster@example.org'],
  ['list', { 'list-id': ['<plums.example.org>'] }, 'plums-bounces@example.org'],
  ['list', { 'list-unsubscribe': ['<mailto:off@example.org>'] }, 'news@example.org'],
  ['list', { precedence: ['Bulk'] }, 'news@example.org'],
])('%s: %j from <%s>', (expected, headers, envelopeSender) => {
  expect(whyNotAReply({ ...person, ...headers }, envelopeSender)).toBe(expected);
});
