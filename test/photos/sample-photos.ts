import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { projectFolder } from '../../server/core/project-folder.ts';

/** Photos for tests: real ones of letters, and made ones that show or hide something. */

export type SampleName =
  | 'plum-page-1.jpg'
  | 'postcard-back.jpg'
  | 'torn-note.jpg'
  | 'quarters.heic'
  | 'quarters-p3.heic'
  | 'quarters-limited.heic'
  | 'quarters-444.heic'
  | 'quarters-p3.avif'
  | 'half-transparent.heic'
  | 'deep.heic'
  | 'grey.heic'
  | 'flat-67-megapixels.heic'
  | `tile-${'top-left' | 'top-right' | 'bottom-left' | 'bottom-right' | 'paper'}.heic`;

export function samplePhoto(name: SampleName): Promise<Buffer> {
  return readFile(path.join(projectFolder, 'test', 'photos', 'files', name));
}

export type Corner = 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight';
export const CORNER_COLOURS: Record<Corner, [number, number, number]> = {
  topLeft: [220, 20, 20],
  topRight: [20, 180, 20],
  bottomLeft: [20, 20, 220],
  bottomRight: [230, 220, 20],
};

/** A JPEG of 400 × 240 stored pixels with a colour in each quarter, tagged with an EXIF orientation. */
export function quarteredPhoto(orientation: number, options: { icc?: 'srgb' | 'p3' } = {}): Promise<Buffer> {
  const quarter = (corner: Corner) => {
    const [r, g, b] = CORNER_COLOURS[corner];
    return {
      input: { create: { width: 200, height: 120, channels: 3 as const, background: { r, g, b } } },
      left: corner.endsWith('Right') ? 200 : 0,
      top: corner.startsWith('bottom') ? 120 : 0,
    };
  };
  const corners = Object.keys(CORNER_COLOURS) as Corner[];
  const picture = sharp({ create: { width: 400, height: 240, channels: 3, background: 'white' } })
    .composite(corners.map(quarter))
    .withMetadata({ orientation });
  const profiled = options.icc ? picture.withIccProfile(options.icc) : picture;
  return profiled.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
}

/** A JPEG that tells where, when and with what it was taken, in EXIF with GPS, XMP and a colour profile. */
export async function talkativePhoto(): Promise<Buffer> {
  return sharp(await samplePhoto('torn-note.jpg'))
    .withIccProfile('p3')
    .withExif({
      IFD0: { Make: 'SecretCamera', Software: 'SecretSoftware', Copyright: 'SecretName' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 0/1',
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><SecretPlace/></x:xmpmeta>')
    .jpeg()
    .toBuffer();
}

/** A small PNG whose header claims these dimensions, with a checksum to match. */
export async function lyingPng(width: number, height: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** The first box of a HEIF or AVIF file with these brands. */
export function mediaHeader(major: string, ...compatible: string[]): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(16 + 4 * compatible.length);
  const brands = Buffer.from(`ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1');
  return Buffer.concat([size, brands, Buffer.alloc(64)]);
}
