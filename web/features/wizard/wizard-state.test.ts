import { expect, it } from 'vitest';
import { MESSAGE_MAX_CHARACTERS, PHOTOS_PER_LETTER } from '../../../shared/limits.ts';
import { words } from '../../../shared/words.ts';
import { defaultMessage } from '../../../templates/message.ts';
import { aFinishedLetter, aPhoto } from '../../../test/web/wizard.ts';
import { NOBODY } from './recipients.ts';
import { allowedStep, newLetter, stepBefore, type WizardAction, wizardReducer } from './wizard-state.ts';

const after = (actions: WizardAction[], state = newLetter()) => actions.reduce(wizardReducer, state);

it('newLetter: begins with no photos, no recipient, the vintage template and the default message', () => {
  expect(newLetter()).toMatchObject({
    step: 'upload',
    photos: [],
    recipient: { name: '', email: '', recentId: null },
    template: 'vintage',
    message: defaultMessage(0, words('en')),
  });
  expect(defaultMessage(0, words('en')).startsWith('Dear {{recipientName}},')).toBe(true);
});

it('allowedStep: stops at the first incomplete step', () => {
  const empty = newLetter();
  const letter = aFinishedLetter();
  const nobody = { ...NOBODY, name: ' ', email: 'ilse@example.org' };
  expect(allowedStep(empty, 'preview')).toBe('upload');
  expect(allowedStep({ ...letter, recipient: nobody }, 'template')).toBe('recipient');
  expect(allowedStep({ ...letter, recipient: { ...nobody, name: 'Ilse', email: 'ilse@' } }, 'preview')).toBe(
    'recipient',
  );
  expect(allowedStep({ ...letter, message: 'x'.repeat(MESSAGE_MAX_CHARACTERS + 1) }, 'preview')).toBe(
    'template',
  );
  expect(allowedStep({ ...letter, message: 'x'.repeat(MESSAGE_MAX_CHARACTERS) }, 'preview')).toBe('preview');
  expect(allowedStep(letter, 'success')).toBe('upload');
  expect(allowedStep(letter, 'recipient')).toBe('recipient');
});

it('stepBefore: goes back from every step but the first and the last', () => {
  expect(
    ['upload', 'recipient', 'template', 'preview', 'success'].map((step) => stepBefore(step as never)),
  ).toEqual([null, 'upload', 'recipient', 'template', null]);
});

it('wizard: keeps the first image of a photo as its original, until it is back', () => {
  const letter = aFinishedLetter({ photos: [aPhoto(1)] });
  const image = (number: number) => aPhoto(number, { width: 800 });
  const replace = (number: number): WizardAction => ({
    type: 'photo-replaced',
    id: 'photo-1',
    image: number === 1 ? aPhoto(1) : image(number),
  });
  const twice = after([replace(2), replace(3)], letter);
  expect(twice.photos).toMatchObject([
    { filename: image(3).filename, width: 800, original: { filename: aPhoto(1).filename, width: 1600 } },
  ]);
  expect(wizardReducer(twice, replace(1)).photos).toEqual([aPhoto(1)]);
});

it('wizard: the default message counts the pages, and a written one is left alone', () => {
  const add = (number: number): WizardAction => ({ type: 'photo-added', photo: aPhoto(number), after: [] });
  const one = after([add(1)]);
  expect(one.message).toContain('Here is its page, just as it left my desk.\n\nRead it slowly.');
  const two = wizardReducer(one, add(2));
  expect(two.message).toContain('Here are its pages, just as they left my desk.\n\nRead them slowly.');
  expect(wizardReducer(two, { type: 'photo-deleted', id: 'photo-2' }).message).toBe(one.message);
  const own = after([{ type: 'changed', change: { message: 'Here is its page.' } }, add(2)], one);
  expect(own.message).toBe('Here is its page.');
});

it('wizard: takes over a recent recipient, and clears the choice when either field is edited', () => {
  const recipient = {
    id: 9,
    name: 'Bea',
    email: 'bea@example.org',
    greetingName: 'Aunt Bea',
    language: null,
  };
  const { id, ...fields } = recipient;
  const chosen = after([{ type: 'recipient-chosen', recipient }]);
  expect(chosen.recipient).toEqual({ ...fields, recentId: id });
  const typed = (change: object) => wizardReducer(chosen, { type: 'recipient-typed', ...change }).recipient;
  expect(typed({ name: 'Ilse' }), 'nobody else is called as she is').toEqual({
    ...fields,
    name: 'Ilse',
    greetingName: '',
    recentId: null,
  });
  expect(typed({ greetingName: 'Bee' }), 'she is the same person').toEqual({
    ...fields,
    greetingName: 'Bee',
    recentId: id,
  });
  expect(
    wizardReducer(chosen, { type: 'recipient-typed', email: 'b@example.org' }).recipient.recentId,
  ).toBeNull();
});

