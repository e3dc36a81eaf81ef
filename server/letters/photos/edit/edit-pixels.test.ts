import { afterEach, expect, test, vi } from 'vitest';
import type { PageEdit } from '../../../../shared/page-edit.ts';
import { editPixels } from './edit-pixels.ts';

afterEach(() => void vi.useRealTimers());

const BRIGHT: PageEdit = { corners: null, light: 1, turn: 0, crop: null };

async function render() {
  const photo = { data: Buffer.alloc(64 * 64 * 3, 200), width: 64, height: 64, channels: 3 as const };
  return editPixels(photo, BRIGHT);
}

test('a page that is asked for while an idle thread ends is rendered by another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const first = await render();
  vi.advanceTimersByTime(30_000);
  expect(await render()).toEqual(first);
});
