import { readFile } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import { READING, startReading } from './image-library.ts';
import { decodeDisplay, type Pixels } from './make-variants.ts';

/** The end marker (ITU-T T.81, B.1.1.3), alone and after bytes that no whole picture needs. */
const END = Buffer.from([0xff, 0xd9]);
const MORE_AND_END = Buffer.concat([Buffer.alloc(64, 0x55), END]);

/** What the decoder says of damaged data. Bytes between the picture and its end marker are none of it. */
const DAMAGE = /Corrupt JPEG data: (?!\d+ extraneous bytes before marker 0xd9)/;

/** A photo damaged in the middle is refused, since the rest would be grey; one without its end marker is taken. */
export async function decodeJpeg(source: string | Buffer, metadata: Metadata): Promise<Pixels> {
  const decode = (from: string | Buffer, failOn: 'warning' | 'error') =>
    decodeDisplay(() => startReading(from, { ...READING, failOn }), metadata);
  try {
    return await decode(source, 'warning');
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (DAMAGE.test(message) || message.startsWith('timeout')) throw error;
    // A warning may be of no more than an unusual header.
    if (!message.includes('premature end')) return decode(source, 'error');
    const read = Buffer.isBuffer(source) ? source : await readFile(source);
    const bytes = read.at(-1) === 0xff ? read.subarray(0, -1) : read;
    const ended = await decode(Buffer.concat([bytes, END]), 'warning');
    // The decoder fills what is missing without a word, but then it takes any other bytes for it.
    const filled = await decode(Buffer.concat([bytes, MORE_AND_END]), 'error');
    if (!ended.data.equals(filled.data)) throw error;
    return ended;
  }
}
