import { createHash, createHmac } from 'node:crypto';

export interface Credentials {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface UnsignedRequest {
  method: string;
  /** its path is signed as it stands, so it must be percent-encoded already */
  url: URL;
  headers: Record<string, string>;
  /** SHA-256 of the body, hexadecimal */
  payloadHash: string;
}

/** SHA-256 of nothing, for requests without a body. */
export const EMPTY_HASH = createHash('sha256').digest('hex');

/**
 * The headers of a request with a signature of AWS Signature Version 4 for S3 among them.
 * Source: Amazon S3 API reference, 'Authenticating Requests: Using the Authorization Header'.
 */
export function signed(
  { method, url, headers, payloadHash }: UnsignedRequest,
  { region, accessKeyId, secretAccessKey }: Credentials,
  now: Date = new Date(),
): Record<string, string> {
  const timestamp = now.toISOString().replace(/[:-]|\.\d{3}/g, '');
  const scope = `${timestamp.slice(0, 8)}/${region}/s3/aws4_request`;
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': timestamp,
  };
  const names = Object.keys(all).sort();
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...names.map((name) => `${name}:${all[name]?.trim()}`),
    '',
    names.join(';'),
    payloadHash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, toSign).toString('hex');
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
}

/** RFC 3986: also what `encodeURIComponent` leaves. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
