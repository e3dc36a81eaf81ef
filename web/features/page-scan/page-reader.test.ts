import { afterEach, expect, it, vi } from 'vitest';
import type { PageAnswer } from './page-worker.ts';

vi.mock('./page-worker.ts?worker&url', () => ({ default: '/page-worker.js' }));
vi.mock('../../lib/trusted-types.ts', () => ({ workerUrl: (address: string) => address }));
const { openPage } = await import('./page-reader.ts');

afterEach(() => vi.unstubAllGlobals());

const LOOK = { corners: null, light: 1, longest: 400 };

it('page reader: a look that could not be drawn rejects, and the next one is drawn', async () => {
  const answers = [
    { opened: true },
    { failure: 'RangeError: Array buffer allocation failed' },
    { picture: { data: new Uint8ClampedArray(4), width: 1, height: 1 } },
  ] as const;
  let asked = 0;
  class FakeWorker {
    onmessage: ((event: { data: PageAnswer }) => void) | null = null;
    postMessage() {
      const answer = answers[asked] as PageAnswer;
      asked += 1;
      queueMicrotask(() => this.onmessage?.({ data: answer }));
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('location', { href: 'http://localhost/' });
  const page = openPage('/photo.jpg');
  await expect(page.draw(LOOK)).rejects.toThrow('allocation failed');
  expect(await page.draw(LOOK)).toMatchObject({ width: 1 });
});
