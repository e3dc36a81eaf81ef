import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { authorizationOf } from './s3-signature.ts';

/**
 * Put, get, delete and list version 2 of one bucket in memory, path-style, as the Amazon S3 API reference
 * describes. Signatures are checked by `s3-signature.ts`, bodies against their hash.
 */
export class S3StandIn {
  readonly bucket = 'letters';
  readonly region = 'eu-central-1';
  readonly accessKeyId = 'AKIASTANDIN';
  readonly secretAccessKey = 'stand-in/secret+key';
  readonly #objects = new Map<string, { content: Buffer; modifiedAt: Date }>();

  answer(request: IncomingMessage, body: Buffer): S3Answer {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const refusal = this.#refusal(request, url, body);
    if (refusal) return refusal;
    const [, bucket = '', ...segments] = url.pathname.split('/').map(decodeURIComponent);
    const key = segments.join('/');
    if (bucket !== this.bucket) return failure(404, 'NoSuchBucket', 'The specified bucket does not exist');
    if (key === '') return this.#list(url.searchParams);
    if (request.method === 'PUT') {
      this.#objects.set(key, { content: body, modifiedAt: new Date() });
      return { status: 200, body: Buffer.alloc(0) };
    }
    if (request.method === 'DELETE') {
      this.#objects.delete(key);
      return { status: 204, body: Buffer.alloc(0) };
    }
    const object = this.#objects.get(key);
    if (!object) return failure(404, 'NoSuchKey', 'The specified key does not exist.');
    return { status: 200, body: object.content };
  }

  #refusal(request: IncomingMessage, url: URL, body: Buffer): S3Answer | null {
    const { authorization = '', 'x-amz-content-sha256': hash } = request.headers;
    const [, accessKeyId, signedHeaders = ''] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/.*SignedHeaders=([^,]+),/.exec(authorization) ?? [];
    if (accessKeyId === undefined) return failure(403, 'AccessDenied', 'Access Denied');
    if (accessKeyId !== this.accessKeyId) {
      return failure(
        403,
        'InvalidAccessKeyId',
        'The AWS Access Key Id you provided does not exist in our records.',
      );
    }
    const names = signedHeaders.split(';');
    const required = ['host', 'x-amz-content-sha256', 'x-amz-date'];
    const expected = authorizationOf(
      {
        method: request.method ?? 'GET',
        url,
        headers: Object.fromEntries(names.map((name) => [name, String(request.headers[name])])),
        payloadHash: String(hash),
      },
      this,
    );
    if (expected !== authorization || required.some((name) => !names.includes(name))) {
      return failure(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match.');
    }
    if (request.method === 'PUT' && request.headers['content-length'] === undefined) {
      return failure(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
    }
    if (hash !== createHash('sha256').update(body).digest('hex')) {
      return failure(
        400,
        'XAmzContentSHA256Mismatch',
        'The provided header does not match what was computed.',
      );
    }
    return null;
  }

  #list(query: URLSearchParams): S3Answer {
    const prefix = query.get('prefix') ?? '';
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
    const keys = [...this.#objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, 1_000);
    const entries = page.map(
      (key) =>
        `<Contents><Key>${escaped(key)}</Key><LastModified>${this.#objects.get(key)?.modifiedAt.toISOString()}</LastModified><Size>${this.#objects.get(key)?.content.length}</Size></Contents>`,
    );
    const isTruncated = keys.length > page.length;
    const next = Buffer.from(page.at(-1) ?? '').toString('base64');
    const more = isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : '';
    const document = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${more}${entries.join('')}</ListBucketResult>`;
    return { status: 200, body: Buffer.from(document) };
  }
}

export interface S3Answer {
  status: number;
  body: Buffer;
}

function failure(status: number, code: string, message: string): S3Answer {
  return { status, body: Buffer.from(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`) };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
