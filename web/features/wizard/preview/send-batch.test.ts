import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testLetter } from '../../../../test/web/letter.ts';
import { aFinishedLetter } from '../../../../test/web/wizard.ts';
import { NOBODY } from '../recipients.ts';
import type { SendIntent } from '../wizard-state.ts';
import { batchBody, sendBatch } from './send-batch.ts';
import { SendAnswerLost } from './send-letter.ts';

const DRAFT = '00000000-0000-4000-8000-00000000000d';
const BATCH = { id: '00000000-0000-4000-8000-00000000000b', size: 2, sent: 0 };
const bea = { ...NOBODY, name: 'Bea Lind', email: 'bea@example.org', greetingName: 'Bea' };
const letter = aFinishedLetter({ others: [bea] });
const body = batchBody(letter, '5', DRAFT);
/** The letters of that body as the server answers them. */
const letters = body.recipients.map(({ name, email, greetingName = '' }, index) =>
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

const fetched = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>();
let answers: ([status: number, body: unknown] | 'lost')[] = [];
let intent: SendIntent | null = null;
beforeEach(() => {
  intent = null;
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

async function press(change = {}) {
  const pressed = sendBatch({
    body: batchBody({ ...letter, ...change }, '5', DRAFT),
    senderName: 'Maren Oakes',
    arrival: null,
    current: intent,
    newKey: () => 'key',
    record: (next) => {
      intent = next;
    },
  });
  pressed.catch(() => {});
  await vi.runAllTimersAsync();
  return pressed;
}

it('sendBatch: one call sends it to everybody; nobody is named to the others by their own words', async () => {
  answers = [[200, { batchId: BATCH.id, letters }]];
  expect(await press()).toMatchObject({ kind: 'sent', letter: { id: 1, batch: BATCH, waits: null } });
  expect(body.recipients).toEqual([
    { name: 'Bea Lind', email: 'bea@example.org', greetingName: 'Bea', language: 'en' },
    { name: 'Ilse Brandt', email: 'ilse.brandt@example.org', greetingName: '', language: 'en' },
  ]);
});

it('sendBatch: after a lost answer the draft tells whether it left; another tab’s is not taken for it', async () => {
  answers = ['lost', 'lost', 'lost'];
  await expect(press()).rejects.toThrow(SendAnswerLost);
  expect(intent?.unsettled).toBe(true);
  answers = [[200, letters]];
  expect(await press()).toMatchObject({ kind: 'sent', letter: { batch: BATCH } });
  answers = ['lost', 'lost', 'lost'];
  const written = {
    heading: ' Good  news ',
    recipient: { ...letter.recipient, email: 'ilse.brandt@example.org.' },
  };
  intent = null;
  await expect(press(written)).rejects.toThrow(SendAnswerLost);
  answers = [[200, letters.map((one) => ({ ...one, heading: 'Good news' }))]];
  expect(await press(written)).toMatchObject({ kind: 'sent' });
  answers = [[200, letters]];
  expect(await press({ message: 'Changed since' })).toMatchObject({ kind: 'left-before', changed: true });
  answers = [[200, letters.slice(1)]];
  expect(await press()).toMatchObject({ kind: 'left-before', changed: true });
});

it('sendBatch: a refusal means that nothing was sent, and it may be sent once more', async () => {
  answers = [[402, { code: 'INSUFFICIENT_CREDITS', message: 'It takes 2.' }]];
  await expect(press()).rejects.toThrow('402');
  expect(intent?.unsettled).toBe(false);
  answers = [
    [409, { code: 'LETTER_LEFT', message: 'x' }],
    [200, letters],
  ];
  intent = null;
  expect(await press()).toMatchObject({ kind: 'left-before', changed: false });
});
