import { afterEach, expect, it, vi } from 'vitest';
import { aFinishedLetter, memoryStorage } from '../../../test/web/wizard.ts';
import { wizardStores } from './stores.ts';
import { saveWizard, storageKey } from './wizard-store.ts';

afterEach(() => vi.unstubAllGlobals());

it('wizard stores: the letter of a closed tab is taken where the storage of this tab is full', () => {
  const letter = aFinishedLetter();
  const closed = memoryStorage();
  saveWizard(closed, 'maren', letter);
  const key = storageKey('maren');
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('sessionStorage', { ...memoryStorage(), setItem: full });
  const copy: Record<string, unknown> = {
    'unsaved-letter:maren:7': JSON.stringify({ [key]: closed.getItem(key) }),
  };
  const getItem = (name: string) => copy[name];
  const removeItem = (name: string) => delete copy[name];
  vi.stubGlobal('localStorage', Object.assign(copy, { getItem, removeItem }));
  expect(wizardStores('maren').wizard.get()).toEqual(letter);
  expect(copy, 'for the next load').toHaveProperty(['unsaved-letter:maren:7']);
});
