import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../core/config.ts';
import { wordsFor } from '../../core/words.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import { plainMail, sendMail } from './send-mail.ts';
import type { ComposedMail, MailTransport } from './transport.ts';

const mail = { to: { address: 'maren@example.com' }, subject: 'Confirm', text: 'Please', messageId: '<a@b>' };

function needs(send: (mail: ComposedMail) => Promise<void>) {
  const transport: MailTransport = {
    kind: 'smtp',
    description: '',
    send,
    isFailing: () => false,
    close: async () => undefined,
  };
  return { config: readConfig({}), mail: transport, log: pino({ level: 'silent' }) };
}

test('sendMail: sends from MAIL_FROM with Auto-Submitted', async () => {
  const sent: ComposedMail[] = [];
  await sendMail(
    needs(async (composed) => {
      sent.push(composed);
    }),
    { ...mail, replyTo: 'support@example.com' },
  );
  expect(sent).toMatchObject([
    {
      from: { name: 'Slow Letters', address: 'letters@slow-letters.localhost' },
      replyTo: { address: 'support@example.com' },
      messageId: '<a@b>',
      headers: {
        'Auto-Submitted': 'auto-generated',
        'Content-Language': 'en',
        'Feedback-ID': 'notice:slowletters',
      },
    },
  ]);
});

test('sendMail: a mail with a bounce token leaves from its address, and tells when it is refused for good', async () => {
  const sent: ComposedMail[] = [];
  const told: string[] = [];
  const transport = needs(async (composed) => {
    sent.push(composed);
    throw new DeliveryFailure(sent.length > 1, { text: 'no' });
  });
  const send = () =>
    sendMail(transport, { ...mail, bounceToken: 'f'.repeat(32) }, async (token, reason) => {
      told.push(token, reason.text);
    });
  await expect(send()).rejects.toThrow('no');
  expect(told).toEqual([]);
  await send();
  expect(told).toEqual(['f'.repeat(32), 'no']);
  expect(sent[0]?.envelopeSender).toBe(`bounces+${'f'.repeat(32)}@reply.slow-letters.localhost`);
});

test('sendMail: rejects a temporary failure and logs a permanent one', async () => {
  const refused = (permanent: boolean) =>
    needs(() => Promise.reject(new DeliveryFailure(permanent, { text: 'no' })));
  await expect(sendMail(refused(false), mail)).rejects.toBeInstanceOf(DeliveryFailure);
  await expect(sendMail(refused(true), mail)).resolves.toBeUndefined();
  await expect(
    sendMail(
      needs(() => Promise.reject(new Error('database'))),
      mail,
    ),
  ).rejects.toThrow('database');
});

test('plainMail: one heading, a button with the whole link, the token shown nowhere, a dark form, the same words in text', () => {
  const address = 'https://letters.example/verify-email?oobCode=secret';
  const { html = '', ...composed } = plainMail(readConfig({}), wordsFor('de'), {
    to: 'maren@example.com',
    subject: 'Confirm',
    paragraphs: ['Please <confirm>.', { quoted: 'a\nb' }],
    link: { address, label: 'Confirm' },
    closing: 'It works for a day.',
  });
  expect(composed).toMatchObject({ language: 'de', subject: 'Confirm' });
  expect(html.match(/<h1 /g)).toHaveLength(1);
  expect(html).toMatch(/<div style="display:none[^>]*>It works for a day\./);
  expect(html).toContain('Please &lt;confirm&gt;.');
  expect(html).toContain('prefers-color-scheme:dark');
  expect(html.replace(/<[^>]*>/g, '')).toContain('letters.example/verify-email');
  expect(html.replace(/<[^>]*>/g, '')).not.toContain('secret');
  for (const part of ['Confirm', 'Please <confirm>.', 'a\nb', address, 'It works for a day.'])
    expect(composed.text).toContain(part);
});

test('plainMail: an Arabic one runs from the right also where only its body is shown, with values at the other end', () => {
  const words = wordsFor('ar');
  const { html = '' } = plainMail(readConfig({}), words, {
    to: 'ilse@oakes.example',
    subject: words.t('Did your letters arrive?'),
    paragraphs: [],
    rows: [['Thomas Oakes', '14 March 2026']],
    closing: '',
  });
  // Gmail drops what html and body say.
  const shown = html.replace(/<(?:html|body)[^>]*>/g, '');
  expect(shown).toMatch(/<table [^>]*lang="ar" dir="rtl"/);
  expect(shown).toMatch(/<td [^>]*align="left" dir="auto" style="padding:9px 16px 9px 0;[^>]*>14 March/);
});
