import type { StartRowEvener } from '../even-rows.ts';
import { allocate } from './wasm-memory.ts';

/** `startRowEvener` in WebAssembly, for pictures of three bytes a pixel. */
export const evenInWasm: StartRowEvener = ({ data, width }, { logarithms, tables, mix }) => {
  const rowBytes = 3 * width;
  const gainBytes = 4 * rowBytes;
  const [reds, greens, blues] = tables;
  const { at, memory, loops } = allocate({
    logarithms: logarithms.byteLength,
    reds: reds.length,
    greens: greens.length,
    blues: blues.length,
    mix: mix?.length ?? 0,
    upper: gainBytes,
    lower: gainBytes,
    gains: gainBytes,
    row: rowBytes,
  });
  const bytes = new Uint8Array(memory);
  const words = new Int32Array(memory);
  words.set(logarithms, at.logarithms / 4);
  bytes.set(reds, at.reds);
  bytes.set(greens, at.greens);
  bytes.set(blues, at.blues);
  if (mix) bytes.set(mix, at.mix);
  const mixAt = mix ? at.mix : 0;
  const row = bytes.subarray(at.row, at.row + rowBytes);
  return {
    setGains: (upper, lower) => {
      words.set(upper, at.upper / 4);
      words.set(lower, at.lower / 4);
    },
    evenRow: (y, share) => {
      const start = y * rowBytes;
      row.set(data.subarray(start, start + rowBytes));
      loops.mixGains(at.upper, at.lower, share, at.gains, at.gains + gainBytes);
      for (const [colour, table] of [at.reds, at.greens, at.blues].entries()) {
        const ends = [at.row + colour, at.row + colour + rowBytes] as const;
        loops.evenRow(at.logarithms, at.gains + 4 * colour, table, mixAt, ...ends);
      }
      data.set(row, start);
    },
  };
};
