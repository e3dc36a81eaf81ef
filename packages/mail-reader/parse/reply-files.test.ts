import { expect, it } from 'vitest';
import { type ReplyFile, replyFile, withFiles } from './reply-files.ts';

const file = (name: string, contentType = 'application/octet-stream', size = 400): ReplyFile =>
  replyFile({ name, contentType, size, inline: false, place: 'beside', photo: false, content: null });

it.each([
  ['smime.p7s', 'application/pkcs7-signature'],
  ['', 'application/pgp-signature'],
  ['OpenPGP_0x1234.asc', 'application/pgp-keys'],
  ['signature.asc', 'application/octet-stream'],
  ['invite.ics', 'text/calendar'],
  ['Ilse.vcf', 'text/x-vcard'],
  ['ATT00001.htm', 'text/html'],
])('replyFile: %s (%s) is incidental', (name, contentType) => {
  expect(file(name, contentType).incidental).toBe(true);
});

it.each([
  ['notes.pdf', 'application/pdf'],
  ['winmail.dat', 'application/ms-tnef'],
  ['broken.jpg', 'image/jpeg'],
  ['a letter about winmail.dat.txt', 'text/plain'],
  ['ATTENTION.txt', 'text/plain'],
  ['', 'audio/mp4'],
])('replyFile: %s (%s) was chosen by a person', (name, contentType) => {
  expect(file(name, contentType).incidental).toBe(false);
});

it('replyFile: named by its file name on one line, or by its type', () => {
  expect(file('a\r\nb\u202egnp.pdf').name).toBe('a b gnp.pdf');
  expect(file('  ', 'audio/mp4').name).toBe('audio/mp4');
});

it('withFiles: keeps the text and names the chosen files', () => {
  const files = [file('notes.pdf'), file('smime.p7s')];
  const attachments = [{ name: 'notes.pdf', size: 400 }];
  expect(withFiles('Here.', files, 0)).toEqual({ body: 'Here.', attachments });
  expect(withFiles('', files, 2)).toEqual({ body: '', attachments });
});

it('withFiles: without text the list of files is the text', () => {
  expect(withFiles('', [file('smime.p7s'), file('notes.pdf')], 0).body).toBe('[Attached: notes.pdf, 1 KB]');
  expect(withFiles('', [file('winmail.dat')], 0)).toEqual({
    body: '[Attached: winmail.dat, 1 KB]',
    attachments: [{ name: 'winmail.dat', size: 400 }],
  });
  expect(withFiles('', [], 0)).toEqual({ body: '', attachments: [] });
});

it('withFiles: stays within the limit of a body for any number of files', () => {
  const { body } = withFiles(
    '',
    Array.from({ length: 200 }, () => file('愛'.repeat(300))),
    0,
  );
  expect(Buffer.byteLength(body)).toBeLessThan(20 * 1024);
});