it('wizard: adds, describes, moves, deletes and restores photos', () => {
  const three = after([
    { type: 'photo-added', photo: aPhoto(1), after: [] },
    { type: 'photo-added', photo: aPhoto(3), after: ['photo-2', 'photo-1'] },
    { type: 'photo-added', photo: aPhoto(2), after: ['photo-1'] },
    { type: 'photo-described', id: 'photo-2', alt: 'Dear Ilse' },
  ]);
  expect(three.photos.map((photo) => photo.id)).toEqual(['photo-1', 'photo-2', 'photo-3']);
  expect(three.photos[1]?.alt).toBe('Dear Ilse');
  const moved = wizardReducer(three, { type: 'photo-moved', id: 'photo-1', to: 2 });
  expect(moved.photos.map((photo) => photo.id)).toEqual(['photo-2', 'photo-3', 'photo-1']);
  const deleted = wizardReducer(moved, { type: 'photo-deleted', id: 'photo-3' });
  expect(deleted.photos.map((photo) => photo.id)).toEqual(['photo-2', 'photo-1']);
  const restored = wizardReducer(deleted, { type: 'photo-restored', photo: aPhoto(3), index: 1 });
  expect(restored.photos.map((photo) => photo.id)).toEqual(['photo-2', 'photo-3', 'photo-1']);
});

it('wizard: replaces the image of a photo and nothing else', () => {
  const before = after([
    { type: 'photo-added', photo: aPhoto(1, { alt: 'Dear Ilse' }), after: [] },
    { type: 'photo-added', photo: aPhoto(2), after: ['photo-1'] },
  ]);
  const image = aPhoto(9, { width: 2000, height: 1600, originalName: 'other.jpg' });
  const { photos } = wizardReducer(before, { type: 'photo-replaced', id: 'photo-1', image });
  expect(photos).toEqual([
    aPhoto(1, {
      alt: 'Dear Ilse',
      filename: image.filename,
      url: image.url,
      width: 2000,
      height: 1600,
      original: expect.anything(),
    }),
    aPhoto(2),
  ]);
  expect(wizardReducer(before, { type: 'photo-replaced', id: 'gone', image }).photos).toEqual(before.photos);
  // A letter can't hold one stored photo twice.
  const twice: WizardAction = { type: 'photo-replaced', id: 'photo-1', image: aPhoto(2) };
  expect(wizardReducer(before, twice)).toBe(before);
});

it('wizard: holds no photo twice, and none beyond the limit', () => {
  const full = after(
    Array.from({ length: PHOTOS_PER_LETTER }, (_, index): WizardAction => {
      return { type: 'photo-added', photo: aPhoto(index), after: [`photo-${index - 1}`] };
    }),
  );
  expect(full.photos).toHaveLength(PHOTOS_PER_LETTER);
  expect(wizardReducer(full, { type: 'photo-added', photo: aPhoto(99), after: [] })).toBe(full);
  const one = after([{ type: 'photo-added', photo: aPhoto(1), after: [] }]);
  expect(wizardReducer(one, { type: 'photo-restored', photo: aPhoto(1), index: 0 })).toBe(one);
});

it('wizard: holds nothing to send once the letter is sent', () => {
  const sent = wizardReducer(aFinishedLetter(), {
    type: 'letter-sent',
    letter: {
      id: 7,
      recipientName: 'Ilse',
      greetingName: '',
      recipientEmail: 'ilse@example.org',
      at: '2026-03-14T09:12:00Z',
      waits: null,
      arrival: null,
      batch: null,
    },
  });
  expect(sent).toMatchObject({ step: 'success', photos: [], intent: null, sent: { id: 7 } });
  expect(wizardReducer(sent, { type: 'stepped', step: 'preview' }).step).toBe('upload');
  expect(wizardReducer(sent, { type: 'started-over' })).toEqual(newLetter());
  const late: WizardAction = { type: 'photo-added', photo: aPhoto(9), after: [] };
  expect(wizardReducer(sent, late), 'a photo that arrives late').toMatchObject({
    step: 'success',
    sent: { id: 7 },
  });
  const another = after([late, { type: 'stepped', step: 'upload' }], sent);
  expect(allowedStep(another, 'success'), 'its letter is not taken for sent').toBe('upload');
});
