import { randomUUID } from 'node:crypto';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPORTED_AT_ONCE } from '../../../shared/limits.ts';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from '../../../test/support/factories.ts';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { buildApp } from '../../app.ts';
import { rejectUnstorableText } from './unstorable-text.ts';

const NUL = '\u0000';
const HALF = '\ud83d';

let product: TestProduct;
let app: FastifyInstance;
let maren: Signed;
const routes: { method: string; url: string; mailBody: boolean }[] = [];
beforeAll(async () => {
  product = await startTestProduct({
    env: { INBOUND_WEBHOOK_SECRET: 'the-secret-of-the-webhook', TEST_ROUTES: 'on' },
  });
  const onRoute = ({ method, url, config }: RouteOptions) => {
    for (const one of [method].flat())
      if (one !== 'HEAD') routes.push({ method: one, url, mailBody: config?.mailBody ?? false });
  };
  app = await buildApp(product.services, { receiverPort: null, onRoute });
  await app.ready();
  maren = await userWithCredits(product, { verified: true });
});
afterAll(async () => {
  await app.close();
  await product.close();
});

const ask = (method: string, url: string, payload?: object) =>
  app.inject({ method: method as 'GET', url, headers: maren.headers, ...(payload ? { payload } : {}) });

describe('U+0000', () => {
  it('in the query: 400 for every route, or its own refusal before', async () => {
    expect(routes.length).toBeGreaterThan(80);
    for (const { method, url } of routes) {
      const path = url.replace(/:\w+|\*/g, 'x');
      const { statusCode, body } = await ask(method, `${path}?nul=%00`);
      // Calls of operator, webhook and identity service check their credentials first.
      expect([400, 401, 403, 404, 415], `${method} ${path}: ${body.slice(0, 100)}`).toContain(statusCode);
    }
    for (const url of ['/api/letters', '/api/correspondents', '/api/ledger', '/api/conversations'])
      expect((await ask('GET', `${url}?search=%00`)).statusCode).toBe(400);
  });

  it('in the body: 400 for every route that has one', async () => {
    for (const { method, url, mailBody } of routes) {
      if (method === 'GET' || mailBody) continue;
      const path = url.replace(/:\w+|\*/g, '1');
      const { statusCode, body } = await ask(method, path, { nul: `a${NUL}b` });
      expect([400, 401, 403, 404, 415], `${method} ${path}: ${body.slice(0, 100)}`).toContain(statusCode);
    }
  });

  it.each([
    ['POST', '/api/support', { subject: `a${NUL}b` }],
    ['POST', '/api/coupons/validate', { code: `a${NUL}b` }],
    ['POST', '/api/recipients', { name: `a${NUL}b` }],
    ['POST', '/api/coupons/validate', { pipe: 1, code: `a${NUL}b` }],
    ['PUT', '/api/draft', { deep: [{ er: `a${NUL}b` }] }],
    ['GET', '/api/correspondents?search=a%00b', undefined],
    ['GET', '/api/replies?recipient=a%00b', undefined],
    ['GET', '/api/letters?recipient=a%00b', undefined],
  ])('%s %s: names the field', async (method, url, payload) => {
    const answer = await ask(method, url, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'BAD_INPUT',
      message: 'The text has a character (U+0000) that we cannot keep. Please remove it.',
      fields: expect.any(Object),
    });
  });

  it.each([
    ['GET', '/api/photo/%00.jpg'],
    ['GET', '/api/correspondences/a%00b@example.org'],
    ['GET', '/api/letters/1%00'],
  ])('in the path: 404 for %s %s', async (method, url) => {
    const answer = await ask(method, url);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  it('in a letter: the error names the field', async () => {
    const photo = await storedPhoto(product, maren.uid);
    const letter = letterPayload([photo], { recipientName: `Ilse${NUL}` });
    expect((await ask('POST', '/api/letters', letter)).json()).toMatchObject({
      fields: { recipientName: expect.stringContaining('an invisible character') },
    });
  });

  it('in a cookie or a form: 401 or 400, not 500', async () => {
    const cookie = `session=${encodeURIComponent(`a${NUL}b`)}; __Host-session=%00`;
    expect((await app.inject({ url: '/api/letters', headers: { cookie } })).statusCode).toBe(401);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...product.origin };
    const form = await app.inject({
      method: 'POST',
      url: '/l/x/answer',
      headers,
      payload: 'text=a%00b&form=x',
    });
    expect(form.statusCode).toBe(400);
  });

  it('in an address given to the inbound webhook: 400', async () => {
    const headers = {
      authorization: 'Bearer the-secret-of-the-webhook',
      'content-type': 'message/rfc822',
    };
    const bring = (url: string) =>
      app.inject({ method: 'POST', url, headers, payload: 'From: a@b\r\n\r\nHello' });
    expect((await bring('/api/inbound/raw?to=a%00b@example.org')).statusCode).toBe(400);
    expect((await bring('/api/inbound/raw?to=ab@example.org')).statusCode).toBe(406);
  });
});

