import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { language } from '../../../lib/words.tsx';
import type { BookEntry } from './book-entries.ts';
import styles from './leaf.module.css';
import { TextPiece } from './leaf.tsx';
import { type Paper, PIXELS_PER_MM, paperStyle } from './paper.ts';
import { type Block, blocksOf, type Leaf, type Measured, typeset } from './typeset.ts';

/**
 * Measures where the browser breaks lines, so that the table of contents can name pages.
 * @param titled false without the lines that say who wrote an entry and when
 * @returns the pages, null until they are known; and what is to be rendered meanwhile
 */
export function useTypeset(
  entries: readonly BookEntry[],
  { paper, photosPerPage, titled = true }: { paper: Paper; photosPerPage: 1 | 2; titled?: boolean },
): { leaves: Leaf[] | null; measuring: ReactNode } {
  const box = useRef<HTMLDivElement>(null);
  const [done, setDone] = useState<{ asked: object; leaves: Leaf[] } | null>(null);
  const blocks = useMemo(() => entries.flatMap((entry) => blocksOf(entry, titled)), [entries, titled]);
  const titles = language();
  const asked = useMemo(
    () => ({ entries, paper, photosPerPage, titles }),
    [entries, paper, photosPerPage, titles],
  );
  const isDone = done?.asked === asked;
  useEffect(() => {
    if (isDone) return;
    let stopped = false;
    fontsFor(box.current).then(() => {
      if (stopped || !box.current) return;
      const measured = measureBlocks(blocks, box.current.children, paper.line * PIXELS_PER_MM);
      setDone({ asked, leaves: typeset(entries, measured, { pageLines: paper.lines, photosPerPage }) });
    });
    return () => {
      stopped = true;
    };
  }, [isDone, asked, entries, blocks, paper, photosPerPage]);
  return {
    leaves: isDone ? done.leaves : null,
    measuring: isDone ? null : (
      <div ref={box} className={styles.measuring} style={paperStyle(paper)} aria-hidden="true">
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a book never change
          <TextPiece key={index} block={block} />
        ))}
      </div>
    ),
  };
}

/** Loads the fonts that the words need, because with others lines would break elsewhere. A font that fails to load is ignored. */
async function fontsFor(element: HTMLElement | null): Promise<void> {
  if (!element) return;
  const characters = new Set(element.textContent);
  const { fontFamily } = getComputedStyle(element);
  const fonts = ['400', '500'].map((weight) =>
    document.fonts.load(`${weight} 16px ${fontFamily}`, `Aé0${[...characters].join('')}`),
  );
  await Promise.allSettled(fonts);
}

/** The result reads the elements, so they must still be rendered then. @param line height of a line of text, CSS pixels */
function measureBlocks(blocks: readonly Block[], elements: HTMLCollection, line: number): Measured[] {
  return blocks.map((block, index) => {
    const element = elements[index];
    const height = element?.getBoundingClientRect().height ?? 0;
    const text = element?.firstChild;
    if (block.kind !== 'words' || !element || !(text instanceof Text))
      return { block, lines: height / line, startOf: () => 0 };
    const top = element.getBoundingClientRect().top;
    return { block, lines: Math.round(height / line), startOf: (at) => startOfLine(text, at, top, line) };
  });
}

/** Index of the first character on a line, by bisection: no character is on a line above that of the one before it. */
function startOfLine(text: Text, wanted: number, top: number, line: number): number {
  const range = document.createRange();
  const lineOf = (place: number): number => {
    // Some characters, such as a line end, have no box: they are on the line of the one before.
    for (let at = place; at >= 0; at--) {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const box = [...range.getClientRects()].at(-1);
      if (box && box.height > 0) return Math.floor((box.top + box.height / 2 - top) / line);
    }
    return 0;
  };
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lineOf(middle) >= wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}
