import { expect, it } from 'vitest';
import { findPage } from './find-page.ts';
import { overlap } from './test/page-measures.ts';
import { markedPhotos } from './test/page-sets.ts';

it('pages: the corners of sample letters are found', async () => {
  for (const { name, photo, corners } of await markedPhotos()) {
    const page = findPage(photo);
    expect(page?.isSure ? overlap(page.corners, corners) : 0, name).toBeGreaterThan(0.98);
  }
});
