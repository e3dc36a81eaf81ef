import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { decodeHeif, type HeifPicture, measureHeif } from './decode-heif.ts';
import { HeifError, openHeifLibrary } from './heif-library.ts';
import { HEADER_HEAP_BYTES } from './heif-limits.ts';

export interface HeifRequest {
  source: string | Uint8Array;
  /** pixels and bytes of heap that decoding may take; null to read the header only */
  limits: { pixels: number; heapBytes: number } | null;
}

/** What the thread posts for each request, after one 'ready'. */
export type HeifAnswer =
  | { is: 'size'; width: number; height: number }
  /** `heapBytes`: size of the thread's heap from now on */
  | { is: 'picture'; picture: HeifPicture; heapBytes: number }
  | { is: 'damaged'; reason: string }
  /** the library does not read what the file uses */
  | { is: 'unsupported'; reason: string }
  /** the file itself could not be read from the disk */
  | { is: 'unreadable'; reason: string };

const library = openHeifLibrary(workerData as WebAssembly.Module);
const { heif } = library;

/** Any error but a HeifError (a trap, an exhausted heap) ends the thread: its heap is no longer consistent. */
function answer({ source, limits }: HeifRequest): HeifAnswer {
  const file = typeof source === 'string' ? read(source) : source;
  if ('is' in file) return file;
  library.limitHeap(limits?.heapBytes ?? HEADER_HEAP_BYTES);
  try {
    if (!limits) return { is: 'size', ...measureHeif(heif, file) };
    return {
      is: 'picture',
      picture: decodeHeif(heif, file, limits.pixels),
      heapBytes: library.heapBytes(),
    };
  } catch (error) {
    if (error instanceof HeifError) {
      return { is: error.isUnsupported ? 'unsupported' : 'damaged', reason: error.message };
    }
    throw error;
  }
}

function read(path: string): Uint8Array | HeifAnswer {
  try {
    return readFileSync(path);
  } catch (error) {
    return { is: 'unreadable', reason: String(error) };
  }
}

const port = parentPort;
port?.on('message', (request: HeifRequest) => {
  const result = answer(request);
  port.postMessage(result, result.is === 'picture' ? [result.picture.data.buffer] : []);
});
port?.postMessage('ready');
