import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

/** Encoders write a progressive picture in about ten scans. */
const MOST_SCANS = 100;
const START_OF_SCAN = 0xda;

/**
 * Whether a progressive JPEG goes over its picture more often than any encoder does: each scan is a pass over all
 * pixels in a single step of the decoder, which no time-out interrupts, and takes few bytes.
 * @param source path of the file, or its bytes
 */
export async function hasTooManyScans(source: string | Buffer): Promise<boolean> {
  const chunks: AsyncIterable<Buffer> = Buffer.isBuffer(source)
    ? Readable.from([source])
    : createReadStream(source);
  let scans = 0;
  let endedInFf = false;
  for await (const chunk of chunks) {
    if (endedInFf && chunk[0] === START_OF_SCAN) scans += 1;
    // Within a scan every 0xff is followed by a zero or a restart marker (ITU-T T.81, B.1.1.5).
    for (let at = chunk.indexOf(0xff); at >= 0; at = chunk.indexOf(0xff, at + 1)) {
      if (chunk[at + 1] === START_OF_SCAN) scans += 1;
    }
    if (scans > MOST_SCANS) return true;
    endedInFf = chunk.at(-1) === 0xff;
  }
  return false;
}
