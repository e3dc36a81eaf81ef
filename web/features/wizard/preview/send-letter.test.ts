import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendBatchBody } from '../../../../shared/letter-batches.ts';
import { createLetterBody } from '../../../../shared/letters.ts';
import { testLetter } from '../../../../test/web/letter.ts';
import { aFinishedLetter } from '../../../../test/web/wizard.ts';
import { ApiFailure } from '../../../lib/api.ts';
import { NOBODY } from '../recipients.ts';
import type { SendIntent, WizardState } from '../wizard-state.ts';
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
    press: async (change: Partial<WizardState> = {}) => {
      const pressed = sendLetter({
        state: aFinishedLetter({ ...change, intent }),
        userId: '5',
        draft: DRAFT,
        senderName: 'Maren Oakes',
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
  const { emailMessage, template, photoUrls } = body;
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
    recipientName: 'Ilse Brandt',
    recipientEmail: 'ilse.brandt@example.org',
    ...{ emailMessage, template, photoUrls },
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
  // Another one that says the same isn't its own; its own is, though the server may have written a name otherwise.
  answers = [[200, [left(9)]]];
  expect(await press()).toMatchObject({ kind: 'left-before', changed: false });
  answers = [[200, [{ ...left(12), recipientName: 'Ilse  Brandt' }]]];
  expect(await press()).toMatchObject({ kind: 'sent', letter: { id: 12, waits: null } });
});

it.each([
  ...[{ recipientName: 'Ilse' }, { recipientEmail: 'i@example.org' }, { greetingName: 'Oma' }],
  ...[{ language: 'de' }, { emailMessage: 'x' }, { template: 'zine' }, { heading: 'x' }, { envelope: true }],
  ...[{ photoUrls: ['/x.jpg'] }, { photos: [{ url: '/x.jpg', alt: 'x', width: 1, height: 1 }] }],
])('sendLetter: what left is another letter with %o', async (difference) => {
  answers = [
    [409, { code: 'LETTER_LEFT', message: 'x' }],
    [200, [{ ...left(9), ...difference }]],
  ];
  expect(await sender().press()).toMatchObject({ kind: 'left-before', changed: true });
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

it('sendLetter: the keys are recorded before anything is sent, so a creation without an answer is repeated with its own', async () => {
  answers = ['lost', 'lost', 'lost'];
  const { press, intent } = sender();
  await expect(press()).rejects.toBeInstanceOf(TypeError);
  expect(intent()).toMatchObject({ createKey: 'key-1', letterId: null, unsettled: false });
  answers = [
    [200, []],
    [200, { id: 12 }],
    [200, {}],
  ];
  expect(await press()).toMatchObject({ kind: 'sent', letter: { id: 12 } });
  expect(calls().slice(4)).toEqual(['POST /api/letters key-1', 'POST /api/letters/12/send key-2']);
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

it('sendLetter: an intent that another version recorded is another letter’s; what left of the draft is not sent again', async () => {
  const old = { content: '{}', createKey: 'old', sendKey: 'old', letterId: 12, unsettled: true };
  answers = [[200, [left(12)]]];
  expect(await sender(old).press()).toMatchObject({ kind: 'left-before', changed: false });
  answers = [
    [200, []],
    [200, { id: 13 }],
    [200, {}],
  ];
  expect(await sender(old).press()).toMatchObject({ kind: 'sent', letter: { id: 13 } });
  expect(calls().slice(2)).toEqual(['POST /api/letters key-1', 'POST /api/letters/13/send key-2']);
});

const BATCH = { id: '00000000-0000-4000-8000-00000000000b', size: 2, sent: 0 };
const bea = { ...NOBODY, name: 'Bea Lind', email: 'bea@example.org', greetingName: 'Bea' };

/** The letters to Bea and Ilse as the server answers them. */
function leftToBoth() {
  const body = letterBody(aFinishedLetter({ others: [bea] }), '5', DRAFT);
  return body.recipients.map(({ name, email, greetingName = '' }, index) =>
    testLetter({
      emailMessage: body.emailMessage,
      photoUrls: body.photoUrls,
      id: index + 1,
      recipientName: name,
      recipientEmail: email,
      greetingName,
      status: 'queued',
      photos: body.photoUrls.map((url) => ({ url, alt: '', width: 1, height: 1 })),
      batch: BATCH,
    }),
  );
}

it('sendLetter to several: one call sends it to everybody; nobody is named to the others by their own words', async () => {
  answers = [[200, { batchId: BATCH.id, letters: leftToBoth() }]];
  expect(await sender().press({ others: [bea] })).toMatchObject({
    kind: 'sent',
    letter: { id: 1, batch: BATCH, waits: null },
  });
  expect(calls()).toEqual(['POST /api/letter-batches key-1']);
  expect(letterBody(aFinishedLetter({ others: [bea] }), '5', DRAFT).recipients).toEqual([
    { name: 'Bea Lind', email: 'bea@example.org', greetingName: 'Bea', language: 'en' },
    { name: 'Ilse Brandt', email: 'ilse.brandt@example.org', greetingName: '', language: 'en' },
  ]);
});

it('sendLetter to several: after a lost answer the draft tells whether it left; another tab’s is not taken for it', async () => {
  const { press, intent } = sender();
  const letters = leftToBoth();
  answers = ['lost', 'lost', 'lost'];
  await expect(press({ others: [bea] })).rejects.toThrow(SendAnswerLost);
  expect(intent()?.unsettled).toBe(true);
  answers = [[200, letters]];
  expect(await press({ others: [bea] })).toMatchObject({ kind: 'sent', letter: { batch: BATCH } });
  answers = ['lost', 'lost', 'lost'];
  const written = {
    others: [bea],
    heading: ' Good  news ',
    recipient: { ...aFinishedLetter().recipient, email: 'ilse.brandt@example.org.' },
  };
  const another = sender();
  await expect(another.press(written)).rejects.toThrow(SendAnswerLost);
  answers = [[200, letters.map((one) => ({ ...one, heading: 'Good news' }))]];
  expect(await another.press(written)).toMatchObject({ kind: 'sent' });
  answers = [[200, letters]];
  expect(await another.press({ others: [bea], message: 'Changed since' })).toMatchObject({
    kind: 'left-before',
    changed: true,
  });
  answers = [[200, letters.slice(1)]];
  expect(await another.press({ others: [bea] })).toMatchObject({ kind: 'left-before', changed: true });
});

it('sendLetter to several: a refusal means that nothing was sent, and it may be sent once more', async () => {
  const { press, intent } = sender();
  answers = [[402, { code: 'INSUFFICIENT_CREDITS', message: 'It takes 2.' }]];
  await expect(press({ others: [bea] })).rejects.toThrow('402');
  expect(intent()?.unsettled).toBe(false);
  answers = [
    [409, { code: 'LETTER_LEFT', message: 'x' }],
    [200, leftToBoth()],
  ];
  expect(await sender().press({ others: [bea] })).toMatchObject({ kind: 'left-before', changed: false });
});

function keys() {
  let made = 0;
  return () => `key-${++made}`;
}

it('letterBody: makes the body that the server accepts', async () => {
  const letter = aFinishedLetter({
    recipient: { ...NOBODY, name: ' Ilse ', email: ' ilse@example.org ', greetingName: ' Oma ' },
    heading: ' For your birthday ',
  });
  answers = [
    [200, { id: 12 }],
    [200, {}],
  ];
  await sender().press(letter);
  const body = JSON.parse(String(fetched.mock.calls[0]?.[1]?.body));
  expect(createLetterBody.parse(body)).toEqual(body);
  expect(body).toMatchObject({ recipientName: 'Ilse', greetingName: 'Oma', userId: '5' });
  expect(body.heading).toBe('For your birthday');
  expect(body.photoUrls).toEqual(letter.photos.map((photo) => photo.url));
  const toSeveral = letterBody({ ...letter, others: [bea], stamp: true }, '5', DRAFT);
  expect(sendBatchBody.parse(toSeveral)).toEqual(toSeveral);
});

it('intentFor: returns the recorded intent while nothing changes, after a reload too', () => {
  const newKey = keys();
  const first = intentFor(null, letterBody(aFinishedLetter(), '5', DRAFT), 'Maren', newKey);
  const reloaded = JSON.parse(JSON.stringify({ ...first, letterId: 12, unsettled: true }));
  expect(intentFor(reloaded, letterBody(aFinishedLetter(), '5', DRAFT), 'Maren', newKey)).toBe(reloaded);
  expect(
    intentFor(reloaded, letterBody(aFinishedLetter(), '5', DRAFT), 'Maren Oakes', newKey).letterId,
  ).toBeNull();
});

it.each([
  ['another message', aFinishedLetter({ message: 'Dear Ilse, again' })],
  ['another template', aFinishedLetter({ template: 'zine' })],
  ['another order of photos', aFinishedLetter({ photos: aFinishedLetter().photos.toReversed() })],
])('intentFor: makes a new intent with new keys for %s', (_, changed) => {
  const newKey = keys();
  const first = intentFor(null, letterBody(aFinishedLetter(), '5', DRAFT), 'Maren', newKey);
  const second = intentFor({ ...first, letterId: 12 }, letterBody(changed, '5', DRAFT), 'Maren', newKey);
  expect(second.letterId).toBeNull();
  expect(new Set([first.createKey, first.sendKey, second.createKey, second.sendKey]).size).toBe(4);
});
