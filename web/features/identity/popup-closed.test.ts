import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { popupClosed } from './popup-closed.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('is told eight seconds after the popup was found closed', async () => {
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

it.each([false, true])('is told nothing once the watch has ended (closed: %s)', async (closed) => {
  const watch = new AbortController();
  const told = vi.fn();
  void popupClosed({ closed }, watch.signal).then(told);
  await vi.advanceTimersByTimeAsync(2_000);
  watch.abort();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).not.toHaveBeenCalled();
});
