import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { colourAt, expectNear } from '../../../test/photos/expect-colour.ts';
import {
  codedPicture,
  type HeifItem,
  heifFile,
  heifSequence,
  imir,
  irot,
  ispe,
  nclx,
} from '../../../test/photos/heif-file.ts';
import { heicGrid } from '../../../test/photos/heif-grid.ts';
import { CORNER_COLOURS, type Corner, samplePhoto } from '../../../test/photos/sample-photos.ts';
import { createPhotoConverter } from '../convert/converter.ts';
import { type PhotoVariants, withPngProfile } from '../convert/make-variants.ts';

const converter = createPhotoConverter();
afterAll(() => converter.close());
const variants = ['display', 'mail', 'thumbnail'] as const;

/** The picture of the four quarters with these properties, between two others. */
async function quarters(...properties: Buffer[]): Promise<Buffer> {
  const { configuration, data } = codedPicture(await samplePhoto('quarters.heic'));
  const paper = codedPicture(await samplePhoto('tile-paper.heic'));
  const other = (id: number): HeifItem => ({
    id,
    type: 'hvc1',
    data: paper.data,
    properties: [paper.configuration, ispe(512, 512)],
  });
  const primary: HeifItem = {
    id: 2,
    type: 'hvc1',
    data,
    properties: [configuration, ispe(400, 240), ...properties],
  };
  return heifFile(2, [other(1), primary, other(3)]);
}

/** @param seen the corners as they are seen: top left, top right, bottom left, bottom right */
async function expectCorners(photo: PhotoVariants, seen: Corner[]): Promise<void> {
  for (const variant of variants) {
    for (const [index, corner] of seen.entries()) {
      const place = [index % 2 === 0 ? 0.15 : 0.85, index < 2 ? 0.15 : 0.85] as const;
      expectNear(await colourAt(photo[variant], ...place), CORNER_COLOURS[corner]);
    }
  }
}

const upright: Corner[] = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'];

describe('HEIC files of a real encoder', () => {
  it.each([
    'quarters.heic',
    'quarters-p3.heic',
    'quarters-limited.heic',
    'quarters-444.heic',
    'quarters-p3.avif',
  ] as const)('%s: colours and size are right, metadata is removed', async (name) => {
    const file = await samplePhoto(name);
    expect(file.includes('SecretCamera')).toBe(true);
    const photo = await converter.convert(file);
    expect([photo.width, photo.height]).toEqual([400, 240]);
    await expectCorners(photo, upright);
    for (const variant of variants) {
      const { exif, xmp, icc, iptc, orientation, format, space } = await sharp(photo[variant]).metadata();
      expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
      expect([format, space]).toEqual(['jpeg', 'srgb']);
      for (const word of ['Secret', 'Exif', 'GPS', 'xmp', 'ICC_PROFILE'])
        expect(photo[variant].includes(word)).toBe(false);
    }
  });

  it('transparent parts are white', async () => {
    const photo = await converter.convert(await samplePhoto('half-transparent.heic'));
    expectNear(await colourAt(photo.display, 0.2, 0.5), CORNER_COLOURS.topLeft);
    expectNear(await colourAt(photo.display, 0.8, 0.5), [255, 255, 255], 2);
  });

  it('10 bits and a single channel are decoded', async () => {
    const deep = await converter.convert(await samplePhoto('deep.heic'));
    expectNear(await colourAt(deep.display, 0.5, 0.5), CORNER_COLOURS.topLeft);
    const grey = await converter.convert(await samplePhoto('grey.heic'));
    expectNear(await colourAt(grey.display, 0.5, 0.5), [128, 128, 128]);
  });
});

