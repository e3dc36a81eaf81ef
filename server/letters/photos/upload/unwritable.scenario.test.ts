import { rename } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quarteredPhoto, samplePhoto } from '../../../../test/photos/sample-photos.ts';
import { type S3StandInServer, startS3StandIn } from '../../../../test/stand-ins/s3-stand-in-server.ts';
import { errorOf, type PhotoClient, startPhotoClient } from '../../../../test/support/photo-client.ts';
import { makeUnwritable } from '../../../../test/support/unwritable-folder.ts';

const TOKEN = 'the-operators-own-token';
const REFUSED = {
  status: 503,
  code: 'NOT_READY',
  message: 'Our storage does not work at the moment. What you have stays; please try again later.',
};

let lines: { level: number; msg: string }[] = [];
const log = pino(
  { level: 'warn' },
  new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  }),
);
const ERROR = 50;
const LOGGED = 'database, disk or storage refuses: is it full, or is access denied?';
beforeEach(() => {
  lines = [];
});

const troubles = async ({ product }: PhotoClient) =>
  (await product.app.inject({ url: '/status', headers: { authorization: `Bearer ${TOKEN}` } })).body;
const errors = () => lines.filter(({ level }) => level === ERROR).map(({ msg }) => msg);

async function takeAway(folder: string): Promise<() => Promise<void>> {
  await rename(folder, `${folder}-elsewhere`);
  return () => rename(`${folder}-elsewhere`, folder);
}

describe('upload: a disk that cannot be written', () => {
  let client: PhotoClient;
  beforeAll(async () => {
    client = await startPhotoClient({ METRICS_TOKEN: TOKEN }, { log });
  });
  afterAll(() => client.product.close());

  const inData = (name: string) => path.join(client.product.dataDir, name);
  const faults = {
    'the folder of uploads in progress cannot be written': () => makeUnwritable(inData('tmp')),
    'the folder of photos cannot be written': () => makeUnwritable(inData('storage')),
    'the folder of photos is gone': () => takeAway(inData('storage')),
    'the whole disk is gone': () => takeAway(client.product.dataDir),
  };
  it.each(Object.keys(faults) as (keyof typeof faults)[])(
    '%s: 503 with a sentence, logged and told, and the same upload is taken afterwards',
    async (which) => {
      const page = await samplePhoto('torn-note.jpg');
      const before = await client.kept();
      const headers = { ...client.writer.headers, 'idempotency-key': which.replaceAll(' ', '-') };
      const restore = await faults[which]();
      try {
        const answer = await client.send([[page, 'a.jpg']], headers);
        expect(await errorOf(answer)).toEqual(REFUSED);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(errors()).toEqual([LOGGED]);
        if (which.endsWith('gone')) expect(await troubles(client)).toContain('is gone: is its disk mounted?');
        else expect(await client.temporaryFiles()).toEqual([]);
      } finally {
        await restore();
      }
      expect(await troubles(client)).toMatch(
        /Something could not be stored or read at \d\d:\d\d UTC \(E[A-Z]+ on /,
      );
      expect(await client.kept()).toEqual(before);
      expect((await client.send([[page, 'a.jpg']], headers)).status).toBe(200);
    },
  );

  it('a repeated upload is answered, for it takes no room', async () => {
    const page = await samplePhoto('torn-note.jpg');
    const headers = { ...client.writer.headers, 'idempotency-key': 'repeated' };
    const first = await (await client.send([[page, 'a.jpg']], headers)).json();
    const restore = await makeUnwritable(inData('tmp'));
    try {
      expect(await (await client.send([[page, 'a.jpg']], headers)).json()).toEqual(first);
    } finally {
      await restore();
    }
  });
});

describe('upload: a bucket that refuses', () => {
  let s3: S3StandInServer;
  let client: PhotoClient;
  beforeAll(async () => {
    s3 = await startS3StandIn();
    const { name, endpoint, region, accessKeyId, secretAccessKey } = s3.bucket;
    client = await startPhotoClient(
      {
        METRICS_TOKEN: TOKEN,
        S3_BUCKET: name,
        S3_ENDPOINT: endpoint,
        S3_REGION: region,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
      { log },
    );
  });
  afterAll(async () => {
    await client.product.close();
    await s3.close();
  });

  it.each([
    ['denied', '403 AccessDenied'],
    ['no-bucket', '404 NoSuchBucket'],
  ] as const)('%s: 503 with a sentence for upload and photo, logged and told', async (fault, code) => {
    const filename = await client.uploadOne();
    s3.faults.push(fault);
    expect(await errorOf(await client.photo(filename))).toEqual(REFUSED);
    // The upload's first object, and what is removed of it.
    s3.faults.push(fault);
    expect(await errorOf(await client.send([[await quarteredPhoto(1), 'a.jpg']]))).toEqual(REFUSED);
    expect(new Set(errors())).toEqual(new Set([LOGGED]));
    expect(await troubles(client)).toContain(code);
    expect((await client.photo(filename)).status).toBe(200);
  });
});
