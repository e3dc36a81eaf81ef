/* Bounds of the HEIC decoder. Its heap is WebAssembly memory, which grows and never shrinks. */

const MEGABYTE = 1024 * 1024;

/** Bytes of heap for reading a header, which takes little more than the file itself. */
export const HEADER_HEAP_BYTES = 160 * MEGABYTE;

/** Bytes of heap that decoding may take for each pixel; 10 bits, 4:4:4, with alpha takes the most. */
const HEAP_BYTES_PER_PIXEL = 16;
const HEAP_MIN_BYTES = 160 * MEGABYTE;

/** Bytes of heap that decoding a picture of so many pixels may take. */
export const decodingHeapBytes = (pixels: number) => Math.max(HEAP_MIN_BYTES, pixels * HEAP_BYTES_PER_PIXEL);

/** A thread whose heap has grown beyond this is ended: 12 megapixels need 70 MB. */
export const REUSABLE_HEAP_BYTES = 160 * MEGABYTE;

/** Megabytes of a thread's JavaScript heap, which holds no pixels. */
export const THREAD_HEAP_MEGABYTES = 64;
