import { afterEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../test/web/wizard.ts';
import { isInactive, watchInactivity } from './auto-sign-out.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('inactivity: what another tab stores counts where this tab could store nothing', () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  const stored = memoryStorage();
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { ...stored, setItem });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  watchInactivity({ warning: () => {}, end: () => {} })();
  vi.advanceTimersByTime(15 * 60_000);
  stored.setItem('last-activity', String(Date.now()));
  vi.advanceTimersByTime(15 * 60_000);
  expect(isInactive()).toBe(false);
});
