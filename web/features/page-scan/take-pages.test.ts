import { afterEach, expect, it, vi } from 'vitest';
import { aFinishedLetter } from '../../../test/web/wizard.ts';
import { WHOLE_PHOTO } from './page-corners.ts';
import { takePages } from './take-pages.ts';

afterEach(() => vi.unstubAllGlobals());

/** Three pages, of which the server refuses the third. */
async function takeThree(isStopped: (taken: number) => boolean) {
  const photos = aFinishedLetter()
    .photos.slice(0, 1)
    .flatMap((photo) => ['one', 'two', 'three'].map((id) => ({ ...photo, id })));
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return asked === 3 ? new Response('', { status: 503 }) : Response.json(photos[0]);
  });
  const replaced: string[] = [];
  const cause = await takePages(
    photos.map((photo) => ({ photo, corners: WHOLE_PHOTO })),
    {
      onTake: (id) => replaced.push(id),
      onBegin: () => {},
      isStopped: () => isStopped(replaced.length),
    },
  );
  return { replaced, failure: cause !== null };
}

it('pages: those before a failure, or before the dialog was closed, are taken', async () => {
  expect(await takeThree(() => false)).toEqual({ replaced: ['one', 'two'], failure: true });
  expect(await takeThree((taken) => taken === 1)).toEqual({ replaced: ['one'], failure: false });
});
