import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { heifFile, ispe } from './heif-file.ts';

/** Files for tests that ask more of a reader than a photo does. */

/** A chunk of a PNG with its checksum. */
export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** The JPEG with so many EXIF segments of this content behind its beginning. */
export function withAppSegments(jpeg: Buffer, content: Buffer, count: number): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), content]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  const segment = Buffer.concat([head, body]);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    ...Array.from({ length: count }, () => segment),
    jpeg.subarray(2),
  ]);
}

/** The progressive JPEG with its last scan so many times more. */
export function withRepeatedScans(jpeg: Buffer, times: number): Buffer {
  const end = jpeg.length - 2;
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), end);
  return Buffer.concat([
    jpeg.subarray(0, end),
    ...Array.from({ length: times }, () => scan),
    jpeg.subarray(end),
  ]);
}

/** An AVIF whose coded picture comes so many times: the decoder decodes each, and shows one. */
export async function avifOfManyFrames(width: number, height: number, frames: number): Promise<Buffer> {
  const blank = sharp({ create: { width, height, channels: 3, background: '#806040' } });
  const file = await blank.avif({ effort: 0 }).toBuffer();
  const boxAt = (type: string) => {
    const at = file.indexOf(type) - 4;
    return file.subarray(at, at + file.readUInt32BE(at));
  };
  const data = Buffer.concat(Array.from({ length: frames }, () => boxAt('mdat').subarray(8)));
  const properties = [boxAt('av1C'), ispe(width, height), boxAt('pixi')];
  return heifFile(1, [{ id: 1, type: 'av01', data, properties }], ['avif', 'mif1', 'miaf']);
}
