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

configureImageLibrary();
// An ordinary exit would wait for the decoder.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', async ({ source, metadata, profile }: AvifRequest) => {
  const answer = await decodeDisplay(() => startReading(source), metadata, profile).then(
    (pixels): AvifResponse => ({ is: 'pixels', pixels }),
    (error: unknown): AvifResponse => ({
      is: 'error',
      message: error instanceof Error ? error.message : String(error),
    }),
  );
  process.send?.(answer);
});
