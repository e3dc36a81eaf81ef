import { expect, it, vi } from 'vitest';
import { aFinishedLetter, memoryStorage } from '../../../test/web/wizard.ts';
import { loadWizard, saveWizard, storageKey } from './stored-wizard.ts';
import { newLetter } from './wizard-state.ts';
import { createWizardStore } from './wizard-store.ts';

it('has every action in storage before dispatch returns, so that a reload finds it', () => {
  const storage = memoryStorage();
  const store = createWizardStore(storage, 'maren');
  const heard = vi.fn();
  store.subscribe(heard);
  store.dispatch({ type: 'message-typed', message: 'Dear Ilse,' });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(createWizardStore(storage, 'maren').get()).toEqual(store.get());
  expect(store.get().message).toBe('Dear Ilse,');
});

it('keeps one person’s letter from another', () => {
  const storage = memoryStorage();
  createWizardStore(storage, 'maren').dispatch({ type: 'message-typed', message: 'For Ilse alone' });
  expect(createWizardStore(storage, 'tayo').get()).toEqual(newLetter());
});

it('goes on without a storage that refuses', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  const store = createWizardStore(full, 'maren');
  store.dispatch({ type: 'message-typed', message: 'Dear Ilse,' });
  expect(store.get().message).toBe('Dear Ilse,');
  expect(warn).toHaveBeenCalled();
  warn.mockRestore();
});

it('restores a whole letter with the keys of its intent', () => {
  const storage = memoryStorage();
  const letter = aFinishedLetter({
    intent: { content: '{}', createKey: 'c', sendKey: 's', letterId: 12, unsettled: true },
  });
  saveWizard(storage, 'maren', letter);
  expect(loadWizard(storage, 'maren')).toEqual(letter);
});

it.each([
  ['half a value', '{"version":1,"state":'],
  ['another version', JSON.stringify({ version: 0, state: newLetter() })],
  ['a paper that is gone', JSON.stringify({ version: 1, state: { ...newLetter(), template: 'parchment' } })],
  [
    'a foreign photo',
    JSON.stringify({
      version: 1,
      state: aFinishedLetter({ photos: [{ ...newPhoto(), url: 'https://elsewhere.example/a.jpg' }] }),
    }),
  ],
])('begins anew when it finds %s', (_, text) => {
  const storage = memoryStorage();
  storage.setItem(storageKey('maren'), text);
  expect(loadWizard(storage, 'maren')).toEqual(newLetter());
});

function newPhoto() {
  return { id: 'p', filename: 'a.jpg', originalName: 'a.jpg', url: '', width: 1, height: 1, alt: '' };
}
