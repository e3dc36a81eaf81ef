import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { popupClosed } from './apple-embedded.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('popup-closed: resolves 8 s after the popup was found closed', async () => {
  const popup = { closed: false };
  const told = vi.fn();
  void popupClosed(popup, new AbortController().signal).then(told);
  await vi.advanceTimersByTimeAsync(60_000);
  popup.closed = true;
  await vi.advanceTimersByTimeAsync(8_900);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toHaveBeenCalledOnce();
});

it.each([false, true])(
  'popup-closed: stays pending once the watch was stopped (closed: %s)',
  async (closed) => {
    const watch = new AbortController();
    const told = vi.fn();
    void popupClosed({ closed }, watch.signal).then(told);
    await vi.advanceTimersByTimeAsync(2_000);
    watch.abort();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).not.toHaveBeenCalled();
  },
);
