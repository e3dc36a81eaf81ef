import { once } from 'node:events';
import { connect } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadResponse } from '../../../../shared/photos.ts';
import { quarteredPhoto } from '../../../../test/photos/sample-photos.ts';
import { alreadyCounted } from '../../../../test/support/already-counted.ts';
import {
  errorOf,
  eventually,
  type Part,
  type PhotoClient,
  startPhotoClient,
} from '../../../../test/support/photo-client.ts';
import { type SignedIn, signedIn } from '../../../../test/support/sign-in.ts';
import { keptBytes } from '../data.ts';
import { PhotoRefused } from '../photo-refused.ts';
import { photos } from '../schema.ts';

let client: PhotoClient;
let page: Buffer;
let person: SignedIn;
beforeAll(async () => {
  client = await startPhotoClient({
    UPLOAD_PHOTOS_A_DAY: '5',
    PHOTO_MEGABYTES_KEPT: '1',
  });
  page = await quarteredPhoto(1);
});
afterAll(() => client.product.close());
beforeEach(async () => {
  person = await signedIn(client.product, { verified: true });
});

async function send(parts: Part[], key?: string, who = person): Promise<Response> {
  return client.send(parts, { ...who.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) });
}

const pages = (many: number): Part[] => Array.from({ length: many }, (_, n) => [page, `${n}.jpg`]);

/** How many of these answers took a photo; the others are checked to be this refusal. */
async function taken(answers: Response[], code: string): Promise<number> {
  const refused = answers.filter(({ status }) => status !== 200);
  for (const answer of refused) expect((await errorOf(answer)).code).toBe(code);
  return answers.length - refused.length;
}

describe('POST /api/upload: limits of a person and day', () => {
  it('photos: as many as the setting says, then 429 with what to do and when', async () => {
    expect((await send(pages(5))).status).toBe(200);
    const answer = await send(pages(1));
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    const { status, code, message } = await errorOf(answer);
    expect([status, code]).toEqual([429, 'PHOTOS_TODAY']);
    expect(message).toMatch(/^You can add 5 photos a day\. Please go on in (an hour|\d+ hours)\.$/);
    const other = await signedIn(client.product, { verified: true });
    expect((await send(pages(1), undefined, other)).status).toBe(200);
  });

  it('photos: fewer until the address is confirmed; of an upload those that fit are taken', async () => {
    const unconfirmed = await signedIn(client.product);
    expect((await send(pages(1), undefined, unconfirmed)).status).toBe(200);
    await alreadyCounted(client.product, `upload-photos:${unconfirmed.uid}`, 37);
    const { files, refused } = (await (
      await send(pages(4), undefined, unconfirmed)
    ).json()) as UploadResponse;
    expect([files.length, refused.map(({ code }) => code)]).toEqual([2, ['PHOTOS_TODAY', 'PHOTOS_TODAY']]);
    expect(refused[0]?.message).toMatch(
      /^“2.jpg” has to wait. Until your e-mail address is confirmed you can add 40/,
    );
    expect((await send(pages(1), undefined, unconfirmed)).status).toBe(429);
  });

  it('photos: uploads at the same time share what is left', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => send(pages(1))));
    expect(await taken(answers, 'PHOTOS_TODAY')).toBe(5);
  });

  it('too large a body is refused before it is read, and the connection closed', async () => {
    expect((await send(pages(5))).status).toBe(200);
    const head = `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nOrigin: ${person.headers.origin}\r\nCookie: ${person.cookie}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 600000000\r\n\r\n`;
    const socket = connect(client.port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    socket.write(head);
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toContain('PHOTOS_TODAY');
  });

  it('a repetition under the same key counts once, and is answered when nothing is left', async () => {
    const first = await (await send(pages(3), 'three')).json();
    const twins = await Promise.all([send(pages(2), 'twin'), send(pages(2), 'twin')]);
    for (const twin of twins) expect(twin.status).toBe(200);
    expect((await send(pages(1))).status).toBe(429);
    expect(await (await send(pages(3), 'three')).json()).toEqual(first);
  });

  it('a repetition of an upload of which some was refused gets its answer', async () => {
    const first = await (await send(pages(7), 'seven')).json();
    expect(first).toMatchObject({ files: { length: 5 }, refused: { length: 2 } });
    expect(await (await send(pages(7), 'seven')).json()).toEqual(first);
  });

  it('files that are no photos count, for each is read; uploads that break off do not', async () => {
    const body = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n'),
      page,
    ]);
    for (let number = 0; number < 5; number += 1) {
      const broken = await fetch(`http://127.0.0.1:${client.port}/api/upload`, {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'multipart/form-data; boundary=x' },
        body,
      });
      expect(broken.status).toBe(400);
    }
    expect((await send([[Buffer.from('text'), 'a.txt']])).status).toBe(415);
    expect((await send(pages(4))).status).toBe(200);
    expect((await send(pages(1))).status).toBe(429);
  });

  it('photos that are refused because of others’ are not counted', async () => {
    const busy = vi.spyOn(client.product.services.photos, 'convert');
    busy.mockRejectedValue(new PhotoRefused('BUSY'));
    expect((await errorOf(await send(pages(5)))).code).toBe('BUSY');
    busy.mockRestore();
    expect((await send(pages(5))).status).toBe(200);
  });

  it('a repeated upload is bounded too', async () => {
    await send(pages(1), 'again');
    expect((await send(pages(1), 'again')).status).toBe(200);
    await alreadyCounted(client.product, `upload-repetitions:${person.uid}`, 199);
    expect((await send(pages(1), 'again')).status).toBe(429);
  });
});

describe('POST /api/upload: what one person may keep', () => {
  it('413 when it is full, also for two uploads at once, and nothing is stored or counted', async () => {
    const { db } = client.product.services;
    expect((await send(pages(1))).status).toBe(200);
    const one = await keptBytes(db, person.uid);
    // One more fits, and not two.
    await db
      .update(photos)
      .set({ displayBytes: 1024 * 1024 - Math.round(1.5 * one) })
      .where(eq(photos.owner, person.uid));
    await db.update(photos).set({ mailBytes: 0, thumbnailBytes: 0 }).where(eq(photos.owner, person.uid));
    const before = await client.kept();
    const answers = await Promise.all([send(pages(1)), send(pages(1))]);
    expect(await taken(answers, 'STORAGE_FULL')).toBe(1);
    await eventually(async () => (await client.kept()).files === before.files + 3);
    expect((await client.kept()).rows).toBe(before.rows + 1);
    const full = await errorOf(await send(pages(1)));
    expect([full.status, full.message]).toEqual([
      413,
      'Your letters hold 1 MB of photos, as much as one person can keep here. Please write to us on the support page.',
    ]);
    await db.update(photos).set({ displayBytes: 0 }).where(eq(photos.owner, person.uid));
    expect((await send(pages(3))).status, 'what was refused is not counted').toBe(200);
  });
});
