import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TemplatePhoto } from '../template.ts';
import { photoRows } from './photo-rows.ts';

const portrait: TemplatePhoto = { src: 'cid:p', width: 900, height: 1200, alt: '' };
const landscape: TemplatePhoto = { src: 'cid:l', width: 1200, height: 900, alt: '' };

function numbers(photos: TemplatePhoto[]): number[][] {
  return photoRows(photos).map((row) => row.map(({ number }) => number));
}

describe('photoRows', () => {
  it('gives each of up to three photos its own row', () => {
    expect(numbers([portrait, portrait, portrait])).toEqual([[1], [2], [3]]);
  });

  it('sets the first alone and pairs neighbouring portraits from four on', () => {
    expect(numbers([portrait, portrait, landscape, portrait, portrait])).toEqual([[1], [2], [3], [4, 5]]);
    expect(numbers([portrait, portrait, portrait, portrait])).toEqual([[1], [2, 3], [4]]);
    expect(numbers([landscape, landscape, portrait, landscape])).toEqual([[1], [2], [3], [4]]);
  });

  it('shows every photo once, in order, and pairs nothing but portraits', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(portrait, landscape), { maxLength: 20 }), (photos) => {
        const rows = photoRows(photos);
        expect(rows.flat().map(({ photo }) => photo)).toEqual(photos);
        expect(rows.flat().map(({ number }) => number)).toEqual(photos.map((_, index) => index + 1));
        for (const row of rows)
          if (row.length === 2) expect(row.every(({ photo }) => photo === portrait)).toBe(true);
      }),
    );
  });
});
