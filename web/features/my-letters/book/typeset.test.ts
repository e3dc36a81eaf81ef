import { expect, it } from 'vitest';
import type { BookEntry } from './book-entries.ts';
import { blocksOf, type Leaf, type Measured, typeset } from './typeset.ts';

const LINE = 10;

function entry(number: number | null, paragraphs: string[], photos = 0): BookEntry {
  const photo = (at: number) => ({ url: `/uploads/${at}.jpg`, alt: '', width: 3, height: 4 });
  return {
    ...{ key: 'key', number, at: '', day: '2026-03-14', author: 'Maren', reader: 'Ilse', language: 'en' },
    ...{ heading: '', paragraphs, files: [], photos: Array.from({ length: photos }, (_, at) => photo(at)) },
  };
}

/** As a browser would with ten characters on a line; titles take two lines. */
const measured = (entries: BookEntry[]): Measured[] =>
  entries
    .flatMap((each) => blocksOf(each))
    .map((block) => ({
      block,
      lines: block.kind === 'words' ? Math.ceil(block.text.length / LINE) : 2,
      startOf: (line) => line * LINE,
    }));

const set = (entries: BookEntry[], more: { pageLines?: number; photosPerPage?: 2 } = {}): Leaf[] =>
  typeset(entries, measured(entries), { pageLines: 8, photosPerPage: 1, ...more });

/** The lines of each paragraph on each page; 'title' for titles, and photos by their number. */
const shapeOf = (leaves: Leaf[]) =>
  leaves.map((leaf) =>
    leaf.kind === 'photos'
      ? `photos ${leaf.photos.map(({ page }) => page)}`
      : leaf.pieces.map(({ block, text }) =>
          block.kind === 'words' ? Math.ceil(text.length / LINE) : 'title',
        ),
  );

const lines = (count: number) => 'x'.repeat(count * LINE);

it('book: a letter begins with its photos, its words and the answers share pages, and one without words has none', () => {
  const letters = [
    entry(1, [lines(2)], 3),
    entry(null, [lines(1)]),
    entry(null, [lines(1)]),
    entry(2, [], 1),
  ];
  expect(shapeOf(set(letters, { pageLines: 12 }))).toEqual([
    ...['photos 1', 'photos 2', 'photos 3', ['title', 2, 'title', 1]],
    ...[['title', 1], 'photos 1'],
  ]);
  expect(shapeOf(set(letters, { photosPerPage: 2 })).filter((page) => typeof page === 'string')).toEqual([
    'photos 1,2',
    'photos 3',
    'photos 1',
  ]);
});

it('book: no paragraph leaves one line alone at the end or the beginning of a page', () => {
  // Five lines of the first page are free below the title and its space.
  expect(shapeOf(set([entry(1, [lines(5)])]))).toEqual([['title', 5]]);
  expect(shapeOf(set([entry(1, [lines(6)])]))).toEqual([['title', 4], [2]]);
  expect(shapeOf(set([entry(1, [lines(4), lines(3)])]))).toEqual([['title', 4], [3]]);
  expect(shapeOf(set([entry(1, [lines(30)])]))).toEqual([['title', 5], [8], [8], [7], [2]]);
});

it('book: no block is looked at again for every entry', () => {
  const entries = Array.from({ length: 200 }, (_, at) => entry(at + 1, [lines(1)], 1));
  const blocks = measured(entries);
  let looks = 0;
  const watched = blocks.map(({ block, ...rest }) => ({
    ...rest,
    get block() {
      looks += 1;
      return block;
    },
  }));
  expect(typeset(entries, watched, { pageLines: 8, photosPerPage: 1 })).toHaveLength(400);
  expect(looks).toBeLessThan(10 * blocks.length);
});

it('book: what is cut in the middle of a line goes on in its direction; all of it is printed', () => {
  const arabic = `${'ش'.repeat(10 * LINE)}${'Slows'.repeat(20)}`;
  for (const [text, mark] of [
    [arabic, '\u200f'],
    [lines(20), '\u200e'],
  ] as const) {
    const pieces = set([entry(1, [text])]).flatMap((leaf) =>
      leaf.kind === 'text' ? leaf.pieces.slice(-1) : [],
    );
    expect(pieces.map(({ text: part }) => part).join('')).toBe(text);
    expect(pieces.slice(1).map((piece) => piece.mark)).toEqual(pieces.slice(1).map(() => mark));
    expect(pieces[0]?.mark).toBe('');
  }
});
