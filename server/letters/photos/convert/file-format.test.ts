import { expect, it } from 'vitest';
import { mediaHeader, samplePhoto } from '../../../../test/photos/sample-photos.ts';
import { hasTooManyScans, SNIFF_BYTES, sniff } from './file-format.ts';

it('sniff: recognises JPEG, PNG and WebP', async () => {
  const jpeg = await samplePhoto('torn-note.jpg');
  expect(sniff(jpeg.subarray(0, SNIFF_BYTES))).toEqual({ kind: 'jpeg' });
  expect(sniff(Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1'))).toEqual({ kind: 'png' });
  expect(sniff(Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'))).toEqual({ kind: 'webp' });
});

it.each(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])(
  'sniff: recognises HEIC by its brand %s',
  (brand) => {
    expect(sniff(mediaHeader(brand))).toEqual({ kind: 'heic' });
    expect(sniff(mediaHeader('zzzz', 'yyyy', brand))).toEqual({ kind: 'heic' });
  },
);

it('sniff: tells AVIF from HEIC although both list the brand mif1', () => {
  expect(sniff(mediaHeader('avif', 'mif1', 'miaf'))).toEqual({ kind: 'avif' });
  expect(sniff(mediaHeader('mif1', 'mif1', 'avif'))).toEqual({ kind: 'avif' });
  expect(sniff(mediaHeader('mif1', 'mif1', 'heic'))).toEqual({ kind: 'heic' });
});

it('sniff: looks for brands within the first box only', () => {
  const video = mediaHeader('isom', 'mp42');
  expect(sniff(Buffer.concat([video.subarray(0, 24), Buffer.from('heicavif')]))).toEqual({
    kind: 'other',
    file: 'video',
  });
});

it.each([
  ['GIF89a', 'gif'],
  ['%PDF-1.7', 'pdf'],
  ['II*\0', 'tiff'],
  ['MM\0*\0\0\0\x08\xc6\x12\0\x01', 'dng'],
  ['II*\0\x08\0\0\0\x12\xc6\x01\0', 'dng'],
  ['\xff\x0a\xfa', 'jxl'],
  ['\0\0\0\x0cJXL \r\n', 'jxl'],
  ['\0\0\0\x0cjP  \r\n', 'jp2'],
  ['<?xml version="1.0"?><svg xmlns="x">', 'svg'],
  ['\ufeff <!DOCTYPE html><p>', 'html'],
  ['Dear Maren,', 'unknown'],
  ['RIFF....WAVE', 'unknown'],
  ['\xff\xd8', 'unknown'],
])('sniff: %j is of the kind %s', (start, file) => {
  expect(sniff(Buffer.from(start, 'latin1'))).toEqual({ kind: 'other', file });
});

it('sniff: recognises an empty file', () => {
  expect(sniff(Buffer.alloc(0))).toEqual({ kind: 'empty' });
});

it('sniff: throws for no sequence of bytes', () => {
  for (let length = 1; length < 20; length += 1) {
    expect(sniff(mediaHeader('heic', 'mif1').subarray(0, length)).kind).not.toBe('jpeg');
  }
});

it('scans: a picture in memory is looked at in many turns of the event loop', async () => {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  // Such bytes may fill the space between two segments (ITU-T T.81, B.1.1.2); each is looked at.
  const hasTooMany = await hasTooManyScans(Buffer.alloc(5_000_000, 0xff));
  clearImmediate(next);
  expect(hasTooMany).toBe(false);
  expect(turns).toBeGreaterThan(50);
});

it('scans: are counted also where one begins at the end of what is looked at', async () => {
  const scans = (many: number, at: number) => {
    const bytes = Buffer.alloc(200_000);
    for (let n = 0; n < many; n++) bytes.writeUInt16BE(0xffda, at + n * 2);
    return bytes;
  };
  for (const at of [1_000, 64 * 1024 - 101]) {
    expect(await hasTooManyScans(scans(100, at)), `100 at ${at}`).toBe(false);
    expect(await hasTooManyScans(scans(101, at)), `101 at ${at}`).toBe(true);
  }
});
