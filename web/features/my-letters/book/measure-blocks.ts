import type { Block, Measured } from './typeset.ts';

/** The elements stand while what it returns is read. `line` is the height of a line of text, CSS pixels. */
export function measureBlocks(blocks: readonly Block[], elements: HTMLCollection, line: number): Measured[] {
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

/** By halves: characters that follow each other never stand on a line before. */
function startOfLine(text: Text, wanted: number, top: number, line: number): number {
  const range = document.createRange();
  const lineOf = (place: number): number => {
    // Some characters, such as the end of a line, have no box: they stand where the one before does.
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
