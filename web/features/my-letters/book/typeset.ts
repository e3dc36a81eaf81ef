import { FROM_THE_RIGHT } from '../../../../shared/words.ts';
import type { BookEntry } from './book-entries.ts';

export interface Block {
  kind: 'opening' | 'answered' | 'words' | 'files';
  entry: BookEntry;
  /** of words: a paragraph */
  text: string;
}

export interface Measured {
  block: Block;
  /** height in lines of text; a whole number for words */
  lines: number;
  /** of words: index in the text at which a line begins. @param line from 0 */
  startOf: (line: number) => number;
}

export interface Piece {
  block: Block;
  text: string;
  gap: number;
  /** before a text that continues from the page before: a mark of its direction; else empty */
  mark: string;
}

export type Leaf =
  | { kind: 'text'; pieces: Piece[] }
  | {
      kind: 'photos';
      entry: BookEntry;
      photos: { photo: BookEntry['photos'][number]; page: number }[];
      /** the letter begins on it, and has no other title */
      titled: boolean;
    };

/** Space above a block that does not begin a page, in lines. */
const GAPS = { opening: 0, answered: 2.5, words: 0.6, files: 0.6 };
/** Fewest lines of a paragraph that may be alone at the top or the end of a page. */
const TOGETHER = 2;

/** @param titled false without the lines that say who wrote it and when */
export function blocksOf(entry: BookEntry, titled = true): Block[] {
  const isOfPages = entry.number !== null && entry.paragraphs.length === 0 && entry.heading === '';
  const title: Block[] =
    titled && !isOfPages ? [{ kind: entry.number === null ? 'answered' : 'opening', entry, text: '' }] : [];
  const words = entry.paragraphs.map((text): Block => ({ kind: 'words', entry, text }));
  const files: Block[] = entry.files.length > 0 ? [{ kind: 'files', entry, text: '' }] : [];
  return [...title, ...words, ...files];
}

/** A letter's photos on pages of their own, then its words, then its answers. No paragraph leaves a line alone on a page. */
export function typeset(
  entries: readonly BookEntry[],
  blocks: readonly Measured[],
  { pageLines, photosPerPage }: { pageLines: number; photosPerPage: 1 | 2 },
): Leaf[] {
  const leaves: Leaf[] = [];
  const blocksOfEntry = Map.groupBy(blocks, ({ block }) => block.entry);
  let page: Filling | null = null;
  const addPhotos = (entry: BookEntry, titled: boolean) => {
    for (let at = 0; at < entry.photos.length; at += photosPerPage) {
      const photos = entry.photos
        .slice(at, at + photosPerPage)
        .map((photo, offset) => ({ photo, page: at + offset + 1 }));
      leaves.push({ kind: 'photos', entry, photos, titled: titled && at === 0 });
    }
  };
  for (const entry of entries) {
    const isLetter = entry.number !== null;
    const blocksHere = blocksOfEntry.get(entry) ?? [];
    if (isLetter) addPhotos(entry, blocksHere.length === 0);
    if (!page || isLetter) page = new Filling(pageLines, leaves);
    for (const measured of blocksHere) page.add(measured);
    if (!isLetter && entry.photos.length > 0) {
      addPhotos(entry, false);
      page = null;
    }
  }
  return leaves;
}

class Filling {
  readonly #lines: number;
  readonly #leaves: Leaf[];
  #pieces: (Piece & { lines: number })[] = [];
  #used = 0;

  constructor(lines: number, leaves: Leaf[]) {
    this.#lines = lines;
    this.#leaves = leaves;
  }

  add(measured: Measured): void {
    const { block, lines, startOf } = measured;
    if (block.kind !== 'words') {
      const room = block.kind === 'answered' ? GAPS.words + TOGETHER : 0;
      if (this.#used + this.#gap(block) + lines + room > this.#lines) this.#beginPage();
      this.#put(block, '', lines);
      return;
    }
    let first = 0;
    while (first < lines) {
      const remaining = lines - first;
      const free = Math.floor(this.#lines - this.#used - this.#gap(block) + 0.01);
      // Fewer than fit, where the next page would get a single line.
      const taken = remaining <= free ? remaining : remaining - free < TOGETHER ? remaining - TOGETHER : free;
      if (this.#pieces.length > 0 && taken < Math.min(remaining, TOGETHER)) {
        this.#beginPage();
        continue;
      }
      const [from, to] = [startOf(first), taken === remaining ? block.text.length : startOf(first + taken)];
      this.#put(block, block.text.slice(from, to).trimEnd(), taken, directionAt(block.text, from));
      first += taken;
      if (first < lines) this.#beginPage();
    }
  }

  #gap(block: Block): number {
    return this.#pieces.length > 0 ? GAPS[block.kind] : 0;
  }

  #put(block: Block, text: string, lines: number, mark = ''): void {
    const gap = this.#gap(block);
    if (this.#pieces.length === 0) this.#leaves.push({ kind: 'text', pieces: this.#pieces });
    this.#pieces.push({ block, text, gap, mark, lines });
    this.#used += gap + lines;
  }

  /** The title of an answer moves to the new page if it would be last on the one before. */
  #beginPage(): void {
    const last = this.#pieces.length > 1 ? this.#pieces.at(-1) : undefined;
    const title = last?.block.kind === 'answered' ? this.#pieces.pop() : undefined;
    this.#pieces = [];
    this.#used = 0;
    if (title) this.#put(title.block, '', title.lines);
  }
}

/** Mark of a cut paragraph's direction, which a browser would guess from the part after `at` (UAX 9, P2, P3); empty at its start. */
function directionAt(text: string, at: number): string {
  const begin = text.lastIndexOf('\n', at - 1) + 1;
  if (begin >= at) return '';
  const strong = /\p{L}/u.exec(text.slice(begin));
  return strong !== null && FROM_THE_RIGHT.test(strong[0]) ? '\u200f' : '\u200e';
}
