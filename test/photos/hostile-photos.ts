import { crc32 } from 'node:zlib';

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
