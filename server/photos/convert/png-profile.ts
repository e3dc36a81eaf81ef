import { crc32, deflateSync } from 'node:zlib';

/** Signature (8 bytes) and IHDR chunk (25 bytes), after which a colour profile may stand. */
const AFTER_HEADER = 33;

/** The same PNG with an ICC profile in it (PNG specification, 11.3.3.3 iCCP). */
export function withPngProfile(png: Buffer, profile: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile, { level: 1 })]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([
    png.subarray(0, AFTER_HEADER),
    length,
    content,
    checksum,
    png.subarray(AFTER_HEADER),
  ]);
}
