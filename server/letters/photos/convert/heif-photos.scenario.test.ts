import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { colourAt, expectNear } from '../../../../test/photos/expect-colour.ts';
import {
  clap,
  codedPicture,
  type HeifItem,
  heifFile,
  heifSequence,
  imir,
  irot,
  ispe,
  nclx,
  overlayOf,
} from '../../../../test/photos/heif-file.ts';
import { heicGrid } from '../../../../test/photos/heif-grid.ts';
import { CORNER_COLOURS, type Corner, samplePhoto } from '../../../../test/photos/sample-photos.ts';
import { PhotoRefused } from '../photo-refused.ts';
import { createPhotoConverter } from './converter.ts';
import { type PhotoVariants, withPngProfile } from './make-variants.ts';

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

describe('HEIC: a crop of which much is cut off', () => {
  /** 100 × 50 pixels, of which the middle and a little more are of the top left quarter. */
  const crop = clap(100, 50, -10, -5);

  it.each<[string, Buffer[], [number, number], Corner[]]>([
    ['alone', [crop], [100, 50], upright],
    ['then irot 90', [crop, irot(1)], [50, 100], ['topRight', 'bottomRight', 'topLeft', 'bottomLeft']],
    ['then irot 180', [crop, irot(2)], [100, 50], ['bottomRight', 'bottomLeft', 'topRight', 'topLeft']],
    ['then imir', [crop, imir(1)], [100, 50], ['topRight', 'topLeft', 'bottomRight', 'bottomLeft']],
    [
      'then irot and imir',
      [crop, irot(1), imir(0)],
      [50, 100],
      ['topLeft', 'bottomLeft', 'topRight', 'bottomRight'],
    ],
    [
      'after irot',
      [irot(2), clap(100, 50, 10, 5)],
      [100, 50],
      ['bottomRight', 'bottomLeft', 'topRight', 'topLeft'],
    ],
    [
      'after irot 90',
      [irot(1), clap(50, 100, -5, 10)],
      [50, 100],
      ['topRight', 'bottomRight', 'topLeft', 'bottomLeft'],
    ],
  ])('%s: is applied at its place', async (_what, properties, size, seen) => {
    const photo = await converter.convert(await quarters(...properties));
    expect([photo.width, photo.height]).toEqual(size);
    await expectCorners(photo, seen);
    expectNear(await colourAt(photo.display, 0.5, 0.5), CORNER_COLOURS.topLeft);
  });

  it('little is cut off, or much of a grid: as before', async () => {
    const photo = await converter.convert(await quarters(clap(398, 239)));
    expect([photo.width, photo.height]).toEqual([398, 239]);
    await expectCorners(photo, upright);
    const grid = await converter.convert(await heicGrid({ properties: [clap(1000, 500)] }));
    expect([grid.width, grid.height]).toEqual([1000, 500]);
  });
});

describe('HEIC: pictures made of others', () => {
  async function overlay(children: number[], ...cropped: Buffer[]): Promise<Buffer> {
    const { configuration, data } = codedPicture(await samplePhoto('quarters.heic'));
    const ids = [...new Set(children)];
    return heifFile(1, [
      {
        id: 1,
        type: 'iovl',
        data: overlayOf(
          800,
          240,
          children.map((_, index) => [400 * index, 0]),
        ),
        properties: [ispe(800, 240)],
        reference: { type: 'dimg', to: children },
      },
      ...ids.map(
        (id): HeifItem => ({
          id,
          type: 'hvc1',
          data,
          properties: [configuration, ispe(400, 240), ...cropped],
        }),
      ),
    ]);
  }

  it('an overlay is read, little of its pictures cut off; with much cut off, or a picture shown twice, the answer says what to do', async () => {
    const photo = await converter.convert(await overlay([2, 3]));
    expect([photo.width, photo.height]).toEqual([800, 240]);
    expectNear(await colourAt(photo.display, 0.6, 0.2), CORNER_COLOURS.topLeft);
    const cropped = await converter.convert(await overlay([2, 3], clap(380, 230)));
    expect([cropped.width, cropped.height]).toEqual([800, 240]);
    const [twice, cutOff] = [await overlay([2, 2]), await overlay([2, 3], clap(100, 50))];
    for (const [file, cause] of [
      [twice, "'iref' has double references"],
      [cutOff, 'exceeds the maximum image size'],
    ] as const) {
      const refusal = await converter.convert(file).catch((error: unknown) => error);
      if (!(refusal instanceof PhotoRefused)) throw new Error(`not refused: ${refusal}`);
      expect(refusal.asError('a.heic')).toMatchObject({
        code: 'UNREADABLE_PHOTO',
        message: '“a.heic” cannot be read here. Please save it anew as JPEG.',
      });
      expect(refusal.cause).toContain(cause);
    }
  });

  it('a thumbnail that calls itself the primary picture: the picture is shown', async () => {
    const full = codedPicture(await samplePhoto('quarters.heic'));
    const paper = codedPicture(await samplePhoto('tile-paper.heic'));
    const file = heifFile(1, [
      {
        id: 1,
        type: 'hvc1',
        data: paper.data,
        properties: [paper.configuration, ispe(512, 512)],
        reference: { type: 'thmb', to: [2] },
      },
      { id: 2, type: 'hvc1', data: full.data, properties: [full.configuration, ispe(400, 240)] },
    ]);
    const photo = await converter.convert(file);
    expect([photo.width, photo.height]).toEqual([400, 240]);
    await expectCorners(photo, upright);
  });
});