describe('half of a surrogate pair', () => {
  it('becomes U+FFFD, and the text is stored', async () => {
    const answer = await ask('POST', '/api/support', {
      name: 'Maren',
      email: maren.email,
      category: 'other',
      subject: `Cut in two: ${HALF}`,
      message: `The emoji ${HALF} was cut in two by my keyboard.`,
    });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  });

  it('is replaced in nested values; whole pairs stay', () => {
    const body = { a: [`x${HALF}`], b: { c: '🌸' } };
    rejectUnstorableText({ body });
    expect(body).toEqual({ a: ['x\ufffd'], b: { c: '🌸' } });
  });
});

it('rejectUnstorableText: rejects deep nesting and unreadable names, and ignores bytes', () => {
  let deep: unknown = 'x';
  for (let n = 0; n < 100_000; n++) deep = [deep];
  expect(() => rejectUnstorableText({ body: deep })).toThrow('too deep');
  expect(() => rejectUnstorableText({ body: { [`a${NUL}`]: 1 } })).toThrow('cannot be read');
  expect(() =>
    rejectUnstorableText({ body: Buffer.from([0]), query: null, params: undefined }),
  ).not.toThrow();
});

it('many values: those of the longest import are taken, and of more none is looked at', async () => {
  const birthday = { month: 2, day: 3, year: 1950 };
  const somebody = { name: 'a', email: 'a@b.example', greetingName: 'b', timeZone: null, language: null };
  const entries = Array.from({ length: IMPORTED_AT_ONCE }, () => ({ ...somebody, birthday }));
  expect((await ask('POST', '/api/recipients/import', { entries })).statusCode).toBe(200);
  const flood = { entries: Array.from({ length: 300_000 }, () => []) };
  const answer = await app.inject({
    method: 'POST',
    url: '/api/recipients/import',
    headers: product.origin,
    payload: flood,
  });
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'TOO_LARGE']);
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}`, {}]));
  expect((await ask('POST', '/api/support', wide)).statusCode).toBe(413);
});

describe('forged cursor', () => {
  const cursor = (at: string, id: string) => Buffer.from(`${at} ${id}`).toString('base64url');
  const moment = '2026-05-04T10:12:00.000Z';
  const lists: [string, string][] = [
    ['/api/letters?limit=5', '1'],
    ['/api/conversations?limit=5', randomUUID()],
    ['/api/replies?recipient=ilse@example.org&limit=5', '1'],
    ['/api/correspondents?limit=5', '1'],
  ];

  it.each(lists)('GET %s: 400', async (url, id) => {
    const status = async (text: string) =>
      (await ask('GET', `${url}&cursor=${encodeURIComponent(text)}`)).statusCode;
    expect(await status(cursor(moment, id))).toBe(200);
    for (const forged of [
      'x',
      '%00',
      cursor('2026-02-30T10:12:00.000Z', id),
      cursor('2026-99-99T99:99:99.999Z', id),
      cursor('2026-05-04T24:00:00.000Z', id),
      cursor('0000-01-01T00:00:00.000Z', id),
      cursor('1:2:3Z', id),
      cursor(moment, '-'.repeat(36)),
      cursor(moment, '1e3'),
      cursor(moment, '9'.repeat(20)),
      cursor(moment, `1${NUL}`),
      cursor(`${moment}\n`, id),
    ])
      expect(await status(forged), Buffer.from(forged, 'base64url').toString()).toBe(400);
  });

  it.each(['x', '-1', '0', '1.5', '1e30', '9'.repeat(20), '%00'])(
    'GET /api/ledger?cursor=%s: 400',
    async (text) => {
      expect((await ask('GET', `/api/ledger?cursor=${text}`)).statusCode).toBe(400);
    },
  );
});
