import { afterEach, expect, it, vi } from 'vitest';
import { testLetter } from '../../../test/web/letter.ts';
import { changedToast, waitingChanges } from './waiting-change.ts';

afterEach(() => vi.unstubAllGlobals());

it('waiting letter: a change asked again after a failure carries its key, another change another one', async () => {
  const keys: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    return new Response('{}', { status: 503 });
  });
  const ask = waitingChanges();
  for (const change of ['now', 'now', 'back'] as const) await expect(ask([7], change)).rejects.toThrow('503');
  expect(keys[0]).toMatch(/.{20}/);
  expect([keys[1], new Set(keys).size]).toEqual([keys[0], 2]);
});

it('waiting letters: one that was changed before a failure is asked about with the same key again', async () => {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    return path.includes('/7/')
      ? new Response(JSON.stringify(testLetter()))
      : new Response('{}', { status: 503 });
  });
  const ask = waitingChanges();
  for (const _ of 'ab') await expect(ask([8, 7], 'back')).rejects.toThrow('503');
  expect(keys.slice(2)).toEqual(keys.slice(0, 2));
  expect(keys[0]).not.toBe(keys[1]);
});

it.each([
  ['queued', 'Your letter is on its way'],
  ['sealed', 'Your letter is sealed'],
  ['held', 'Your letter is on hold'],
])('waiting letter: sent now and %s after that, it is said to be so', (status, title) => {
  expect(changedToast('now', { status, recipientEmail: 'ilse@example.org' }, null).title).toBe(title);
});
