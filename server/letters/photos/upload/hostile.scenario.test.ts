import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { UploadResponse } from '../../../../shared/photos.ts';
import { codedPicture, heifFile, ispe } from '../../../../test/photos/heif-file.ts';
import { heicGrid } from '../../../../test/photos/heif-grid.ts';
import { pngChunk, withAppSegments, withRepeatedScans } from '../../../../test/photos/hostile-photos.ts';
import { lyingPng, quarteredPhoto, samplePhoto } from '../../../../test/photos/sample-photos.ts';
import { type Part, type PhotoClient, startPhotoClient } from '../../../../test/support/photo-client.ts';
import { rounds } from '../../../../test/support/rounds.ts';
import { createPhotoConverter } from '../convert/converter.ts';
import { PhotoRefused } from '../photo-refused.ts';

const MEGABYTE = 1024 * 1024;
const converter = createPhotoConverter();
afterAll(() => converter.close());

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('it was taken'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof PhotoRefused)) throw new Error(`not refused: ${error}`);
  return error.code;
}

const refusalOf = async (source: Buffer | Promise<Buffer>) => codeOf(converter.convert(await source));

async function sizeOf(source: Buffer | Promise<Buffer>): Promise<number[]> {
  const { width, height } = await converter.convert(await source);
  return [width, height];
}

/** The 67 megapixels in a file whose header claims others. */
async function flat(width: number, height: number): Promise<Buffer> {
  const { configuration, data } = codedPicture(await samplePhoto('flat-67-megapixels.heic'));
  return heifFile(1, [{ id: 1, type: 'hvc1', data, properties: [configuration, ispe(width, height)] }]);
}

describe('HEIC: hostile files', () => {
  it.each([0.02, 0.1, 0.5, 0.9, 0.999])(
    'refuses a file of which only a share of %s is there',
    async (share) => {
      for (const file of [await samplePhoto('quarters.heic'), await heicGrid()]) {
        expect(await refusalOf(file.subarray(0, Math.floor(file.length * share)))).toBe('DAMAGED_PHOTO');
      }
    },
  );

  it('refuses 200 megapixels by the header, before decoding', async () => {
    expect(await refusalOf(heicGrid({ width: 20_000, height: 10_000 }))).toBe('TOO_MANY_PIXELS');
    expect(await refusalOf(flat(65_535, 65_535))).toBe('TOO_MANY_PIXELS');
  });

  it('heap: is limited by the pixels that the header claims', async () => {
    const before = process.memoryUsage.rss();
    for (const [width, height] of [
      [64, 64],
      [512, 512],
      [8192, 16],
    ] as const) {
      expect(await refusalOf(flat(width, height))).toBe('UNREADABLE_PHOTO');
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MEGABYTE);
  });

  it('refuses other content named .heic', async () => {
    const jpeg = await quarteredPhoto(1);
    const heic = await samplePhoto('quarters.heic');
    // A JPEG with a HEIC behind it is a JPEG, and the other way round.
    expect(await sizeOf(Buffer.concat([jpeg, heic]))).toEqual([400, 240]);
    expect(await sizeOf(Buffer.concat([heic, jpeg]))).toEqual([400, 240]);
    expect(await sizeOf(Buffer.concat([heic, Buffer.from('<script>alert(1)</script>')]))).toEqual([400, 240]);
    const sniffed = heic.subarray(0, 28);
    expect(await refusalOf(Buffer.concat([sniffed, Buffer.from('<html><body>')]))).toBe('DAMAGED_PHOTO');
    expect(await refusalOf(Buffer.concat([sniffed, jpeg]))).toBe('DAMAGED_PHOTO');
  });
});

