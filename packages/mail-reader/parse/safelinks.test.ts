import { describe, expect, test } from 'vitest';
import { replyText } from './reply-text.ts';
import { withoutSafelinks } from './safelinks.ts';

const TO = 'https://example.org/plum_jam?a=1&copy=2';
const escaped = encodeURIComponent(TO);
const outlook = (to: string) =>
  `https://eur01.safelinks.protection.outlook.com/?url=${to}&data=05%7C02&reserved=0`;

describe('withoutSafelinks: shows where links lead to', () => {
  test.each([
    outlook(escaped),
    `https://nam02.safelinks.protection.outlook.com/ap/w-1/?url=${escaped}&data=05%7C02`,
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__example.org_plum-5Fjam-3Fa-3D1-26copy-3D2&d=DwMF&c=e',
    `https://urldefense.proofpoint.com/v1/url?u=${escaped}&k=a`,
    `https://urldefense.com/v3/__${TO}__;!!Abc!Def-g$`,
    'https://urldefense.us/v3/__https://example.org/plum*jam?a=1&copy=2__;Xw!!Abc!Def$',
    `https://linkprotect.cudasvc.com/url?a=${escaped.toLowerCase()}&c=E,1,abc&typo=1`,
    `https://secure-web.cisco.com/1abc-_d/${escaped}`,
    `https://clicktime.symantec.com/15abc?h=d&u=${escaped}`,
    `https://eu-west-1.protection.sophos.com/?d=example.org&u=${Buffer.from(TO).toString('base64')}&i=x`,
    `https://ca-eu.trendmicro.com:443/wis/clicktime/v1/query?url=${escaped}&umid=a`,
    `https://deref-gmx.net/mail/client/Ab-c/dereferrer/?redirectUrl=${escaped}`,
    `https://www.google.com/url?q=${escaped}&source=gmail&ust=1`,
    outlook(encodeURIComponent(`https://urldefense.com/v3/__${TO}__;!!Abc!Def$`)),
  ])('%s', (link) => {
    expect(withoutSafelinks(`(See ${link}), or <${link}>.`)).toBe(`(See ${TO}), or <${TO}>.`);
    const html = (text: string) => `<p>Here: <a href="${link.replaceAll('&', '&amp;')}">${text}</a>.</p>`;
    const shown = (text: string) => replyText({ text: null, html: html(text) }).body;
    expect(shown(link.replaceAll('&', '&amp;'))).toBe(`Here: ${TO}.`);
    expect(shown('https://bank.example')).toBe(`Here: https://bank.example [${TO}].`);
  });

  test('letters that Proofpoint put for a run of stars', () => {
    const letters = Buffer.from('äöü#').toString('base64url');
    const link = `https://urldefense.com/v3/__https://example.org/**Bx*__;${letters}!!A!B$`;
    expect(withoutSafelinks(link)).toBe('https://example.org/äöüx#');
  });
});

test.each([
  outlook('javascript%3Aalert(1)'),
  outlook('%E0%A4'),
  outlook('https%3A%2F%2Fexample.org%2F%E2%80%AEgro'),
  outlook('https%3A%2F%2Fexample.org%2F%22%3E%3Cb%3E'),
  'https://urldefense.com/v3/__https://example.org/*__;!!A!B$',
  'https://urldefense.proofpoint.com/v2/url?u=https-3A__example.org_-ZZ&d=a',
  'https://protect-eu.mimecast.com/s/AbC?domain=example.org',
  'https://safelinks.example.org/?url=https%3A%2F%2Fexample.org',
  'https://linkprotect.cudasvc.com/url?c=E,1',
])('withoutSafelinks: keeps %s', (link) => {
  expect(withoutSafelinks(`See ${link}.`)).toBe(`See ${link}.`);
});

test('withoutSafelinks: a megabyte of links in time', () => {
  const start = 'https://eur01.safelinks.protection.outlook.com/?url=';
  expect(withoutSafelinks(start.repeat(20_000))).toContain(start);
});