describe('HEIC: properties of the picture', () => {
  it.each<[string, Buffer[], [number, number], Corner[]]>([
    ['nothing', [], [400, 240], upright],
    ['irot 90', [irot(1)], [240, 400], ['topRight', 'bottomRight', 'topLeft', 'bottomLeft']],
    ['irot 180', [irot(2)], [400, 240], ['bottomRight', 'bottomLeft', 'topRight', 'topLeft']],
    ['irot 270', [irot(3)], [240, 400], ['bottomLeft', 'topLeft', 'bottomRight', 'topRight']],
    ['imir left and right', [imir(1)], [400, 240], ['topRight', 'topLeft', 'bottomRight', 'bottomLeft']],
    ['imir top and bottom', [imir(0)], [400, 240], ['bottomLeft', 'bottomRight', 'topLeft', 'topRight']],
    ['irot, then imir', [irot(1), imir(1)], [240, 400], ['bottomRight', 'topRight', 'bottomLeft', 'topLeft']],
  ])('%s is applied once, to the primary picture', async (_what, properties, size, seen) => {
    const photo = await converter.convert(await quarters(...properties));
    expect([photo.width, photo.height]).toEqual(size);
    await expectCorners(photo, seen);
  });

  it('EXIF orientation is not applied in addition to irot', async () => {
    const { configuration, data } = codedPicture(await samplePhoto('quarters.heic'));
    const tiff = 'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0';
    const file = heifFile(1, [
      { id: 1, type: 'hvc1', data, properties: [configuration, ispe(400, 240), irot(3)] },
      {
        id: 2,
        type: 'Exif',
        data: Buffer.concat([Buffer.from([0, 0, 0, 6]), Buffer.from(`Exif\0\0${tiff}`, 'latin1')]),
        reference: { type: 'cdsc', to: [1] },
      },
    ]);
    const photo = await converter.convert(file);
    expect([photo.width, photo.height]).toEqual([240, 400]);
    await expectCorners(photo, ['bottomLeft', 'topLeft', 'bottomRight', 'topRight']);
  });

  it('colours stated as code points are converted to sRGB like those of an ICC profile', async () => {
    const p3 = await converter.convert(await quarters(nclx(12, 13)));
    for (const corner of upright) {
      const [r, g, b] = CORNER_COLOURS[corner];
      const colour = sharp({ create: { width: 8, height: 8, channels: 3, background: { r, g, b } } });
      // The image library's own profile of Display P3 on the same numbers.
      const { icc } = await sharp(await colour.clone().withIccProfile('p3').png().toBuffer()).metadata();
      const profiled = withPngProfile(await colour.png().toBuffer(), icc ?? Buffer.alloc(0));
      const wanted = await sharp(profiled).toColourspace('srgb').raw().toBuffer();
      const place = [corner.endsWith('Left') ? 0.15 : 0.85, corner.startsWith('top') ? 0.15 : 0.85] as const;
      expectNear(await colourAt(p3.display, ...place), [...wanted.subarray(0, 3)], 4);
    }
    for (const colours of [nclx(1, 13), nclx(2, 2), nclx(1, 1), nclx(99, 99)]) {
      await expectCorners(await converter.convert(await quarters(colours)), upright);
    }
  });

  it('the first picture of a sequence is used', async () => {
    const first = codedPicture(await samplePhoto('quarters.heic'));
    const photo = await converter.convert(heifSequence([first, first, first], 400, 240));
    expect([photo.width, photo.height]).toEqual([400, 240]);
    await expectCorners(photo, upright);
  });
});

describe('HEIC: a grid of 12 megapixels', () => {
  it('tiles are assembled, and turned', async () => {
    const flat = await converter.convert(await heicGrid());
    expect([flat.width, flat.height]).toEqual([2400, 1800]);
    await expectCorners(flat, upright);
    expectNear(await colourAt(flat.display, 0.5, 0.5), [244, 236, 216]);
    const held = await converter.convert(await heicGrid({ properties: [irot(3)] }));
    expect([held.width, held.height]).toEqual([1800, 2400]);
    await expectCorners(held, ['bottomLeft', 'topLeft', 'bottomRight', 'topRight']);
  });
});
