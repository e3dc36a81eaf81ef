import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { colourAt, expectNear } from '../../../../test/photos/expect-colour.ts';
import {
  CORNER_COLOURS,
  type Corner,
  lyingPng,
  mediaHeader,
  quarteredPhoto,
  samplePhoto,
  talkativePhoto,
} from '../../../../test/photos/sample-photos.ts';
import { PhotoRefused } from '../photo-refused.ts';
import { createPhotoConverter } from './converter.ts';
import type { PhotoVariants } from './make-variants.ts';

const converter = createPhotoConverter();
afterAll(() => converter.close());
const variants = ['display', 'mail', 'thumbnail'] as const;

async function sizes(photo: PhotoVariants): Promise<string[]> {
  const all = await Promise.all(variants.map((variant) => sharp(photo[variant]).metadata()));
  return all.map(({ width, height }) => `${width}x${height}`);
}

function blank(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#f4ecd8' } })
    .jpeg()
    .toBuffer();
}

async function refusalOf(source: Buffer | Promise<Buffer>): Promise<string> {
  const error = await converter.convert(await source).catch((reason: unknown) => reason);
  if (!(error instanceof PhotoRefused)) throw new Error(`not refused: ${error}`);
  return error.code;
}

describe('converter: sizes of the variants', () => {
  it.each([
    [4000, 3000, ['2400x1800', '1200x900', '320x240']],
    [3000, 4000, ['1800x2400', '1200x1600', '320x427']],
    [1100, 890, ['1100x890', '1100x890', '320x259']],
    [200, 100, ['200x100', '200x100', '200x100']],
    [1, 1, ['1x1', '1x1', '1x1']],
    // Strips and panoramas stay readable.
    [600, 9000, ['600x9000', '600x9000', '213x3200']],
    [9000, 600, ['9000x600', '1200x80', '320x21']],
    [2000, 6000, ['1000x3000', '1000x3000', '320x960']],
    [2, 60_000, ['1x12000', '1x12000', '1x3200']],
  ])('%d × %d', async (width, height, wanted) => {
    const photo = await converter.convert(await blank(width, height));
    expect(await sizes(photo)).toEqual(wanted);
    expect(`${photo.width}x${photo.height}`).toBe(wanted[0]);
  });

  it.each([
    [1800, 2400],
    [600, 12_000],
    [200, 12_000],
  ])('the mail variant of pure noise, %d × %d, stays under 900 kB', async (width, height) => {
    const pixels = Buffer.alloc(width * height * 3);
    for (let at = 0, value = 1; at < pixels.length; at += 1) {
      value = (value * 1103515245 + 12345) % 2147483648;
      pixels[at] = value >> 16;
    }
    const noise = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const photo = await converter.convert(noise);
    expect(photo.mail.length).toBeLessThanOrEqual(900_000);
  });
});

describe('converter: EXIF orientation', () => {
  /** Where the first row and the first column of stored pixels are seen (EXIF 2.3, tag 0x0112). */
  const seen: Record<number, [row0: string, column0: string]> = {
    1: ['top', 'left'],
    2: ['top', 'right'],
    3: ['bottom', 'right'],
    4: ['bottom', 'left'],
    5: ['left', 'top'],
    6: ['right', 'top'],
    7: ['right', 'bottom'],
    8: ['left', 'bottom'],
  };
  const opposite: Record<string, string> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

  const cases = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation) =>
    ([undefined, 'p3'] as const).map((icc) => [orientation, icc] as const),
  );
  it.each(cases)('orientation %d, profile %s: the photo is upright', async (orientation, icc) => {
    const photo = await converter.convert(await quarteredPhoto(orientation, icc ? { icc } : {}));
    const [row0 = '', column0 = ''] = seen[orientation] ?? [];
    expect([photo.width, photo.height]).toEqual(orientation < 5 ? [400, 240] : [240, 400]);
    for (const corner of Object.keys(CORNER_COLOURS) as Corner[]) {
      const sides = [
        corner.startsWith('top') ? row0 : (opposite[row0] ?? ''),
        corner.endsWith('Left') ? column0 : (opposite[column0] ?? ''),
      ];
      const x = sides.includes('left') ? 0.2 : 0.8;
      const y = sides.includes('top') ? 0.2 : 0.8;
      for (const variant of variants)
        expectNear(await colourAt(photo[variant], x, y), CORNER_COLOURS[corner]);
    }
  });
});

describe('converter: metadata', () => {
  it('EXIF, GPS, XMP and colour profile are removed from all variants', async () => {
    const talkative = await talkativePhoto();
    const before = await sharp(talkative).metadata();
    expect(before.exif?.includes('SecretCamera')).toBe(true);
    expect(before.xmp).toBeDefined();
    expect(before.icc).toBeDefined();
    const photo = await converter.convert(talkative);
    for (const variant of variants) {
      const { exif, xmp, icc, iptc, format, space, orientation } = await sharp(photo[variant]).metadata();
      expect({ exif, xmp, icc, iptc, orientation }, variant).toEqual({});
      expect([format, space]).toEqual(['jpeg', 'srgb']);
      for (const word of ['Secret', 'Exif', 'GPS', 'xmp', 'ICC_PROFILE'])
        expect(photo[variant].includes(word)).toBe(false);
    }
  });
});

