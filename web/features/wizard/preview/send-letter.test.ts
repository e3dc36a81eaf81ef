import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLetterBody } from '../../../../shared/letters.ts';
import { aFinishedLetter } from '../../../../test/web/wizard.ts';
import { ApiFailure } from '../../../lib/api.ts';
import { NOBODY } from '../recipients.ts';
import type { SendIntent } from '../wizard-state.ts';
import { intentFor, letterBody, SendAnswerLost, sendLetter } from './send-letter.ts';

const DRAFT = '00000000-0000-4000-8000-00000000000d';

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
        body: letterBody(aFinishedLetter(change), '5', DRAFT),
        senderName: 'Maren Oakes',
        arrival: aFinishedLetter(change).arrival,
        stamp: false,
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

it('sendLetter: asks for the chosen time; another time is another letter', async () => {
  const arrival = { local: '2026-12-24T08:00', zone: 'Europe/Paris', at: '2026-12-24T07:00:00.000Z' };
  answers = [
    [200, { id: 12 }],
    [402, { code: 'INSUFFICIENT_CREDITS', message: 'No credit.' }],
    [200, []],
    [200, { id: 13 }],
    [200, { status: 'scheduled' }],
  ];
  const one = sender();
  await expect(one.press({ arrival })).rejects.toThrow();
  const later = { ...arrival, local: '2026-12-25T08:00' };
  expect(await one.press({ arrival: later })).toMatchObject({
    letter: { id: 13, waits: 'scheduled', arrival: later },
  });
  expect(JSON.parse(String(fetched.mock.calls.at(-1)?.[1]?.body))).toEqual({
    arrival: { arriveLocal: '2026-12-25T08:00', arriveZone: 'Europe/Paris' },
  });
});

/** The letter of `aFinishedLetter` as the server lists it. */
function left(id: number) {
  const body = letterBody(aFinishedLetter(), '5', DRAFT);
  const { recipientName, recipientEmail, emailMessage, template, photoUrls } = body;
  return {
    id,
    createdAt: '2026-03-14T09:12:00.000Z',
    sentAt: null,
    status: 'queued',
    statusReason: null,
    senderEmail: 'maren@example.com',
    conversationId: 'c',
    canRetry: false,
    refund: null,
    webPage: null,
    ...{ recipientName, recipientEmail, emailMessage, template, photoUrls },
    photos: photoUrls.map((url) => ({ url, alt: '', width: 1, height: 1 })),
  };
}

it('sendLetter: after a lost answer it asks by the draft, and repeats the same send when nothing left', async () => {
  answers = [[200, { id: 12 }], 'lost', 'lost', 'lost'];
  const { press, intent } = sender();
  await expect(press()).rejects.toBeInstanceOf(SendAnswerLost);
  expect(intent()).toMatchObject({ letterId: 12, unsettled: true });
  answers = [
    [200, []],
    [200, { status: 'queued' }],
  ];
  expect(await press()).toMatchObject({ kind: 'sent' });
  expect(calls().slice(4)).toEqual([`GET /api/letters?draft=${DRAFT}`, 'POST /api/letters/12/send key-2']);
});

it('sendLetter: after a lost answer the letter that left is its own', async () => {
  answers = [[200, { id: 12 }], 'lost', 'lost', 'lost'];
  const { press } = sender();
  await expect(press()).rejects.toBeInstanceOf(SendAnswerLost);
  answers = [[200, [left(12)]]];
  expect(await press()).toMatchObject({ kind: 'sent', letter: { id: 12, waits: null } });
});

