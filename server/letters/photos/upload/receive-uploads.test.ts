import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PHOTO_MAX_BYTES } from '../../../../shared/limits.ts';
import type { UploadResponse } from '../../../../shared/photos.ts';
import { lyingPng, mediaHeader, quarteredPhoto, samplePhoto } from '../../../../test/photos/sample-photos.ts';
import {
  errorOf,
  type Part,
  type PhotoClient,
  startPhotoClient,
} from '../../../../test/support/photo-client.ts';
import { photos } from '../schema.ts';

let client: PhotoClient;
beforeAll(async () => {
  client = await startPhotoClient({}, { verified: true });
});
afterAll(() => client.product.close());
afterEach(async () => {
  expect(await client.temporaryFiles(), 'files left behind').toEqual([]);
});

async function upload(parts: Part[]): Promise<UploadResponse> {
  const answer = await client.send(parts);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as UploadResponse;
}

describe('POST /api/upload', () => {
  it('returns the photos in the order of the parts', async () => {
    const names = ['torn-note.jpg', 'plum-page-1.jpg', 'postcard-back.jpg'] as const;
    const parts = await Promise.all(
      names.map(async (name): Promise<Part> => [await samplePhoto(name), name]),
    );
    const { files, refused } = await upload(parts);
    expect(refused).toEqual([]);
    expect(files.map(({ originalName, width, height }) => [originalName, width, height])).toEqual([
      ['torn-note.jpg', 1100, 890],
      ['plum-page-1.jpg', 825, 1100],
      ['postcard-back.jpg', 1100, 825],
    ]);
    for (const { filename, url } of files) {
      expect(filename).toMatch(/^[0-9a-f-]{36}\.jpg$/);
      expect(url).toBe(`/uploads/${filename}`);
    }
    const [row] = await client.product.services.db
      .select()
      .from(photos)
      .where(eq(photos.id, files[0]?.filename.slice(0, 36) ?? ''));
    expect(row?.owner).toBe(client.writer.uid);
    expect(row?.contentHash).toMatch(/^[0-9a-f]{64}$/);
    const sizes = await Promise.all(
      ['display', 'mail', 'thumbnail'].map(async (size) => {
        const answer = await client.photo(`${files[0]?.filename}?size=${size}`);
        return (await answer.arrayBuffer()).byteLength;
      }),
    );
    expect([row?.displayBytes, row?.mailBytes, row?.thumbnailBytes]).toEqual(sizes);
  });

  it('the same file twice becomes two photos', async () => {
    const page = await quarteredPhoto(1);
    const { files } = await upload([
      [page, 'a.jpg'],
      [page, 'a.jpg'],
    ]);
    expect(new Set(files.map(({ filename }) => filename)).size).toBe(2);
  });

  it('accepts PNG and WebP under any file name', async () => {
    const page = sharp(await samplePhoto('torn-note.jpg')).resize(300);
    const { files } = await upload([
      [await page.clone().png().toBuffer(), 'page.gif'],
      [await page.clone().webp().toBuffer(), 'page'],
    ]);
    expect(files.map(({ originalName, width }) => [originalName, width])).toEqual([
      ['page.gif', 300],
      ['page', 300],
    ]);
  });

  it('accepts HEIC and AVIF under any file name', async () => {
    const { files } = await upload([
      [await samplePhoto('quarters.heic'), 'IMG_1.jpg'],
      [await samplePhoto('quarters-p3.avif'), 'IMG_2.HEIC'],
    ]);
    expect(files.map(({ originalName, width, height }) => [originalName, width, height])).toEqual([
      ['IMG_1.jpg', 400, 240],
      ['IMG_2.HEIC', 400, 240],
    ]);
    for (const { filename } of files) {
      for (const size of ['display', 'mail', 'thumbnail']) {
        const answer = await client.photo(`${filename}?size=${size}`);
        const content = Buffer.from(await answer.arrayBuffer());
        expect(answer.headers.get('content-type')).toBe('image/jpeg');
        expect((await sharp(content).metadata()).format).toBe('jpeg');
        for (const word of ['Secret', 'Exif', 'GPS', 'xmp', 'ICC_PROFILE'])
          expect(content.includes(word)).toBe(false);
      }
    }
  });

  it('refuses each file that is not a photo by name, and accepts the rest', async () => {
    const good = await quarteredPhoto(1);
    const { files, refused } = await upload([
      [Buffer.from('Dear Maren'), 'text.jpg'],
      [good, 'good.jpg'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'drawing.jpg'],
      [good.subarray(0, good.length - 200), 'cut.jpg'],
      [Buffer.alloc(0), 'empty.jpg'],
      [mediaHeader('heic', 'mif1'), 'IMG_1.HEIC'],
      [await lyingPng(30_000, 30_000), 'bomb.png'],
      [good, 'last.jpg'],
    ]);
    expect(files.map(({ originalName }) => originalName)).toEqual(['good.jpg', 'last.jpg']);
    expect(refused.map(({ originalName, code }) => [originalName, code])).toEqual([
      ['text.jpg', 'NOT_A_PHOTO'],
      ['drawing.jpg', 'NOT_A_PHOTO'],
      ['cut.jpg', 'DAMAGED_PHOTO'],
      ['empty.jpg', 'EMPTY_FILE'],
      ['IMG_1.HEIC', 'DAMAGED_PHOTO'],
      ['bomb.png', 'TOO_MANY_PIXELS'],
    ]);
    for (const { originalName, message } of refused) expect(message).toContain(originalName);
  });

  it.each([
    ['text.jpg', 415, 'NOT_A_PHOTO', () => Buffer.from('Dear Maren')],
    ['empty.jpg', 400, 'EMPTY_FILE', () => Buffer.alloc(0)],
    ['bomb.png', 413, 'TOO_MANY_PIXELS', () => lyingPng(30_000, 30_000)],
    ['damaged.png', 422, 'DAMAGED_PHOTO', () => lyingPng(900, 900)],
  ])('returns the reason for %s when no file is accepted', async (name, status, code, content) => {
    const before = await client.kept();
    const error = await errorOf(await client.send([[await content(), name]]));
    expect(error).toMatchObject({ status, code });
    expect(error.message).toContain(name);
    expect(await client.kept()).toEqual(before);
  });

  it('accepts twenty photos and refuses the twenty-first by name', async () => {
    const page = await quarteredPhoto(1);
    const parts = Array.from({ length: 21 }, (_, index): Part => [page, `page-${index + 1}.jpg`]);
    const { files, refused } = await upload(parts);
    expect(files).toHaveLength(20);
    expect(files.map(({ originalName }) => originalName)).toEqual(parts.slice(0, 20).map(([, name]) => name));
    expect(refused).toMatchObject([{ originalName: 'page-21.jpg', code: 'TOO_MANY_PHOTOS' }]);
  });

  it('accepts a photo of 30 MB and refuses one a byte larger', async () => {
    const page = await quarteredPhoto(1);
    const padded = (size: number) => Buffer.concat([page, Buffer.alloc(size - page.length)]);
    const { files, refused } = await upload([
      [padded(PHOTO_MAX_BYTES + 1), 'larger.jpg'],
      [padded(PHOTO_MAX_BYTES), 'largest.jpg'],
    ]);
    expect(files.map(({ originalName }) => originalName)).toEqual(['largest.jpg']);
    expect(refused).toMatchObject([{ originalName: 'larger.jpg', code: 'PHOTO_TOO_LARGE' }]);
    const error = await errorOf(await client.send([[padded(PHOTO_MAX_BYTES + 1), 'larger.jpg']]));
    expect(error).toMatchObject({ status: 413, code: 'PHOTO_TOO_LARGE' });
  });

  it('returns original names that are safe to show', async () => {
    const page = await quarteredPhoto(1);
    const long = `${'ü'.repeat(300)}.jpg`;
    const { files } = await upload([
      [page, '../../etc/passwd.jpg'],
      [page, 'C:\\Photos\\page.jpg'],
      [page, 'an Größe ✉️.jpg'],
      [page, 'evil\u202egpj.exe'],
      [page, 'two\r\nlines "quoted".jpg'],
      [page, long],
    ]);
    const names = files.map(({ originalName }) => originalName);
    expect(names.slice(0, 5)).toEqual([
      'passwd.jpg',
      'page.jpg',
      'an Größe ✉️.jpg',
      'evilgpj.exe',
      'two lines "quoted".jpg',
    ]);
    expect([...(names[5] ?? '')]).toHaveLength(255);
  });

  it('returns 401 without a session, also for a body that is no upload', async () => {
    const answer = await client.send([[await quarteredPhoto(1), 'a.jpg']], client.product.origin);
    expect(await errorOf(answer)).toMatchObject({ status: 401, code: 'SIGN_IN_NEEDED' });
    const empty = await fetch(`http://127.0.0.1:${client.port}/api/upload`, {
      method: 'POST',
      headers: client.product.origin,
    });
    expect(empty.status).toBe(401);
  });

  it('refuses another origin', async () => {
    const page = await quarteredPhoto(1);
    const answer = await client.send([[page, 'a.jpg']], {
      ...client.writer.headers,
      origin: 'https://evil.example',
    });
    expect(answer.status).toBe(403);
  });

  it('refuses a body that is not multipart, has no photo, or has it in another field', async () => {
    const url = `http://127.0.0.1:${client.port}/api/upload`;
    const post = (body: string | null, type?: string) =>
      fetch(url, {
        method: 'POST',
        body,
        headers: { ...client.writer.headers, ...(type ? { 'content-type': type } : {}) },
      });
    expect((await post('{}', 'application/json')).status).toBe(415);
    expect((await post('photo', 'text/plain')).status).toBe(415);
    expect((await post(null)).status).toBe(415);
    expect((await post('--x--\r\n', 'multipart/form-data; boundary=x')).status).toBe(400);
    expect((await post('', 'multipart/form-data; boundary=x')).status).toBe(400);
    expect((await post('--x--\r\n', 'multipart/form-data')).status).toBe(400);
    const page = await quarteredPhoto(1);
    const other = await errorOf(
      await client.send([
        [page, 'a.jpg'],
        [page, 'b.jpg', 'files'],
      ]),
    );
    expect(other).toMatchObject({ status: 400, code: 'BAD_INPUT' });
    expect(other.message).toContain('photos');
    expect((await client.send([[Buffer.alloc(0), '']])).status).toBe(400);
  });

  it('returns 500 and stores nothing when storage fails', async () => {
    const rows = (await client.kept()).rows;
    const page = await quarteredPhoto(1);
    const inTheWay = path.join(client.product.dataDir, 'storage', 'photos');
    await rm(inTheWay, { recursive: true });
    await writeFile(inTheWay, 'no folder');
    try {
      expect((await client.send([[page, 'a.jpg']])).status).toBe(500);
    } finally {
      await rm(inTheWay);
    }
    expect((await client.kept()).rows).toBe(rows);
    await client.uploadOne();
  });
});
