import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { quarteredPhoto } from '../../../../test/photos/sample-photos.ts';
import { forbidConnections } from '../../../../test/support/database-away.ts';
import { eventually, type PhotoClient, startPhotoClient } from '../../../../test/support/photo-client.ts';
import { addPhotos } from './add-photos.ts';

let client: PhotoClient;
beforeAll(async () => {
  client = await startPhotoClient();
});
afterAll(() => client.product.close());
afterEach(async () => {
  expect(await client.temporaryFiles(), 'files left behind').toEqual([]);
});

describe('POST /api/upload: broken requests', () => {
  const boundary = 'x-boundary-x';
  const opening = (name: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="photos"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`;

  function requestHead(length: number | 'chunked'): string {
    const body = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
    const { origin = '', cookie = '' } = client.writer.headers;
    return `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n${body}\r\nConnection: close\r\n\r\n`;
  }

  async function raw(...pieces: (string | Buffer)[]): Promise<string> {
    const socket = connect(client.port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    for (const piece of pieces) socket.write(piece);
    await once(socket, 'close');
    return answer;
  }

  it.each([
    ['without the end boundary', (page: Buffer) => [opening('a.jpg'), page]],
    [
      'within the second photo',
      (page: Buffer) => [opening('a.jpg'), page, `\r\n${opening('b.jpg')}`, page.subarray(0, 99)],
    ],
    [
      'within the second header',
      (page: Buffer) => [opening('a.jpg'), page, `\r\n--${boundary}\r\nContent-Dispo`],
    ],
    ['after the first boundary', () => [`--${boundary}\r\n`]],
    ['with no boundary at all', (page: Buffer) => [page]],
  ])('returns 400 and stores nothing: %s', async (_where, pieces) => {
    const before = await client.kept();
    const body = Buffer.concat(pieces(await quarteredPhoto(1)).map((piece) => Buffer.from(piece)));
    const answer = await raw(requestHead(body.length), body);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('BAD_INPUT');
    expect(await client.kept()).toEqual(before);
  });

  it.each([1_000_000, 'chunked'] as const)(
    'leaves nothing when it is aborted (length %s)',
    async (length) => {
      const before = await client.kept();
      const page = await quarteredPhoto(1);
      const body = Buffer.concat(
        [opening('a.jpg'), page, `\r\n${opening('b.jpg')}`, page].map((piece) => Buffer.from(piece)),
      );
      const socket = connect(client.port, '127.0.0.1');
      socket.write(requestHead(length));
      socket.write(
        length === 'chunked' ? Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body]) : body,
      );
      await eventually(async () => (await client.temporaryFiles()).length === 2);
      socket.destroy();
      await eventually(async () => (await client.temporaryFiles()).length === 0);
      expect(await client.kept()).toEqual(before);
    },
  );

  it('returns 503 when the database goes away meanwhile, and leaves nothing', async () => {
    const page = await quarteredPhoto(1);
    // Longer than the photo by some kilobytes, which are given back once it has arrived.
    const end = `\r\n--${boundary}--\r\n${' '.repeat(5_000)}`;
    const body = Buffer.concat([Buffer.from(opening('a.jpg')), page, Buffer.from(end)]);
    const socket = connect(client.port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    socket.write(requestHead(body.length));
    socket.write(body.subarray(0, -end.length));
    await eventually(async () => (await client.temporaryFiles()).length === 1);
    const allow = await forbidConnections(client.product.services.config.DATABASE_URL ?? '');
    socket.write(end);
    await once(socket, 'close').finally(allow);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  });

  it('returns 413 at once when Content-Length exceeds the most that twenty photos need', async () => {
    const answer = await raw(requestHead(700 * 1024 * 1024), opening('a.jpg'));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('stores nothing when the client disconnects during conversion', async () => {
    const before = await client.kept();
    const gone = new AbortController();
    const page = await quarteredPhoto(1);
    // So many that the first are stored while the last still wait their turn.
    const files = Array.from({ length: 20 }, (_, number) => ({
      originalName: `${number}.jpg`,
      content: page,
      contentHash: 'hash',
    }));
    const adding = addPhotos(client.product.services, client.writer.uid, files, { signal: gone.signal });
    await eventually(async () => (await client.kept()).files > before.files);
    gone.abort(new Error('gone'));
    await expect(adding).rejects.toThrow('gone');
    expect(await client.kept()).toEqual(before);
  });
});
