import type { Metadata } from 'sharp';
import { configureImageLibrary, startReading } from './image-library.ts';
import { decodeDisplay, type Pixels } from './make-variants.ts';

export interface AvifRequest {
  /** path of the file, or its bytes */
  source: string | Buffer;
  metadata: Metadata;
  /** ICC profile of its colours, where the image library does not read them itself */
  profile: Buffer | null;
}

export type AvifResponse = { is: 'pixels'; pixels: Pixels } | { is: 'error'; message: string };

async function answer({ source, metadata, profile }: AvifRequest): Promise<AvifResponse> {
  try {
    return { is: 'pixels', pixels: await decodeDisplay(() => startReading(source), metadata, profile) };
  } catch (error) {
    return { is: 'error', message: error instanceof Error ? error.message : String(error) };
  }
}

configureImageLibrary();
// An ordinary exit would wait for the decoder.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', async (request: AvifRequest) => {
  process.send?.(await answer(request));
});
