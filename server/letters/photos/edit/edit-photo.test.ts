import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPage } from '../../../../packages/page-finder/find-page.ts';
import { mapCorners } from '../../../../packages/page-finder/geometry.ts';
import { renderPage } from '../../../../packages/page-finder/render-page.ts';
import { linearAt } from '../../../../packages/page-finder/test/page-scenes.ts';
import { pictureOf } from '../../../../packages/page-finder/test/page-sets.ts';
import type { PageEdit } from '../../../../shared/page-edit.ts';
import type { UploadedPhoto, UploadResponse } from '../../../../shared/photos.ts';
import { samplePhoto } from '../../../../test/photos/sample-photos.ts';
import { errorOf, type PhotoClient, startPhotoClient } from '../../../../test/support/photo-client.ts';
import { signedIn } from '../../../../test/support/sign-in.ts';
import { PhotoRefused } from '../photo-refused.ts';
import { photos } from '../schema.ts';
import { sweepPhotos } from '../sweep-photos.ts';
import { editPixels } from './edit-pixels.ts';

let client: PhotoClient;
let page: string;
beforeAll(async () => {
  client = await startPhotoClient({ UPLOAD_PHOTOS_A_DAY: '7' }, { verified: true });
  const answer = await client.send([[await samplePhoto('plum-page-1.jpg'), 'plum.jpg']]);
  const { files } = (await answer.json()) as UploadResponse;
  page = files[0]?.filename ?? '';
});
afterAll(() => client.product.close());

const WHOLE: PageEdit = { corners: null, light: 0, turn: 0, crop: null };

function edit(filename: string, body: object, headers = client.writer.headers): Promise<Response> {
  return fetch(`http://127.0.0.1:${client.port}/api/photo/${filename}/edit`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function edited(filename: string, body: PageEdit): Promise<UploadedPhoto> {
  const answer = await edit(filename, body);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as UploadedPhoto;
}

const contentOf = async (filename: string) => Buffer.from(await (await client.photo(filename)).arrayBuffer());
const idOf = (filename: string) => filename.replace(/\.jpg$/, '');

it('edits of photos: a page is straightened, brightened, turned and cropped, once, as the editor shows it, and the photo stays', async () => {
  const original = await contentOf(page);
  const photo = await pictureOf(original);
  const found = findPage(photo);
  if (!found) throw new Error('No page was found.');
  const corners = mapCorners(found.corners, ({ x, y }) => ({ x: x / photo.width, y: y / photo.height }));
  const whole: PageEdit = { corners: [...corners], light: 1, turn: 0, crop: null };
  const straight = await edited(page, whole);
  expect(straight).toMatchObject({ originalName: 'plum.jpg', url: `/uploads/${straight.filename}` });
  const pixels = await pictureOf(await contentOf(straight.filename));
  expect([pixels.width, pixels.height]).toEqual([straight.width, straight.height]);
  expect(straight.width / straight.height).toBeGreaterThan(0.68);
  expect(straight.width / straight.height).toBeLessThan(0.74);
  for (const [x, y] of [
    [0.03, 0.03],
    [0.97, 0.03],
    [0.03, 0.97],
    [0.97, 0.97],
  ] as const) {
    const place = [Math.floor(x * pixels.width), Math.floor(y * pixels.height)] as const;
    expect(linearAt(pixels, ...place)[1]).toBeGreaterThan(0.8);
  }
  // What the editor shows is calculated from half the width.
  const half = await pictureOf(
    await sharp(original)
      .resize(photo.width >> 1)
      .png()
      .toBuffer(),
  );
  const shown = renderPage(half, {
    ...{ corners: [...corners], light: 1 },
    sizeOf: () => ({ width: straight.width >> 1, height: straight.height >> 1 }),
  });
  const sent = await pictureOf(
    await sharp(await contentOf(straight.filename))
      .resize(shown.width, shown.height, { fit: 'fill' })
      .png()
      .toBuffer(),
  );
  const differences = shown.data.map((value, at) => Math.abs(value - (sent.data[at] ?? 0)));
  expect(differences.reduce((sum, one) => sum + one, 0) / differences.length).toBeLessThan(4);
  const turned = await edited(page, { ...whole, turn: 1, crop: { x: 0, y: 0, width: 50, height: 100 } });
  expect(Math.abs(turned.width - straight.height / 2)).toBeLessThanOrEqual(1);
  expect(turned.height).toBe(straight.width);

  expect(await edited(page, whole)).toEqual(straight);
  expect(await contentOf(page)).toEqual(original);
  const [row] = await client.product.services.db
    .select()
    .from(photos)
    .where(eq(photos.id, idOf(straight.filename)));
  expect(row).toMatchObject({ sourceId: idOf(page), edit: whole, owner: client.writer.uid });
});

it('edits of photos: others get 404; corners that are no page get 400', async () => {
  const stranger = await signedIn(client.product, { displayName: 'Tayo' });
  expect((await edit(page, WHOLE, stranger.headers)).status).toBe(404);
  expect((await edit('00000000-0000-4000-8000-000000000000.jpg', WHOLE)).status).toBe(404);
  const at = (x: number, y: number) => ({ x, y });
  for (const corners of [
    [at(0, 0), at(1, 1), at(1, 0), at(0, 1)],
    [at(0, 0), at(0.1, 0), at(0.1, 0.1), at(0, 0.1)],
    [at(0, 0), at(0, 1), at(1, 1), at(1, 0)],
    [at(0, 0), at(2, 0), at(1, 1), at(0, 1)],
  ]) {
    expect((await edit(page, { ...WHOLE, corners })).status).toBe(400);
  }
  expect((await edit(page, { ...WHOLE, light: 3 })).status).toBe(400);
});

it('edits of photos: count as uploads of the day do, and a repeated one does not', async () => {
  const { services } = client.product;
  const first = await edited(page, { ...WHOLE, light: 0.5 });
  const isFirst = eq(photos.id, idOf(first.filename));
  await services.db.update(photos).set({ createdAt: sql`now() - interval '2 days'` }).where(isFirst);
  expect(await edited(page, { ...WHOLE, light: 0.5 })).toEqual(first);
  await sweepPhotos(services, sql`p.id = ${idOf(first.filename)}`);
  expect(await services.db.$count(photos, isFirst), 'kept until the draft holds it').toBe(1);
  const again = await edited(first.filename, { ...WHOLE, turn: 1 });
  expect([again.width, again.height], 'an edit of a rendering').toEqual([first.height, first.width]);
  const statuses: number[] = [];
  for (const light of [1.1, 1.2, 1.3, 1.4]) {
    const answer = await edit(page, { ...WHOLE, light });
    statuses.push(answer.status);
    if (answer.status === 429) expect((await errorOf(answer)).code).toBe('PHOTOS_TODAY');
  }
  expect(statuses).toEqual([200, 200, 429, 429]);
  expect((await edit(page, { ...WHOLE, light: 0.5 })).status).toBe(200);
});

it('edits of photos: end after their time', async () => {
  const { data, info } = await sharp({
    create: { width: 900, height: 900, channels: 3, background: 'white' },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const photo = { data, width: info.width, height: info.height, channels: 3 as const };
  const slow = await editPixels(photo, { ...WHOLE, light: 1 }, 1).catch((reason: unknown) => reason);
  expect(slow).toBeInstanceOf(PhotoRefused);
});
