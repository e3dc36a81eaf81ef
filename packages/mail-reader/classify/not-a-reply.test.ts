import { expect, test } from 'vitest';
import {
  ANSWERING_PEOPLE,
  ANSWERING_PROGRAMS,
  AUTOMATIC,
  LETTER_SUBJECT,
  PEOPLE,
} from '../test/automatic-messages.ts';
import { type HeaderFields, whyNotAReply } from './not-a-reply.ts';

const person = { from: ['Ilse <ilse@example.org>'], subject: ['Re: plums'] };

test.each<[string | null, HeaderFields, string]>([
  [null, {}, 'ilse@example.org'],
  [null, { 'auto-submitted': ['no'] }, 'ilse@example.org'],
  [null, { 'auto-submitted': ['No; because=person'] }, 'ilse@example.org'],
  [null, { 'x-auto-response-suppress': ['All'] }, 'ilse@example.org'],
  [null, { precedence: ['first-class'] }, 'ilse@example.org'],
  [null, { from: ['"postmaster of hearts" <ilse@example.org>'] }, 'ilse@example.org'],
  [null, {}, 'bounce+5f1e2d.a1b2c3-reply=letters.example@mg.example.org'],
  [null, {}, 'bounces+SRS=44ldt=IX@example.org'],
  [null, { from: ['Mette <mta@example.org>'] }, 'mta@example.org'],
  [null, { from: ['Ilse <exchange.student@example.org>'] }, 'exchange.student@example.org'],
  ['bounce', { from: ['Mail <mta@example.org>'] }, ''],
  ['bounce', { from: ['delivery-status@example.org'] }, 'bounces@example.org'],
  ['auto-reply', { 'auto-submitted': ['auto-replied (vacation)'] }, 'ilse@example.org'],
  ['auto-reply', {}, ''],
  ['bounce', { 'content-type': ['multipart/report; report-type="delivery-status"'] }, ''],
  ['bounce', { 'content-type': ['Multipart/Report; boundary=x'], 'auto-submitted': ['auto-replied'] }, ''],
  ['bounce', { 'x-failed-recipients': ['ilse@example.org'] }, ''],
  ['bounce', { from: ['MAILER-DAEMON@mx.example.org (Mail Delivery System)'] }, ''],
  ['bounce', {}, 'postmaster@example.org'],
  ['list', { 'list-id': ['<plums.example.org>'] }, 'plums-bounces@example.org'],
  ['list', {}, 'plums-return-17-ilse=example.org@example.org'],
  ['list', {}, 'owner-plums@example.org'],
  ['list', { 'list-unsubscribe': ['<mailto:off@example.org>'] }, 'news@example.org'],
  ['auto-reply', { precedence: ['Bulk'] }, 'news@example.org'],
])('whyNotAReply: %s: %j from <%s>', (expected, headers, envelopeSender) => {
  const message = { headers: { ...person, ...headers }, subject: 'Re: plums', body: 'Lovely.' };
  expect(whyNotAReply(message, envelopeSender)).toBe(expected);
});

test('whyNotAReply: a report from an address that people have too is a bounce; what a person quotes is none', () => {
  const [from, body] = [['mta@example.org'], '550 5.1.1 no such user'];
  const message = { subject: 'Your mail was blocked', body, report: {} };
  expect(whyNotAReply({ ...message, headers: { from } }, 'mta@example.org')).toBe('bounce');
  const headers = { from, 'in-reply-to': ['<plums@example.org>'] };
  expect(whyNotAReply({ ...message, headers }, 'mta@example.org')).toBeNull();
  expect(whyNotAReply({ ...message, headers: person }, 'bounce+5f1e2d@mg.example.org')).toBeNull();
});

test.each([...AUTOMATIC, ...PEOPLE, ...ANSWERING_PEOPLE, ...ANSWERING_PROGRAMS])(
  'whyNotAReply: %s: %s: %s',
  (why, _program, subject, body, headers = {}) => {
    const message = { headers: { from: ['Ilse <ilse@example.org>'], ...headers }, subject, body };
    expect(whyNotAReply(message, 'ilse@example.org', LETTER_SUBJECT)).toBe(why);
    // The null sender is a machine's in any case.
    expect(whyNotAReply(message, '', LETTER_SUBJECT)).not.toBeNull();
  },
);

test.each<[string | null, string, string]>([
  ['auto-reply', 'REPLY', ''],
  ['auto-reply', 'REPLY', 'Ilse Brandt has accepted this invitation.'],
  [null, 'REPLY', 'Gladly, and I bring the cake.'],
  [null, 'REQUEST', ''],
])('whyNotAReply: %s for a calendar entry, METHOD:%s, and the words %j', (expected, method, body) => {
  const content = Buffer.from(`BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nEND:VCALENDAR\r\n`);
  const attachments = [{ contentType: 'text/calendar', content }];
  const message = { headers: person, subject: 'Accepted: Tea', body, attachments };
  expect(whyNotAReply(message, 'ilse@example.org')).toBe(expected);
});