it('sendLetter: a letter that left from another tab is not sent again, and says whether it was changed', async () => {
  const refused: Answer = [409, { code: 'LETTER_LEFT', message: 'x' }];
  answers = [refused, [200, [left(9)]]];
  expect(await sender().press()).toMatchObject({ kind: 'left-before', letter: { id: 9 }, changed: false });
  const arrival = { local: '2026-12-24T08:00', zone: 'Europe/Paris', at: '2026-12-24T07:00:00.000Z' };
  answers = [refused, [200, [{ ...left(9), status: 'scheduled', arrival }]]];
  expect(await sender().press({ arrival })).toMatchObject({ changed: false });
  answers = [refused, [200, [{ ...left(9), status: 'scheduled', arrival }]]];
  expect(await sender().press()).toMatchObject({ changed: true });
  answers = [[200, { id: 12 }], refused, [200, [left(9)]]];
  const { press, intent } = sender();
  expect(await press({ message: 'Dear Ilse, again' })).toMatchObject({ kind: 'left-before', changed: true });
  expect(intent()).toMatchObject({ letterId: 12, unsettled: false });
  // A tab that resumed the draft with the letter created in another.
  answers = [[200, [left(12)]]];
  expect(await press({ message: 'Dear Ilse, again' })).toMatchObject({ kind: 'left-before' });
  expect(calls().at(-1)).toBe(`GET /api/letters?draft=${DRAFT}`);
});

it('sendLetter: reuses the created letter once credits have been bought', async () => {
  answers = [
    [200, { id: 12 }],
    [402, { code: 'INSUFFICIENT_CREDITS', message: 'x' }],
  ];
  const { press, intent } = sender();
  await expect(press()).rejects.toBeInstanceOf(ApiFailure);
  expect(intent()).toMatchObject({ letterId: 12, unsettled: false });
  answers = [
    [200, []],
    [200, { status: 'queued' }],
  ];
  await press();
  expect(calls().at(-1)).toBe('POST /api/letters/12/send key-2');
  expect(calls()).toHaveLength(4);
});

it('sendLetter: creates a new letter when the created one was removed', async () => {
  const { press } = sender();
  answers = [
    [200, { id: 12 }],
    [429, { code: 'TOO_MANY', message: 'x' }],
  ];
  await expect(press()).rejects.toThrow();
  answers = [
    [200, []],
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
    recipient: { ...NOBODY, name: ' Ilse ', email: ' ilse@example.org ', greetingName: ' Oma ' },
    heading: ' For your birthday ',
  });
  const body = letterBody(letter, '5', DRAFT);
  expect(createLetterBody.parse(body)).toEqual(body);
  expect(body).toMatchObject({ recipientName: 'Ilse', greetingName: 'Oma', userId: '5' });
  expect(body.heading).toBe('For your birthday');
  expect(body.photoUrls).toEqual(letter.photos.map((photo) => photo.url));
});

it('intentFor: returns the recorded intent while nothing changes, after a reload too', () => {
  const newKey = keys();
  const first = intentFor(null, letterBody(aFinishedLetter(), '5', DRAFT), 'Maren', null, newKey);
  const reloaded = JSON.parse(JSON.stringify({ ...first, letterId: 12, unsettled: true }));
  expect(intentFor(reloaded, letterBody(aFinishedLetter(), '5', DRAFT), 'Maren', null, newKey)).toBe(
    reloaded,
  );
  expect(
    intentFor(reloaded, letterBody(aFinishedLetter(), '5', DRAFT), 'Maren Oakes', null, newKey).letterId,
  ).toBeNull();
});

it.each([
  ['another message', aFinishedLetter({ message: 'Dear Ilse, again' })],
  ['another template', aFinishedLetter({ template: 'zine' })],
  ['another order of photos', aFinishedLetter({ photos: aFinishedLetter().photos.toReversed() })],
])('intentFor: makes a new intent with new keys for %s', (_, changed) => {
  const newKey = keys();
  const first = intentFor(null, letterBody(aFinishedLetter(), '5', DRAFT), 'Maren', null, newKey);
  const second = intentFor(
    { ...first, letterId: 12 },
    letterBody(changed, '5', DRAFT),
    'Maren',
    null,
    newKey,
  );
  expect(second.letterId).toBeNull();
  expect(new Set([first.createKey, first.sendKey, second.createKey, second.sendKey]).size).toBe(4);
});
