import { generateKeyPairSync } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { describe, expect, test } from 'vitest';
import { checkDmarc } from './check-dmarc.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const RECORDS: Record<string, string[][]> = {
  'TXT brandt.example': [['v=spf1 ip4:192.0.2.7 -all']],
  'TXT _dmarc.brandt.example': [['v=DMARC1; p=reject']],
  'TXT mail._domainkey.brandt.example': [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]],
  'TXT other.example': [['v=spf1 ip4:198.51.100.1 -all']],
};

const missing = (code: string) => Object.assign(new Error(code), { code });
const resolver = async (name: string, type: string) => {
  const found = RECORDS[`${type} ${name}`];
  if (found) return found;
  throw missing('ENOTFOUND');
};

async function message(from: string, signed: boolean): Promise<Buffer> {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...(signed ? { dkim: { domainName: 'brandt.example', keySelector: 'mail', privateKey } } : {}),
  });
  const mail = { from, to: 'letters@example.org', subject: 'Re: A letter', text: 'So lovely.' };
  return (await composer.sendMail(mail)).message as Buffer;
}

const dmarcOf = async (
  mail: Buffer,
  clientAddress: string | null,
  envelopeSender = 'ilse@brandt.example',
  ask: typeof resolver = resolver,
  timeout?: number,
) => checkDmarc(mail, { clientAddress, envelopeSender }, ask, timeout);

describe('checkDmarc', () => {
  test('pass: a DKIM signature of the From domain, from any client', async () => {
    const mail = await message('ilse@brandt.example', true);
    expect(await dmarcOf(mail, '203.0.113.9')).toBe('pass');
    expect(await dmarcOf(mail, null)).toBe('pass');
    expect(await dmarcOf(mail, '127.0.0.1')).toBe('pass');
  });

  test('pass: a client address in the SPF record', async () => {
    const mail = await message('ilse@brandt.example', false);
    expect(await dmarcOf(mail, '192.0.2.7')).toBe('pass');
    expect(await dmarcOf(mail, '::ffff:192.0.2.7')).toBe('pass');
  });

  test('fail: a forged or altered message', async () => {
    const forged = await message('ilse@brandt.example', false);
    expect(await dmarcOf(forged, '203.0.113.9', 'x@other.example')).toBe('fail');
    const altered = Buffer.from(
      (await message('ilse@brandt.example', true)).toString().replace('So lovely', 'Send money'),
    );
    expect(await dmarcOf(altered, '203.0.113.9')).toBe('fail');
  });

  test('none: a domain without a policy', async () => {
    expect(await dmarcOf(await message('tom@other.example', false), '203.0.113.9')).toBe('none');
  });

  test('unknown: no DNS, no answer in time, or no client address', async () => {
    const mail = await message('ilse@brandt.example', false);
    const down = async () => {
      throw missing('ETIMEOUT');
    };
    expect(await dmarcOf(mail, '203.0.113.9', undefined, down)).toBe('unknown');
    const silent = () => new Promise<never>(() => undefined);
    expect(await dmarcOf(mail, '203.0.113.9', undefined, silent, 100)).toBe('unknown');
    expect(await dmarcOf(mail, null)).toBe('unknown');
    expect(await dmarcOf(mail, '10.0.0.1')).toBe('unknown');
  });

  test('unknown: a key that cannot be fetched', async () => {
    const mail = await message('ilse@brandt.example', true);
    const half = async (name: string, type: string) => {
      if (name.includes('_domainkey')) throw missing('ESERVFAIL');
      return resolver(name, type);
    };
    expect(await dmarcOf(mail, '203.0.113.9', undefined, half)).toBe('unknown');
  });

  const forgedAs = (fields: string, from = 'Ilse <ilse@brandt.example>') =>
    Buffer.from(`${fields}From: ${from}\r\nSubject: x\r\n\r\nSend money.\r\n`);
  const signature = (domain: string, selector = 'x') =>
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=${selector}; h=from; bh=abc; b=abc\r\n`;
  const slow = async (name: string, type: string) => {
    if (!name.endsWith('mallory.example')) return resolver(name, type);
    throw missing('ESERVFAIL');
  };

  test.each<[string, Buffer]>([
    ['two authors', forgedAs('', 'a@brandt.example, b@other.example')],
    ['two From fields', forgedAs('From: m@mallory.example\r\n')],
    ['an author that cannot be read', forgedAs('', 'ilse@(x)brandt.example')],
    ['13 signatures', forgedAs(signature('mallory.example').repeat(13))],
    ['13 signatures of its own domain', forgedAs(signature('brandt.example').repeat(13))],
    ['a header of 200 KB', forgedAs(`X-A: ${'a'.repeat(900)}\r\n`.repeat(220))],
    ['a field of 40 KB', forgedAs(`X-A: ${'a '.repeat(20_000)}\r\n`)],
    ['a key that no name server can have', forgedAs(signature('brandt.example', 'x'.repeat(70)))],
    ['an unaligned key that cannot be fetched', forgedAs(signature('mallory.example'))],
  ])('fail: a forgery with %s', async (_what, mail) => {
    expect(await dmarcOf(mail, '203.0.113.9', 'x@mallory.example', slow)).toBe('fail');
  });

  test('fail: an envelope sender that cannot be looked up, of another domain', async () => {
    const asked: string[] = [];
    const listening = (name: string, type: string) => {
      asked.push(name);
      return slow(name, type);
    };
    expect(await dmarcOf(forgedAs(''), '203.0.113.9', 'x@mallory.example', listening)).toBe('fail');
    expect(asked.filter((name) => name.endsWith('mallory.example'))).toEqual([]);
  });

  test('pass: a valid signature behind others and in a long header', async () => {
    const signed = await message('ilse@brandt.example', true);
    const more = `${signature('mallory.example').repeat(13)}X-A: ${'a '.repeat(40_000)}\r\n`;
    const mail = Buffer.concat([Buffer.from(more), signed]);
    expect(await dmarcOf(mail, '203.0.113.9', 'x@mallory.example', slow)).toBe('pass');
  });

  test('fail: a forged From behind more fields than are read, which a signature of its domain lists', async () => {
    const forged = await message('ilse@brandt.example', false);
    const listing =
      'DKIM-Signature: v=1; a=rsa-sha256; d=brandt.example; s=mail; h=x-pad:from; bh=AA; b=AA\r\n';
    const padding = `X-Pad: ${'x'.repeat(15_000)}\r\n`.repeat(5);
    const mail = Buffer.concat([Buffer.from(listing + padding), forged]);
    expect(await dmarcOf(mail, '203.0.113.9', 'x@other.example')).toBe('fail');
  });

  test('unknown for no message', async () => {
    for (const raw of [
      '',
      '\r\n\r\n',
      'From: x',
      `${'DKIM-Signature: v=1\r\n'.repeat(13)}\r\n`,
      '\0'.repeat(99),
    ]) {
      expect(await dmarcOf(Buffer.from(raw), '203.0.113.9')).toBe('unknown');
    }
  });
});
