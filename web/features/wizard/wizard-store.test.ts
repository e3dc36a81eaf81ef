import { expect, it, vi } from 'vitest';
import { aFinishedLetter, memoryStorage } from '../../../test/web/wizard.ts';
import { newLetter } from './wizard-state.ts';
import { createWizardStore, loadWizard, saveWizard, storageKey } from './wizard-store.ts';

it('wizard store: stores every action before dispatch returns, so that a reload finds it', () => {
  const storage = memoryStorage();
  const store = createWizardStore(storage, 'maren');
  const heard = vi.fn();
  store.subscribe(heard);
  store.dispatch({ type: 'changed', change: { message: 'Dear Ilse,' } });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(createWizardStore(storage, 'maren').get()).toEqual(store.get());
  expect(store.get().message).toBe('Dear Ilse,');
});

it('wizard store: keeps the letters of two people apart', () => {
  const storage = memoryStorage();
  createWizardStore(storage, 'maren').dispatch({ type: 'changed', change: { message: 'For Ilse alone' } });
  expect(createWizardStore(storage, 'tayo').get()).toEqual(newLetter());
});

it('wizard store: works without a storage that refuses', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const full = {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  const store = createWizardStore(full, 'maren');
  store.dispatch({ type: 'changed', change: { message: 'Dear Ilse,' } });
  expect(store.get().message).toBe('Dear Ilse,');
  expect(warn).toHaveBeenCalled();
  warn.mockRestore();
});

it('wizard store: restores a letter with the keys of its intent', () => {
  const storage = memoryStorage();
  const letter = aFinishedLetter({
    intent: { content: '{}', createKey: 'c', sendKey: 's', letterId: 12, unsettled: true },
  });
  saveWizard(storage, 'maren', letter);
  expect(loadWizard(storage, 'maren')).toEqual(letter);
});

it('wizard store: the default message is not stored but worded anew, a written one stays', () => {
  const storage = memoryStorage();
  const letter = aFinishedLetter();
  const { message } = letter;
  const stored = () => JSON.parse(storage.getItem(storageKey('maren')) ?? '').state.message;
  saveWizard(storage, 'maren', letter);
  expect([stored(), loadWizard(storage, 'maren').message]).toEqual([null, message]);
  saveWizard(storage, 'maren', { ...letter, photos: letter.photos.slice(1) });
  expect(loadWizard(storage, 'maren').message).toContain('Here is its page,');
  saveWizard(storage, 'maren', { ...letter, message: 'Dear Ilse,' });
  expect([stored(), loadWizard(storage, 'maren').message]).toEqual(['Dear Ilse,', 'Dear Ilse,']);
});

it.each([
  ['half a value', '{"version":1,"state":'],
  ['of another version', JSON.stringify({ version: 0, state: newLetter() })],
  [
    'of a template that no longer exists',
    JSON.stringify({ version: 1, state: { ...newLetter(), template: 'parchment' } }),
  ],
  [
    'with a foreign photo',
    JSON.stringify({
      version: 1,
      state: aFinishedLetter({ photos: [{ ...newPhoto(), url: 'https://elsewhere.example/a.jpg' }] }),
    }),
  ],
])('wizard store: begins a new letter when the stored one is %s', (_, text) => {
  const storage = memoryStorage();
  storage.setItem(storageKey('maren'), text);
  expect(loadWizard(storage, 'maren')).toEqual(newLetter());
});

function newPhoto() {
  return { id: 'p', filename: 'a.jpg', originalName: 'a.jpg', url: '', width: 1, height: 1, alt: '' };
}
