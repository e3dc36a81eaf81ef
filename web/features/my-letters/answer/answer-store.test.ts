import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../../lib/api.ts';
import {
  type AnswerPhoto,
  answerBody,
  createAnswerStore,
  draftKey,
  EMPTY_DRAFT,
  hasAnswer,
  intentOf,
  loadDraft,
} from './answer-store.ts';
import { answerFailure } from './use-send-answer.ts';

const KEY = draftKey('maren', 'c-1');
let kept: Map<string, string>;
let storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
beforeEach(() => {
  kept = new Map();
  storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
});

function aPhoto(id: string): AnswerPhoto {
  const filename = `00000000-0000-4000-8000-00000000000${id}.jpg`;
  return { id, filename, originalName: 'IMG.jpg', url: `/uploads/${filename}`, width: 4, height: 3, alt: '' };
}

describe('answer draft', () => {
  it('keeps text and photos in their order after a reload', () => {
    const store = createAnswerStore(storage, KEY);
    store.dispatch({ type: 'typed', body: 'The tree says' });
    store.dispatch({ type: 'photo-added', photo: aPhoto('2'), after: [] });
    store.dispatch({ type: 'photo-added', photo: aPhoto('3'), after: ['2'] });
    expect(createAnswerStore(storage, KEY).get()).toEqual(store.get());
    store.dispatch({ type: 'photo-removed', id: '2' });
    expect(loadDraft(storage, KEY)).toMatchObject({ body: 'The tree says', photos: [{ id: '3' }] });
  });

  it('is removed from the storage when sent or emptied', () => {
    const store = createAnswerStore(storage, KEY);
    store.dispatch({ type: 'typed', body: 'Hello' });
    const intent = intentOf(store.get());
    store.dispatch({ type: 'intended', intent });
    store.dispatch({ type: 'sent', intent });
    expect(store.get()).toEqual(EMPTY_DRAFT);
    expect(kept.size).toBe(0);
    store.dispatch({ type: 'typed', body: 'Hello' });
    store.dispatch({ type: 'typed', body: '' });
    expect(kept.size).toBe(0);
  });

  it('keeps what was written in the reopened conversation before the answer to Send came', () => {
    const store = createAnswerStore(storage, KEY);
    store.dispatch({ type: 'typed', body: 'Hello' });
    const intent = intentOf(store.get());
    store.dispatch({ type: 'intended', intent });
    store.dispatch({ type: 'typed', body: 'Hello, and the plums are ripe' });
    store.dispatch({ type: 'sent', intent });
    expect(loadDraft(storage, KEY).body).toBe('Hello, and the plums are ripe');
  });

  it('is stored per person and conversation', () => {
    expect(new Set([KEY, draftKey('ilse', 'c-1'), draftKey('maren', 'c-2')]).size).toBe(3);
  });

  it.each(['{', 'null', '{"version":0,"draft":{}}', '{"version":1,"draft":{"body":7}}'])(
    'is empty when %s is stored',
    (text) => {
      kept.set(KEY, text);
      expect(loadDraft(storage, KEY)).toEqual(EMPTY_DRAFT);
    },
  );

  it('works when the storage throws', () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const full = {
      ...storage,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const store = createAnswerStore(full, KEY);
    store.dispatch({ type: 'typed', body: 'Hello' });
    expect(store.get().body).toBe('Hello');
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });
});

describe('intentOf and answerBody', () => {
  it('keep the key while the content is the same', () => {
    const draft = { ...EMPTY_DRAFT, body: 'Hello ' };
    const intent = intentOf(draft);
    // The sent text is trimmed, so surrounding spaces do not change the content.
    expect(intentOf({ ...draft, intent, body: ' Hello' })).toEqual(intent);
    expect(intentOf({ ...draft, intent, body: 'Hello, tree' }).key).not.toBe(intent.key);
    expect(intentOf({ ...draft, intent, photos: [aPhoto('1')] }).key).not.toBe(intent.key);
  });

  it('need text or photos', () => {
    expect(hasAnswer({ ...EMPTY_DRAFT, body: ' \n' })).toBe(false);
    expect(hasAnswer({ ...EMPTY_DRAFT, photos: [aPhoto('1')] })).toBe(true);
    expect(answerBody({ ...EMPTY_DRAFT, body: ' Hi ', photos: [aPhoto('1')] })).toEqual({
      body: 'Hi',
      photoUrls: [aPhoto('1').url],
    });
  });
});

describe('answerFailure', () => {
  const answer = (status: number, body: object) => new ApiFailure(status, '', JSON.stringify(body));
  it('is the server’s message for statuses that explain themselves', () => {
    expect(answerFailure(answer(429, { code: 'TOO_MANY', message: 'A little later.' }))).toBe(
      'A little later.',
    );
    expect(
      answerFailure(answer(400, { code: 'BAD_INPUT', message: 'Check.', fields: { body: 'Too long.' } })),
    ).toBe('Too long.');
  });

  it('is a general message for other failures', () => {
    const other = 'Your answer could not be sent. It is kept here; please try again.';
    expect(answerFailure(answer(500, { code: 'INTERNAL', message: 'Something.' }))).toBe(other);
    expect(answerFailure(new TypeError('Failed to fetch'))).toBe(other);
    expect(answerFailure(answer(401, { code: 'SIGN_IN', message: 'x' }))).toContain('sign in again');
  });
});
