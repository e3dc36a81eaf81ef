import type { Metadata } from 'sharp';
import { configureImageLibrary, startReading } from './image-library.ts';
import { decodeDisplay } from './make-variants.ts';

export interface AvifRequest {
  /** path of the file, or its bytes */
  source: string | Buffer;
  metadata: Metadata;
  /** ICC profile of its colours, where the image library does not read them itself */
  profile: Buffer | null;
}

configureImageLibrary();
// An ordinary exit would wait for the decoder.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', async ({ source, metadata, profile }: AvifRequest) => {
  const decoded = decodeDisplay(() => startReading(source), metadata, profile);
  process.send?.(await decoded.catch((error: unknown) => error));
});
