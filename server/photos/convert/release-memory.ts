/** Smaller buffers may be parts of one that others use, and aren't worth it. */
const LEAST_BYTES = 1_000_000;

/**
 * Gives the memory of decoded pixels back at once. The garbage collector would do it in its own time, by which a
 * row of photos has taken ten times as much. Nothing may use them any more, no pipeline that is still under way either.
 */
function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength >= LEAST_BYTES && byteLength === buffer.byteLength) {
    buffer.transfer(0);
  }
}

/** Releases the pixels when the work on them has ended, well or not. */
export async function lastUse<Result>(pixels: Uint8Array, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    releaseMemory(pixels);
  }
}
