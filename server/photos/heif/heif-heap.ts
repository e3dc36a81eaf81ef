import type { HeifFunctions } from './heif-library.ts';

/** The library refused the file; the numbers are its `heif_error_code` and `heif_suberror_code`. */
export class HeifFault extends Error {
  override name = 'HeifFault';
  constructor(code: number, subcode: number) {
    super(`libheif ${code}.${subcode}`);
  }
}

/** Bytes of scratch memory: the three words of an error, then room for what a call hands out. */
export const SCRATCH_BYTES = 64;
export const OUT = 16;

/** @throws when the heap is at its limit */
export function allocate(heif: HeifFunctions, bytes: number): number {
  const pointer = heif._malloc(bytes);
  if (pointer === 0) throw new Error('The HEIF decoder is out of memory.');
  return pointer;
}

/** The 32-bit word at a pointer, unsigned. */
export function wordAt(heif: HeifFunctions, pointer: number): number {
  return heif.HEAPU32[pointer >>> 2] ?? 0;
}

/** @throws {HeifFault} when the call that was given this scratch memory reported an error there */
export function check(heif: HeifFunctions, scratch: number): void {
  const code = wordAt(heif, scratch);
  if (code !== 0) throw new HeifFault(code, wordAt(heif, scratch + 4));
}
