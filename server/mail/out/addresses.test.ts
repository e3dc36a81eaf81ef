import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BadSettings } from '../../core/config.ts';
import {
  envelopeAddress,
  mailFrom,
  messageIdDomain,
  replyAddress,
  sameAddress,
  tokenOf,
} from './addresses.ts';

const product = { PRODUCT_NAME: 'Slow Letters' };
const settings = [{}, { REPLY_DOMAIN: 'reply.example.org' }, { REPLY_ADDRESS: 'Letters@Example.org' }];
const TOKEN = 'abcdefghjkmnpqrstv01234567';

describe('MAIL_FROM', () => {
  test.each([
    [undefined, { name: 'Slow Letters', address: 'letters@slow-letters.localhost' }],
    ['post@example.org', { name: 'Slow Letters', address: 'post@example.org' }],
    ['The Desk <post@example.org>', { name: 'The Desk', address: 'post@example.org' }],
    ['"The, Desk" <post@example.org>', { name: 'The, Desk', address: 'post@example.org' }],
    ['<post@example.org>', { name: 'Slow Letters', address: 'post@example.org' }],
  ])('%s', (MAIL_FROM, expected) => {
    expect(mailFrom({ ...product, ...(MAIL_FROM ? { MAIL_FROM } : {}) })).toEqual(expected);
  });

  test('two addresses: the second is for what is no letter', () => {
    const MAIL_FROM = 'Desk, Letters <a@letters.example.org>, post@example.org';
    expect(mailFrom({ ...product, MAIL_FROM })).toEqual({
      name: 'Desk, Letters',
      address: 'a@letters.example.org',
    });
    const others = mailFrom({ ...product, MAIL_FROM }, 'others');
    expect(others).toEqual({ name: 'Slow Letters', address: 'post@example.org' });
  });

  test.each([
    'post',
    'The Desk',
    'a@b.example, c',
    'a@b.example, c@d.example, e@f.example',
    'x <a@b.example>\r\nBcc: c@d.example',
  ])('refuses %j', (MAIL_FROM) => {
    expect(() => mailFrom({ ...product, MAIL_FROM })).toThrow(BadSettings);
  });

  test('gives the domain of our Message-IDs in ASCII', () => {
    expect(messageIdDomain({ ...product, MAIL_FROM: 'post@bücher.example' })).toBe('xn--bcher-kva.example');
  });
});

describe('addresses with a token', () => {
  test.each(settings)('%j: tokenOf reads what replyAddress and envelopeAddress write', (config) => {
    expect(tokenOf(config, replyAddress(config, TOKEN))).toEqual({ kind: 'reply', token: TOKEN });
    expect(tokenOf(config, envelopeAddress(config, TOKEN))).toEqual({ kind: 'bounce', token: TOKEN });
  });

  test.each(settings)('%j: tokenOf ignores case', (config) => {
    const shouted = tokenOf(config, replyAddress(config, TOKEN).toUpperCase());
    expect(shouted?.token.toLowerCase()).toBe(TOKEN);
  });

  test('have the form that the settings ask for', () => {
    expect(replyAddress({ REPLY_DOMAIN: 'reply.example.org' }, TOKEN)).toBe(
      `reply+${TOKEN}@reply.example.org`,
    );
    expect(replyAddress({ REPLY_ADDRESS: 'someone@example.org' }, TOKEN)).toBe(
      `someone+${TOKEN}@example.org`,
    );
    expect(replyAddress({}, TOKEN)).toBe(`reply+${TOKEN}@reply.slow-letters.localhost`);
  });

  test.each([
    `reply+${TOKEN}@elsewhere.example`,
    `reply@reply.example.org`,
    `replies+${TOKEN}@reply.example.org`,
    'reply+short@reply.example.org',
    `reply+${TOKEN}' or 1=1@reply.example.org`,
    '',
    '@',
  ])('%j is not ours', (address) => {
    expect(tokenOf({ REPLY_DOMAIN: 'reply.example.org' }, address)).toBeNull();
  });

  test('tokenOf throws for no text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...settings), (text, config) => {
        const read = tokenOf(config, text);
        expect(read === null || read.token.length >= 16).toBe(true);
      }),
    );
  });
});

test('sameAddress: two spellings of one mailbox are the same', () => {
  expect(sameAddress('Anna@Example.ORG', 'anna@example.org')).toBe(true);
  expect(sameAddress('anna@bücher.example', 'anna@xn--bcher-kva.example')).toBe(true);
  expect(sameAddress('"a..b"@docomo.ne.jp', 'a..b@docomo.ne.jp')).toBe(true);
  expect(sameAddress('anna@example.org', 'anne@example.org')).toBe(false);
});
