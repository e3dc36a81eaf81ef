import { afterEach, expect, it, vi } from 'vitest';
import { changedToast, waitingChanges } from './waiting-change.ts';

afterEach(() => vi.unstubAllGlobals());

it('waiting letter: a change asked again after a failure carries its key, another change another one', async () => {
  const keys: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    return new Response('{}', { status: 503 });
  });
  const ask = waitingChanges(7);
  for (const change of ['now', 'now', 'back'] as const) await expect(ask(change)).rejects.toThrow('503');
  expect(keys[0]).toMatch(/.{20}/);
  expect([keys[1], new Set(keys).size]).toEqual([keys[0], 2]);
});

it.each([
  ['queued', 'Your letter is on its way'],
  ['sealed', 'Your letter is sealed'],
  ['held', 'Your letter is on hold'],
])('waiting letter: sent now and %s after that, it is said to be so', (status, title) => {
  expect(changedToast('now', { status, recipientEmail: 'ilse@example.org' }, null).title).toBe(title);
});
