import { inflateRawSync } from 'node:zlib';

const END_OF_CENTRAL_DIRECTORY = 0x06054b50;
const END_BYTES = 22;

/**
 * Every file of a zip by its name, read by its central directory as an archive program does.
 * Source: PKWARE APPNOTE.TXT 6.3.10, 4.3.7, 4.3.12 and 4.3.16; no ZIP64, no encryption.
 */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - END_BYTES;
  if (zip.readUInt32LE(end) !== END_OF_CENTRAL_DIRECTORY) throw new Error('The ZIP is incomplete.');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const method = zip.readUInt16LE(at + 10);
    const bytes = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const stored = zip.subarray(data, data + bytes);
    files.set(name, method === 0 ? stored : inflateRawSync(stored));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}
