import { FRACTION, type StartResampling, WEIGHTS } from '../resample-rows.ts';
import { allocate } from './wasm-memory.ts';

/** Of each pixel of a held row. */
const HELD_BYTES = 8;

/**
 * `startResampling` in WebAssembly, for pictures of three bytes a pixel: fast from the first page on, where JavaScript
 * is slow until it is compiled.
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
    writeRow: ({ numer, denom, numerStep, denomStep }, { base, count, start, step }) => {
      const [first, last] = [at.held - base * rowBytes, (count - 2) * FRACTION - 1];
      const ends = [at.page, at.page + page.length] as const;
      loops.readDown(at.weights, first, rowBytes, last, numer, denom, numerStep, denomStep, ...ends);
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
