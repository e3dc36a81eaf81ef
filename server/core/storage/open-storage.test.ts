import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3StandInServer, startS3StandIn } from '../../../test/stand-ins/s3-stand-in-server.ts';
import { type PhotoClient, startPhotoClient } from '../../../test/support/photo-client.ts';
import { startTestProduct } from '../../../test/support/test-product.ts';
import { BadSettings, readConfig } from '../config.ts';
import { MissingObject } from './storage.ts';

const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

describe('S3 settings', () => {
  it('are required together, and validated', () => {
    expect(() => readConfig({ S3_BUCKET: 'letters' })).toThrow(
      /S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: wanted/,
    );
    expect(() => readConfig({ ...keys })).toThrow(/S3_BUCKET: wanted/);
    expect(() => readConfig({ ...keys, S3_BUCKET: 'My Letters' })).toThrow(/S3_BUCKET: wants/);
    expect(() => readConfig({ ...keys, S3_BUCKET: 'letters', S3_ENDPOINT: 's3.example.org' })).toThrow(
      BadSettings,
    );
    expect(readConfig({ ...keys, S3_BUCKET: 'letters' }).S3_REGION).toBe('us-east-1');
  });
});

describe('server with an S3 bucket', () => {
  let service: S3StandInServer;
  let client: PhotoClient;
  beforeAll(async () => {
    service = await startS3StandIn();
    const { name, endpoint, region, accessKeyId, secretAccessKey } = service.bucket;
    client = await startPhotoClient({
      S3_BUCKET: name,
      S3_ENDPOINT: `${endpoint}/`,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
  });
  afterAll(async () => {
    await client.product.close();
    await service.close();
  });

  it('stores photos in the bucket and serves them', async () => {
    const filename = await client.uploadOne();
    const puts = service.requests.filter((request) => /^PUT .*\/photos\//.test(request));
    expect(puts.map((request) => request.split('/').at(-1)).sort()).toEqual([
      'display.jpg',
      'mail.jpg',
      'thumbnail.jpg',
    ]);
    const answer = await client.photo(filename);
    expect(answer.status).toBe(200);
    const photo = Buffer.from(await answer.arrayBuffer());
    expect(photo.length).toBe(Number(answer.headers.get('content-length')));
    expect(photo.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(client.product.services.storage.description).toContain('bucket letters');
  });

  it('starts while storage gives no answer, and stops the start where it refuses', async () => {
    const { name, region, accessKeyId, secretAccessKey, endpoint } = service.bucket;
    const settings = {
      S3_BUCKET: name,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    await expect(startTestProduct({ env: { ...settings, S3_BUCKET: 'nowhere' } })).rejects.toThrow(
      'NoSuchBucket',
    );
    service.faults.push('reset', 'reset', 'reset', 'reset');
    const product = await startTestProduct({ env: settings });
    try {
      expect((await product.app.inject({ url: '/api/config' })).statusCode).toBe(200);
      // It is back.
      await product.services.storage.check();
    } finally {
      await product.close();
    }
  });

  it('answers 404 for a photo whose object is missing, and /ping when storage is down', async () => {
    const filename = await client.uploadOne();
    const id = filename.slice(0, 36);
    await client.product.services.storage.delete(`photos/${id.slice(0, 2)}/${id}/display.jpg`);
    expect((await client.photo(filename)).status).toBe(404);
    await expect(client.product.services.storage.read('never')).rejects.toThrow(MissingObject);
    service.faults.push('unavailable', 'unavailable', 'unavailable', 'unavailable');
    expect((await fetch(`http://127.0.0.1:${client.port}/ping`)).status).toBe(200);
    service.faults.length = 0;
  });
});
