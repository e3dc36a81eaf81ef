import { generateKeyPairSync } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startSmtpSink } from '../../../test/stand-ins/smtp-sink.ts';
import { BadSettings, readConfig } from '../../core/config.ts';
import { dkimOptions } from './dkim.ts';
import { openSmtpTransport } from './smtp-transport.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});
const ed25519 = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });

const settings = (key: string | Buffer, domain = 'example.org') =>
  readConfig({
    MAIL_FROM: 'letters@example.org',
    DKIM_DOMAIN: domain,
    DKIM_SELECTOR: 'desk',
    DKIM_PRIVATE_KEY: String(key),
  });

test('DKIM: signs with an RSA key, also with escaped line breaks in the setting', async () => {
  const sink = await startSmtpSink();
  const config = settings(String(rsa).replaceAll('\n', '\\n'));
  const transport = openSmtpTransport(config, sink.url, pino({ level: 'silent' }));
  await transport.send({
    from: { name: 'Letters', address: 'letters@example.org' },
    to: { address: 'ilse@example.net' },
    subject: 'Signed',
    text: 'Dear Ilse',
    messageId: '<a@example.org>',
    envelopeSender: 'letters@example.org',
    headers: {
      'List-Unsubscribe': '<https://letters.example.org/l/x/stop>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
  await transport.close();
  await sink.close();
  expect(sink.messages[0]?.raw).toMatch(
    /^DKIM-Signature: v=1; a=rsa-sha256;[\s\S]*?d=example\.org;[\s\S]*?s=desk;/,
  );
  const signed = /^DKIM-Signature:[\s\S]*?;\s*h=([^;]+);/.exec(sink.messages[0]?.raw ?? '')?.[1] ?? '';
  expect(signed.replace(/\s/g, '').toLowerCase().split(':')).toEqual(
    expect.arrayContaining(['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  );
});

test('DKIM: of two addresses each is signed for its own domain', async () => {
  const sink = await startSmtpSink();
  const [letters, post] = ['letters@letters.example.org', 'post@example.org'];
  const config = {
    ...settings(rsa, 'letters.example.org, example.org'),
    MAIL_FROM: `${letters}, The Desk <${post}>`,
  };
  const transport = openSmtpTransport(config, sink.url, pino({ level: 'silent' }));
  expect(transport.description).toMatch(/signed for letters.example.org and example.org$/);
  for (const address of [letters, post]) {
    await transport.send({
      ...{ from: { name: 'Letters', address }, to: { address: 'ilse@example.net' }, subject: 'Signed' },
      ...{ text: 'Dear Ilse', messageId: `<${address}>`, envelopeSender: address },
    });
  }
  await transport.close();
  await sink.close();
  const domains = sink.messages.map(({ raw }) => /^DKIM-Signature:[\s\S]*?d=([^;]+);/.exec(raw)?.[1]);
  expect(domains).toEqual(['letters.example.org', 'example.org']);
  const one = { ...config, DKIM_DOMAIN: 'letters.example.org' };
  expect(() => openSmtpTransport(one, sink.url, pino({ level: 'silent' }))).toThrow(
    /which is at example.org/,
  );
});

test('DKIM: refuses at boot a key that could not sign and a domain that does not match From', () => {
  expect(() => dkimOptions(settings(ed25519))).toThrow(BadSettings);
  expect(() => dkimOptions(settings(ed25519))).toThrow(/RSA/);
  expect(() => dkimOptions(settings(rsa, 'example.com'))).toThrow(/MAIL_FROM/);
  expect(() => dkimOptions(settings('/nowhere/key.pem'))).toThrow(/DKIM_PRIVATE_KEY/);
  expect(dkimOptions(settings(rsa, 'org'))).toMatchObject({ domainName: 'org', keySelector: 'desk' });
  expect(dkimOptions(readConfig({}))).toBeNull();
});
