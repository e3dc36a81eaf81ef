import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLetterBody } from '../../../../shared/letters.ts';
import { aFinishedLetter } from '../../../../test/web/wizard.ts';
import { ApiFailure } from '../../../lib/api.ts';
import type { SendIntent } from '../wizard-state.ts';
import { intentFor, letterBody, sendLetter } from './send-letter.ts';

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

/** Presses Send on a letter; the recorded intent is what a reload would find. */
function sender(start: SendIntent | null = null) {
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

it('sendLetter: creates the letter, then triggers its send, each with its own idempotency key', async () => {
  answers = [
    [200, { id: 12 }],
    [200, {}],
  ];
  const outcome = await sender().press();
  expect(outcome).toMatchObject({ kind: 'sent', letter: { id: 12, recipientName: 'Ilse Brandt' } });
  expect(calls()).toEqual(['POST /api/letters key-1', 'POST /api/letters/12/send key-2']);
});

it('sendLetter: repeats the same send when the response was lost', async () => {
  answers = [[200, { id: 12 }], 'lost', 'lost', 'lost'];
  const { press, intent } = sender();
  await expect(press()).rejects.toThrow('Failed to fetch');
  expect(intent()).toMatchObject({ letterId: 12, unsettled: true });
  answers = [[200, {}]];
  expect(await press()).toMatchObject({ kind: 'sent' });
  expect(calls().slice(1)).toEqual(Array(4).fill('POST /api/letters/12/send key-2'));
});

it('sendLetter: reuses the created letter once credits have been bought', async () => {
  answers = [
    [200, { id: 12 }],
    [402, { code: 'INSUFFICIENT_CREDITS', message: 'x' }],
  ];
  const { press, intent } = sender();
  await expect(press()).rejects.toBeInstanceOf(ApiFailure);
  expect(intent()).toMatchObject({ letterId: 12, unsettled: false });
  answers = [[200, {}]];
  await press();
  expect(calls().at(-1)).toBe('POST /api/letters/12/send key-2');
  expect(calls()).toHaveLength(3);
});

it('sendLetter: sends no changed letter after an earlier version whose response was lost was sent', async () => {
  answers = [[200, { id: 12 }], 'lost', 'lost', 'lost'];
  const { press } = sender();
  await expect(press()).rejects.toThrow();
  answers = [[200, { status: 'queued' }]];
  expect(await press({ message: 'Dear Ilse, again' })).toEqual({ kind: 'earlier-version-sent' });
  expect(calls().at(-1)).toBe('GET /api/letters/12');
  answers = [
    [200, { id: 13 }],
    [200, {}],
  ];
  expect(await press({ message: 'Dear Ilse, again' })).toMatchObject({ kind: 'sent', letter: { id: 13 } });
});

it('sendLetter: creates a new letter when the created one was removed', async () => {
  const { press } = sender();
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

function keys() {
  let made = 0;
  return () => `key-${++made}`;
}

it('letterBody: makes the body that the server accepts', () => {
  const letter = aFinishedLetter({
    recipient: { name: ' Ilse ', email: ' ilse@example.org ', greetingName: ' Oma ', recentId: null },
    heading: ' For your birthday ',
  });
  const body = letterBody(letter, '5');
  expect(createLetterBody.parse(body)).toEqual(body);
  expect(body).toMatchObject({ recipientName: 'Ilse', greetingName: 'Oma', userId: '5' });
  expect(body.heading).toBe('For your birthday');
  expect(body.photoUrls).toEqual(letter.photos.map((photo) => photo.url));
});

it('intentFor: returns the recorded intent while nothing changes, after a reload too', () => {
  const newKey = keys();
  const first = intentFor(null, letterBody(aFinishedLetter(), '5'), 'Maren', newKey);
  const reloaded = JSON.parse(JSON.stringify({ ...first, letterId: 12, unsettled: true }));
  expect(intentFor(reloaded, letterBody(aFinishedLetter(), '5'), 'Maren', newKey)).toBe(reloaded);
  expect(intentFor(reloaded, letterBody(aFinishedLetter(), '5'), 'Maren Oakes', newKey).letterId).toBeNull();
});

it('intentFor: returns an intent that an earlier release recorded without the name', () => {
  const body = letterBody(aFinishedLetter(), '5');
  const before = { ...intentFor(null, body, 'Maren', keys()), content: JSON.stringify(body), letterId: 12 };
  expect(intentFor(before, body, 'Maren', keys())).toBe(before);
});

it.each([
  ['another message', aFinishedLetter({ message: 'Dear Ilse, again' })],
  ['another template', aFinishedLetter({ template: 'zine' })],
  ['another order of photos', aFinishedLetter({ photos: aFinishedLetter().photos.toReversed() })],
])('intentFor: makes a new intent with new keys for %s', (_, changed) => {
  const newKey = keys();
  const first = intentFor(null, letterBody(aFinishedLetter(), '5'), 'Maren', newKey);
  const second = intentFor({ ...first, letterId: 12 }, letterBody(changed, '5'), 'Maren', newKey);
  expect(second.letterId).toBeNull();
  expect(new Set([first.createKey, first.sendKey, second.createKey, second.sendKey]).size).toBe(4);
});
