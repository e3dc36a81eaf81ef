import { PAGE_LOOPS_BASE64 } from './page-loops-module.ts';

/** The loops of page-loops.wat. Addresses and lengths are bytes. */
interface PageLoops extends WebAssembly.Exports {
  readAcross(
    weights: number,
    row: number,
    last: number,
    columns: number,
    lean: number,
    to: number,
    end: number,
  ): void;
  readDown(
    weights: number,
    held: number,
    width: number,
    last: number,
    numer: number,
    denom: number,
    numerStep: number,
    denomStep: number,
    to: number,
    end: number,
  ): void;
  mixGains(upper: number, lower: number, share: number, to: number, end: number): void;
  evenRow(logarithms: number, gains: number, table: number, mix: number, at: number, end: number): void;
}

const compiled = new WebAssembly.Module(Buffer.from(PAGE_LOOPS_BASE64, 'base64'));

const PAGE_BYTES = 65_536;
/** Bytes, since the loops read and write more than a pixel at once. */
const MARGIN = 16;

/**
 * Memory of one page's loops, which is freed with it.
 * @param lengths bytes of each part
 * @returns the address of each part, none of them 0
 */
export function allocate<Name extends string>(lengths: Record<Name, number>) {
  let end = MARGIN;
  const addresses = { ...lengths };
  for (const name in lengths) {
    addresses[name] = end;
    end += Math.ceil(lengths[name] / MARGIN + 1) * MARGIN;
  }
  const memory = new WebAssembly.Memory({ initial: Math.ceil(end / PAGE_BYTES) });
  const { exports } = new WebAssembly.Instance(compiled, { host: { memory } });
  return { at: addresses, memory: memory.buffer, loops: exports as PageLoops };
}
