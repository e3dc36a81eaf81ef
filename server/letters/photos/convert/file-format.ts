import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type OtherFile, PhotoRefused } from '../photo-refused.ts';

export const SNIFF_BYTES = 1024;

export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'heic' | 'avif';

export type Content = { kind: PhotoFormat | 'empty' } | { kind: 'other'; file: OtherFile };

/** Major or compatible brands of HEIC and HEIF still images (ISO/IEC 23008-12, annex B). */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
const AVIF_BRANDS = new Set(['avif', 'avis']);

const TIFF_STARTS = ['II*\0', 'II+\0', 'MM\0*', 'MM\0+'];

const SIGNATURES: { bytes: number[] | string; content: Content }[] = [
  { bytes: [0xff, 0xd8, 0xff], content: { kind: 'jpeg' } },
  { bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], content: { kind: 'png' } },
  { bytes: 'GIF8', content: { kind: 'other', file: 'gif' } },
  { bytes: '%PDF-', content: { kind: 'other', file: 'pdf' } },
  { bytes: [0xff, 0x0a], content: { kind: 'other', file: 'jxl' } },
  { bytes: '\0\0\0\x0cJXL ', content: { kind: 'other', file: 'jxl' } },
  { bytes: '\0\0\0\x0cjP  ', content: { kind: 'other', file: 'jp2' } },
  { bytes: [0xff, 0x4f, 0xff, 0x51], content: { kind: 'other', file: 'jp2' } },
  { bytes: 'BM', content: { kind: 'other', file: 'bmp' } },
  { bytes: 'PK\x03\x04', content: { kind: 'other', file: 'archive' } },
];

/** @param head the first `SNIFF_BYTES` bytes, or all of a shorter file */
export function sniff(head: Buffer): Content {
  if (head.length === 0) return { kind: 'empty' };
  const known = SIGNATURES.find(({ bytes }) => startsWith(head, bytes));
  if (known) return known.content;
  if (startsWith(head, 'RIFF') && ascii(head, 8, 12) === 'WEBP') return { kind: 'webp' };
  if (ascii(head, 4, 8) === 'ftyp') return sniffMedia(head);
  if (TIFF_STARTS.includes(ascii(head, 0, 4)))
    return { kind: 'other', file: DNG_VERSIONS.some((tag) => head.includes(tag)) ? 'dng' : 'tiff' };
  return sniffText(head);
}

/** AVIF first: its files name `mif1` among their brands too. */
function sniffMedia(head: Buffer): Content {
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [ascii(head, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(head, at, at + 4));
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return { kind: 'avif' };
  if (brands.some((brand) => HEIC_BRANDS.has(brand))) return { kind: 'heic' };
  return { kind: 'other', file: 'video' };
}

/** Tag DNGVersion, of type byte, in either order of bytes (DNG 1.7, chapter 4). */
const DNG_VERSIONS = [Buffer.from([0xc6, 0x12, 0, 1]), Buffer.from([0x12, 0xc6, 1, 0])];

function sniffText(head: Buffer): Content {
  const text = head.toString('latin1').toLowerCase();
  if (/<svg[\s>]/.test(text)) return { kind: 'other', file: 'svg' };
  if (/<!doctype html|<html|<head|<body/.test(text)) return { kind: 'other', file: 'html' };
  return { kind: 'other', file: 'unknown' };
}

function startsWith(head: Buffer, bytes: number[] | string): boolean {
  const signature = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : Buffer.from(bytes);
  return head.subarray(0, signature.length).equals(signature);
}

const ascii = (head: Buffer, start: number, end: number): string => head.toString('latin1', start, end);

/** @throws {PhotoRefused} when the file is empty or in no format that is accepted */
export async function formatOf(source: string | Buffer): Promise<PhotoFormat> {
  const content = sniff(await readHead(source, SNIFF_BYTES));
  if (content.kind === 'empty') throw new PhotoRefused('EMPTY_FILE');
  if (content.kind === 'other') throw new PhotoRefused('NOT_A_PHOTO', { other: content.file });
  return content.kind;
}

/** @param source path of the file, or its bytes */
export async function readHead(source: string | Buffer, bytes: number): Promise<Buffer> {
  if (Buffer.isBuffer(source)) return source.subarray(0, bytes);
  const file = await open(source, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Encoders write a progressive picture in about ten scans. */
const MAX_SCANS = 100;
const START_OF_SCAN = Buffer.from([0xff, 0xda]);
/** Bytes of a picture in memory that are searched in one turn of the event loop; a file is read in chunks as large. */
const CHUNK_BYTES = 64 * 1024;

async function* inTurns(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield bytes.subarray(at, at + CHUNK_BYTES);
    await nextTurn();
  }
}

/** Each scan is a pass over all pixels in a single step of the decoder, which no time-out interrupts. */
export async function hasTooManyScans(source: string | Buffer): Promise<boolean> {
  const chunks: AsyncIterable<Buffer> = Buffer.isBuffer(source) ? inTurns(source) : createReadStream(source);
  let scans = 0;
  let endedInFf = false;
  for await (const chunk of chunks) {
    if (endedInFf && chunk[0] === 0xda) scans += 1;
    // Within a scan every 0xff is followed by a zero or a restart marker (ITU-T T.81, B.1.1.5).
    for (let at = chunk.indexOf(START_OF_SCAN); at >= 0; at = chunk.indexOf(START_OF_SCAN, at + 2))
      scans += 1;
    if (scans > MAX_SCANS) return true;
    endedInFf = chunk.at(-1) === 0xff;
  }
  return false;
}
