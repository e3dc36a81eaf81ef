import { afterEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../test/web/wizard.ts';
import { keepText, keptText } from './kept-text.ts';

afterEach(() => vi.restoreAllMocks());

it('kept text: what a full storage refuses is remembered while the page lives', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const storage = memoryStorage();
  keepText(storage, 'last-activity', '1');
  const full = vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  keepText(storage, 'last-activity', '2');
  expect([keptText(storage, 'last-activity'), storage.getItem('last-activity')]).toEqual(['2', '1']);
  full.mockRestore();
  keepText(storage, 'last-activity', '3');
  storage.setItem('last-activity', '4');
  expect(keptText(storage, 'last-activity')).toBe('4');
  keepText(storage, 'last-activity', null);
  expect(keptText(storage, 'last-activity')).toBeNull();
});
