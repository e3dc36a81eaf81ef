import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aFinishedLetter } from '../../../../test/web/wizard.ts';
import { ApiFailure } from '../../../lib/api.ts';
import { letterBody } from '../send-intent.ts';
import type { SendIntent } from '../wizard-state.ts';
import { sendLetter } from './send-letter.ts';

type Answer = [status: number, body: unknown] | 'lost';

const fetched = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>();
let answers: Answer[] = [];

beforeEach(() => {
  answers = [];
  fetched.mockReset().mockImplementation(async () => {
    const answer = answers.shift();
    if (!answer || answer === 'lost') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer[1]), { status: answer[0] });
  });
  vi.stubGlobal('fetch', fetched);
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Presses Send on a letter; what it leaves on record is what a reload would find. */
function counter(start: SendIntent | null = null) {
  let intent = start;
  let made = 0;
  return {
    press: async (change = {}) => {
      const pressed = sendLetter({
        body: letterBody(aFinishedLetter(change), '5'),
        senderName: 'Maren Oakes',
        current: intent,
        newKey: () => `key-${++made}`,
        record: (next) => {
          intent = next;
        },
      });
      pressed.catch(() => {});
      await vi.runAllTimersAsync();
      return pressed;
    },
    intent: () => intent,
  };
}

const calls = () => {
  return fetched.mock.calls.map(([path, init]) => {
    return `${init?.method ?? 'GET'} ${path} ${new Headers(init?.headers).get('idempotency-key') ?? ''}`.trim();
  });
};

it('creates the letter, then triggers its send, each under a key of its own', async () => {
  answers = [
    [200, { id: 12 }],
    [200, {}],
  ];
  const outcome = await counter().press();
  expect(outcome).toMatchObject({ kind: 'sent', letter: { id: 12, recipientName: 'Ilse Brandt' } });
  expect(calls()).toEqual(['POST /api/letters key-1', 'POST /api/letters/12/send key-2']);
});

it('asks for the same send again when the answer was lost', async () => {
  answers = [[200, { id: 12 }], 'lost', 'lost', 'lost'];
  const { press, intent } = counter();
  await expect(press()).rejects.toThrow('Failed to fetch');
  expect(intent()).toMatchObject({ letterId: 12, unsettled: true });
  answers = [[200, {}]];
  expect(await press()).toMatchObject({ kind: 'sent' });
  expect(calls().slice(1)).toEqual(Array(4).fill('POST /api/letters/12/send key-2'));
});

it('uses the letter that is there once credits have been bought', async () => {
  answers = [
    [200, { id: 12 }],
    [402, { code: 'INSUFFICIENT_CREDITS', message: 'x' }],
  ];
  const { press, intent } = counter();
  await expect(press()).rejects.toBeInstanceOf(ApiFailure);
  expect(intent()).toMatchObject({ letterId: 12, unsettled: false });
  answers = [[200, {}]];
  await press();
  expect(calls().at(-1)).toBe('POST /api/letters/12/send key-2');
  expect(calls()).toHaveLength(3);
});

it('does not send a changed letter on top of one that left unnoticed', async () => {
  answers = [[200, { id: 12 }], 'lost', 'lost', 'lost'];
  const { press } = counter();
  await expect(press()).rejects.toThrow();
  answers = [[200, { status: 'queued' }]];
  expect(await press({ message: 'Dear Ilse, again' })).toEqual({ kind: 'earlier-left' });
  expect(calls().at(-1)).toBe('GET /api/letters/12');
  answers = [
    [200, { id: 13 }],
    [200, {}],
  ];
  expect(await press({ message: 'Dear Ilse, again' })).toMatchObject({ kind: 'sent', letter: { id: 13 } });
});

it('makes a new letter when the created one was cleared away', async () => {
  const { press } = counter();
  answers = [
    [200, { id: 12 }],
    [429, { code: 'TOO_MANY', message: 'x' }],
  ];
  await expect(press()).rejects.toThrow();
  answers = [
    [404, { code: 'NOT_FOUND', message: 'x' }],
    [200, { id: 20 }],
    [200, {}],
  ];
  expect(await press()).toMatchObject({ kind: 'sent', letter: { id: 20 } });
});
