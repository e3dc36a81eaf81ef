import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiFailure, messageForPerson, read, setSession, write } from './api.ts';

interface Seen {
  method: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

let server: Server;
let base: string;
let seen: Seen[];
let answers: { status: number; body: string }[];

beforeEach(async () => {
  seen = [];
  answers = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    seen.push({ method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() });
    const { status, body } = answers.shift() ?? { status: 200, body: '{"id":7}' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  setSession(null);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const thing = z.object({ id: z.number() });

describe('read', () => {
  it('returns the parsed response', async () => {
    await expect(read(`${base}/api/thing`, thing)).resolves.toEqual({ id: 7 });
    expect(seen).toMatchObject([{ method: 'GET', body: '' }]);
  });

  it('begins no request in the task that asks for it', async () => {
    const begun = vi.spyOn(globalThis, 'fetch');
    const both = Promise.all([read(`${base}/api/thing`, thing), read(`${base}/api/thing`, thing)]);
    for (let microtask = 0; microtask < 20; microtask++) await null;
    expect(begun).not.toHaveBeenCalled();
    await both;
    expect(begun).toHaveBeenCalledTimes(2);
    begun.mockRestore();
  });

  it('rejects a response of another shape', async () => {
    answers = [{ status: 200, body: '{"id":"seven"}' }];
    await expect(read(`${base}/api/thing`, thing)).rejects.toThrow(z.ZodError);
  });

  it('turns a non-OK response into "status: body", with code and message apart, and does not retry', async () => {
    const body = '{"code":"INSUFFICIENT_CREDITS","message":"You need one credit."}';
    answers = [{ status: 402, body }];
    const failure = await read(`${base}/api/thing`, thing).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({
      message: `402: ${body}`,
      status: 402,
      code: 'INSUFFICIENT_CREDITS',
      forPerson: 'You need one credit.',
      body,
    });
    expect(messageForPerson(failure, 'Please try again')).toBe('You need one credit.');
    expect(seen).toHaveLength(1);
  });

  it('uses the status text when the body is empty, with no message for a person', async () => {
    answers = [{ status: 404, body: '' }];
    const failure = await read(`${base}/api/thing`, thing).catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: '404: Not Found', code: null, forPerson: null });
    expect(messageForPerson(failure, 'Please try again')).toBe('Please try again');
  });

  it('throws on 401', async () => {
    answers = [{ status: 401, body: '{}' }];
    await expect(read(`${base}/api/thing`, thing)).rejects.toMatchObject({ status: 401 });
  });

  it('renews the session once after a 401 and repeats the call, as whoever began it', async () => {
    answers = [{ status: 401, body: '{}' }];
    let uid = 'maren';
    const renew = vi.fn(async () => {
      uid = 'joao';
      return true;
    });
    setSession({ uid: () => uid, renew });
    await expect(read(`${base}/api/thing`, thing)).resolves.toEqual({ id: 7 });
    expect(renew).toHaveBeenCalledTimes(1);
    expect(seen.map(({ headers }) => headers['x-account-uid'])).toEqual(['maren', 'maren']);
  });

  it('fails when the renewed session is refused, too', async () => {
    answers = [
      { status: 401, body: '{}' },
      { status: 401, body: '{}' },
    ];
    setSession({ uid: () => null, renew: async () => true });
    await expect(read(`${base}/api/thing`, thing)).rejects.toMatchObject({ status: 401 });
    expect(seen).toHaveLength(2);
  });
});

describe('write', () => {
  it('sends JSON with its content type and the idempotency key', async () => {
    await write('POST', `${base}/api/thing`, { name: 'Ilse' }, thing, { idempotencyKey: 'k1' });
    expect(seen[0]).toMatchObject({ method: 'POST', body: '{"name":"Ilse"}' });
    expect(seen[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k1' });
  });

  it('sends no content type without a body, and accepts an empty response', async () => {
    answers = [{ status: 204, body: '' }];
    await expect(write('DELETE', `${base}/api/thing`, undefined, z.undefined())).resolves.toBeUndefined();
    expect(seen[0]?.headers['content-type']).toBeUndefined();
  });

  it('never repeats after an HTTP error', async () => {
    answers = [{ status: 503, body: 'down' }];
    await expect(write('POST', `${base}/api/thing`, {}, thing)).rejects.toThrow('503: down');
    expect(seen).toHaveLength(1);
  });
});

describe('network failure', () => {
  const sent: { at: number; init: RequestInit | undefined }[] = [];

  beforeEach(() => {
    sent.length = 0;
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  function failing(times: number) {
    vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
      sent.push({ at: Date.now(), init });
      if (sent.length <= times) throw new TypeError('Failed to fetch');
      return new Response('{"id":7}');
    });
  }

  it('retries a write after 2 s and after 3 s more, with the same key and credentials', async () => {
    failing(2);
    const began = Date.now();
    const answer = write('POST', '/api/letters', { a: 1 }, thing, { idempotencyKey: 'k2' });
    await vi.advanceTimersByTimeAsync(5000);
    await expect(answer).resolves.toEqual({ id: 7 });
    expect(sent.map(({ at }) => at - began)).toEqual([0, 2000, 5000]);
    for (const { init } of sent) {
      expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: '{"a":1}' });
      expect(init?.headers).toMatchObject({ 'idempotency-key': 'k2' });
    }
  });

  it('retries as whoever began, not as who signed in meanwhile', async () => {
    failing(1);
    let uid = 'maren';
    setSession({ uid: () => uid, renew: async () => false });
    const answer = write('PUT', '/api/draft', {}, thing);
    uid = 'joao';
    await vi.advanceTimersByTimeAsync(2000);
    await expect(answer).resolves.toEqual({ id: 7 });
    for (const { init } of sent) expect(init?.headers).toMatchObject({ 'x-account-uid': 'maren' });
    expect(sent).toHaveLength(2);
  });

  it('fails after the third attempt', async () => {
    failing(3);
    const answer = write('POST', '/api/letters', {}, thing);
    const outcome = expect(answer).rejects.toThrow('Failed to fetch');
    await vi.advanceTimersByTimeAsync(5000);
    await outcome;
    expect(sent).toHaveLength(3);
  });

  it('ends a read that is not answered in two minutes, and sends a write again', async () => {
    const asked: number[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      asked.push(ms);
      const late = new AbortController();
      setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), ms);
      return late.signal;
    });
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      sent.push({ at: Date.now(), init });
      if (path === '/api/letters' && sent.length > 2) return new Response('{"id":7}');
      return new Promise((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      );
    });
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const unread = expect(read('/api/credits', thing)).rejects.toThrow('late');
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    const written = write('PUT', '/api/letters', {}, thing);
    await vi.advanceTimersByTimeAsync(122_000);
    await unread;
    await expect(written).resolves.toEqual({ id: 7 });
    expect(asked).toEqual([120_000, 120_000, 120_000]);
    vi.restoreAllMocks();
  });

  it('does not retry a read, which includes credentials, too', async () => {
    failing(1);
    await expect(read('/api/letters', thing)).rejects.toThrow('Failed to fetch');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.init).toMatchObject({ credentials: 'include' });
  });
});
