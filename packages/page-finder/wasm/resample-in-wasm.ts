import { FRACTION, type StartResampling, WEIGHTS } from '../resample-rows.ts';
import { allocate } from './wasm-memory.ts';

/** Of a pixel that is held. */
const HELD_BYTES = 8;

/**
 * The loops over pixels of a page that is straightened, in WebAssembly: quick from the first page on, where JavaScript is
 * slow until it is compiled. Three bytes a pixel.
 */
export const resampleInWasm: StartResampling = (photo, { positions, lean, held, data }) => {
  const rowBytes = HELD_BYTES * positions.length;
  const { at, memory, loops } = allocate({
    weights: 2 * WEIGHTS.length,
    positions: positions.byteLength,
    lean: lean.byteLength,
    row: 3 * photo.width,
    page: 3 * positions.length,
    held: rowBytes * held,
  });
  new Int16Array(memory, at.weights).set(WEIGHTS);
  new Int32Array(memory, at.positions).set(positions);
  new Int32Array(memory, at.lean).set(lean);
  const bytes = new Uint8Array(memory);
  const page = bytes.subarray(at.page, at.page + 3 * positions.length);
  const lastAcross = (photo.width - 2) * FRACTION - 1;
  return {
    forget: (slot, kept) =>
      bytes.copyWithin(at.held, at.held + slot * rowBytes, at.held + (slot + kept) * rowBytes),
    readRow: (row, slot) => {
      const from = 3 * photo.width * row;
      bytes.set(photo.data.subarray(from, from + 3 * photo.width), at.row);
      const to = at.held + slot * rowBytes;
      loops.readAcross(at.weights, at.row, lastAcross, at.positions, at.lean, to, to + rowBytes);
    },
    writeRow: ({ above, below, aboveRise, belowRise }, { base, most, start, step }) => {
      const [first, last] = [at.held - base * rowBytes, (most - 2) * FRACTION - 1];
      const ends = [at.page, at.page + page.length] as const;
      loops.readDown(at.weights, first, rowBytes, last, above, below, aboveRise, belowRise, ...ends);
      if (step === 1) data.set(page, 3 * start);
      else
        for (let from = 0, to = 3 * start; from < page.length; from += 3, to += 3 * step) {
          data[to] = page[from] ?? 0;
          data[to + 1] = page[from + 1] ?? 0;
          data[to + 2] = page[from + 2] ?? 0;
        }
    },
  };
};