describe('converter: colours', () => {
  const red = { create: { width: 64, height: 64, channels: 3 as const, background: { r: 255, g: 0, b: 0 } } };

  it('Display P3 is converted to sRGB', async () => {
    const p3 = await sharp(red)
      .withIccProfile('p3')
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const stored = await sharp(p3, { ignoreIcc: true }).raw().toBuffer();
    expectNear([...stored.subarray(0, 3)], [234, 51, 35]);
    expectNear(await colourAt((await converter.convert(p3)).display, 0.5, 0.5), [255, 0, 0]);
  });

  it('CMYK, 16 bits, grey and a palette are converted to sRGB', async () => {
    const cmyk = await sharp(red)
      .toColourspace('cmyk')
      .withIccProfile('cmyk')
      .jpeg({ quality: 100 })
      .toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
    const [r = 0, g = 0, b = 0] = await colourAt((await converter.convert(cmyk)).display, 0.5, 0.5);
    expect(r).toBeGreaterThan(200);
    expect(Math.max(g, b)).toBeLessThan(70);

    const deep = await sharp(red).toColourspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    expectNear(await colourAt((await converter.convert(deep)).display, 0.5, 0.5), [255, 0, 0]);

    const palette = await sharp(red).png({ palette: true, colours: 4 }).toBuffer();
    expectNear(await colourAt((await converter.convert(palette)).display, 0.5, 0.5), [255, 0, 0]);

    const grey = await sharp({ create: { ...red.create, background: '#808080' } })
      .toColourspace('grey16')
      .png()
      .toBuffer();
    expectNear(await colourAt((await converter.convert(grey)).mail, 0.5, 0.5), [128, 128, 128]);
  });

  it('transparent parts are white', async () => {
    const clear = {
      create: { width: 64, height: 64, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    };
    for (const source of [sharp(clear).png(), sharp(clear).webp(), sharp(clear).withIccProfile('p3').png()]) {
      const photo = await converter.convert(await source.toBuffer());
      for (const variant of variants)
        expectNear(await colourAt(photo[variant], 0.5, 0.5), [255, 255, 255], 2);
    }
  });
});

describe('converter: refusals', () => {
  it.each([
    ['EMPTY_FILE', () => Buffer.alloc(0)],
    ['DAMAGED_PHOTO', () => mediaHeader('heic', 'mif1')],
    ['DAMAGED_PHOTO', () => mediaHeader('avif', 'mif1')],
    ['NOT_A_PHOTO', () => Buffer.from('Dear Maren, this is text.')],
    ['NOT_A_PHOTO', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['NOT_A_PHOTO', () => Buffer.from('GIF89a\x01\0\x01\0\x80\0\0', 'latin1')],
    ['TOO_MANY_PIXELS', () => lyingPng(30_000, 30_000)],
    ['DAMAGED_PHOTO', () => lyingPng(9_000, 9_000)],
    ['DAMAGED_PHOTO', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ])('refuses with %s', async (code, source) => {
    expect(await refusalOf(source())).toBe(code);
  });

  it('refuses a photo that is cut off at any place', async () => {
    const jpeg = await samplePhoto('postcard-back.jpg');
    for (const share of [0.01, 0.3, 0.9, 0.999]) {
      expect(await refusalOf(jpeg.subarray(0, Math.floor(jpeg.length * share)))).toBe('DAMAGED_PHOTO');
    }
    const png = await sharp(jpeg).png().toBuffer();
    const webp = await sharp(jpeg).webp().toBuffer();
    for (const whole of [png, webp]) {
      expect(await refusalOf(whole.subarray(0, Math.floor(whole.length * 0.9)))).toBe('DAMAGED_PHOTO');
    }
  });

  it('takes a JPEG that lacks only its end marker, and none that lacks more', async () => {
    const photo = sharp(await samplePhoto('plum-page-1.jpg'));
    for (const progressive of [false, true]) {
      const jpeg = await photo.clone().jpeg({ progressive }).toBuffer();
      const { display } = await converter.convert(jpeg);
      expect((await converter.convert(jpeg.subarray(0, -2))).display.equals(display)).toBe(true);
      expect((await converter.convert(jpeg.subarray(0, -1))).display.equals(display)).toBe(true);
      expect(await refusalOf(jpeg.subarray(0, -20))).toBe('DAMAGED_PHOTO');
      expect(await refusalOf(jpeg.subarray(0, -2000))).toBe('DAMAGED_PHOTO');
    }
  });

  it('refuses a JPEG that is damaged in the middle, and takes one with bytes before its end marker', async () => {
    const jpeg = await sharp(await samplePhoto('plum-page-1.jpg'))
      .jpeg()
      .toBuffer();
    const damaged = Buffer.from(jpeg).fill(0xff, 60_000, 60_300);
    expect(await refusalOf(damaged)).toBe('DAMAGED_PHOTO');
    const { display } = await converter.convert(jpeg);
    const padded = Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(3), jpeg.subarray(-2)]);
    expect((await converter.convert(padded)).display.equals(display)).toBe(true);
  });

  it('takes a JPEG of 108 megapixels, but no progressive one', async () => {
    expect(await converter.convert(await blank(12_000, 9_000))).toMatchObject({ width: 2400, height: 1800 });
    const progressive = await sharp(await blank(16, 16))
      .jpeg({ progressive: true })
      .toBuffer();
    // Height and width in the frame header (ITU-T T.81, B.2.2).
    const size = progressive.indexOf(Buffer.from([0xff, 0xc2])) + 5;
    progressive.writeUInt16BE(9_000, size);
    progressive.writeUInt16BE(12_000, size + 2);
    expect(await refusalOf(progressive)).toBe('TOO_MANY_PIXELS');
  });

  it('converts further photos after refusals', async () => {
    await Promise.all(Array.from({ length: 6 }, () => refusalOf(lyingPng(9_000, 9_000))));
    const photo = await converter.convert(await samplePhoto('plum-page-1.jpg'));
    expect([photo.width, photo.height]).toEqual([825, 1100]);
  });
});