describe('converter: other hostile files', () => {
  it('10 MB of metadata are removed', async () => {
    const secret = Buffer.from('SecretMetadata'.repeat(4_500));
    const jpeg = withAppSegments(await quarteredPhoto(1), secret, 165);
    const png = await sharp(jpeg).png().toBuffer();
    const text = Buffer.concat([Buffer.from('Comment\0'), Buffer.from('SecretMetadata'.repeat(750_000))]);
    const { configuration, data } = codedPicture(await samplePhoto('quarters.heic'));
    const heic = heifFile(1, [
      { id: 1, type: 'hvc1', data, properties: [configuration, ispe(400, 240)] },
      { id: 2, type: 'Exif', data: text, reference: { type: 'cdsc', to: [1] } },
    ]);
    for (const file of [
      jpeg,
      Buffer.concat([png.subarray(0, 33), pngChunk('tEXt', text), png.subarray(33)]),
      heic,
    ]) {
      expect(file.length).toBeGreaterThan(10_000_000);
      const photo = await converter.convert(file);
      expect([photo.width, photo.height]).toEqual([400, 240]);
      for (const variant of [photo.display, photo.mail, photo.thumbnail]) {
        expect(variant.includes('Secret')).toBe(false);
        expect(variant.length).toBeLessThan(20_000);
      }
    }
  });

  it('PNG: compressed text and profiles that expand are bounded', async () => {
    const page = await sharp(await quarteredPhoto(1))
      .png()
      .toBuffer();
    const packed = Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(300_000_000, 65))]);
    const before = process.memoryUsage.rss();
    for (const chunk of [pngChunk('zTXt', packed), pngChunk('iCCP', packed)]) {
      expect(await sizeOf(Buffer.concat([page.subarray(0, 33), chunk, page.subarray(33)]))).toEqual([
        400, 240,
      ]);
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MEGABYTE);
  });

  it('progressive JPEG: too many scans are refused', async () => {
    const progressive = await sharp(await quarteredPhoto(1))
      .jpeg({ progressive: true })
      .toBuffer();
    expect(await sizeOf(progressive)).toEqual([400, 240]);
    expect(await refusalOf(withRepeatedScans(progressive, 5_000))).toBe('TOO_SLOW');
  });

  it('a file is judged by its content, not by what it claims', async () => {
    expect(await refusalOf(lyingPng(30_000, 30_000))).toBe('TOO_MANY_PIXELS');
    expect(await refusalOf(lyingPng(9_999, 9_999))).toBe('DAMAGED_PHOTO');
    const avif = Buffer.from(await samplePhoto('quarters-p3.avif'));
    avif.writeUInt32BE(30_000, avif.indexOf('ispe') + 8);
    avif.writeUInt32BE(30_000, avif.indexOf('ispe') + 12);
    expect(await refusalOf(avif)).toBe('TOO_MANY_PIXELS');
    avif.writeUInt32BE(9_000, avif.indexOf('ispe') + 8);
    avif.writeUInt32BE(9_000, avif.indexOf('ispe') + 12);
    // Enlarged or refused, but neither slow nor large.
    await converter.convert(avif).catch((error: unknown) => expect(error).toBeInstanceOf(PhotoRefused));
  });

  it('animations: the first picture is used', async () => {
    const frames = Buffer.concat(
      await Promise.all(
        ['#dc1414', '#14b414'].map((background) =>
          sharp({ create: { width: 60, height: 40, channels: 3, background } })
            .raw()
            .toBuffer(),
        ),
      ),
    );
    const moving = await sharp(frames, { raw: { width: 60, height: 80, channels: 3, pageHeight: 40 } })
      .webp()
      .toBuffer();
    expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2);
    expect(await sizeOf(moving)).toEqual([60, 40]);
  });
});

describe('POST /api/upload: hostile files', () => {
  let client: PhotoClient;
  beforeAll(async () => {
    client = await startPhotoClient({ UPLOAD_PHOTOS_A_DAY: '200' }, { verified: true });
  });
  afterAll(() => client.product.close());
  afterEach(async () => {
    expect(await client.temporaryFiles(), 'files left behind').toEqual([]);
  });

  it('refuses each bad file by name, whatever the name, and accepts the rest', async () => {
    const heic = await samplePhoto('quarters.heic');
    const parts: Part[] = [
      [heic.subarray(0, 900), '../cut.HEIC'],
      [await heicGrid({ width: 20_000, height: 10_000 }), 'so\r\nlarge.heic'],
      [await flat(64, 64), `evil\u202e${'x'.repeat(300)}.heic`],
      [heic, 'good.heic'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'drawing.heic'],
    ];
    const { files, refused } = (await (await client.send(parts)).json()) as UploadResponse;
    expect(files.map(({ originalName }) => originalName)).toEqual(['good.heic']);
    expect(refused.map(({ originalName, code }) => [originalName.slice(0, 12), code])).toEqual([
      ['cut.HEIC', 'DAMAGED_PHOTO'],
      ['so large.hei', 'TOO_MANY_PIXELS'],
      ['evilxxxxxxxx', 'UNREADABLE_PHOTO'],
      ['drawing.heic', 'NOT_A_PHOTO'],
    ]);
    for (const { message } of refused) expect(message).toMatch(/^“.{3,62}” /);
  });

  it('many files at once in ten uploads: the server keeps answering', async () => {
    const [page, heic] = [await quarteredPhoto(6), await samplePhoto('quarters-p3.heic')];
    const parts = Array.from({ length: rounds(5, 20) }, (_, number): Part => {
      if (number % 5 === 4) return [heic.subarray(0, 1_000), `cut-${number}.heic`];
      return [number % 2 === 0 ? page : heic, `page-${number}.jpg`];
    });
    const uploads = Array.from({ length: 10 }, () => client.send(parts));
    let pings = 0;
    let done = false;
    const all = Promise.all(uploads).finally(() => {
      done = true;
    });
    while (!done) {
      expect((await fetch(`http://127.0.0.1:${client.port}/ping`)).status).toBe(200);
      pings += 1;
    }
    for (const answer of await all) {
      expect(answer.status).toBe(200);
      const { files, refused } = (await answer.json()) as UploadResponse;
      expect([files.length, refused.length]).toEqual([parts.length * 0.8, parts.length * 0.2]);
      for (const { originalName, message } of refused) expect(message).toContain(originalName);
    }
    expect(pings).toBeGreaterThan(3);
  });
});
