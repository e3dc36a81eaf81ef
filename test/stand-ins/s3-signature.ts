import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  method: string;
  /** its path is signed as it stands, so it must be percent-encoded already */
  url: URL;
  /** those that are signed, `host` and `x-amz-date` among them; names in lower case */
  headers: Record<string, string>;
  /** SHA-256 of the body, hexadecimal */
  payloadHash: string;
}

export interface Credentials {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * AWS Signature Version 4, by another implementation than the product's (Amazon S3 API reference,
 * 'Authenticating Requests').
 */
export function authorizationOf(
  { method, url, headers, payloadHash }: SignedRequest,
  { region, accessKeyId, secretAccessKey }: Credentials,
): string {
  const timestamp = headers['x-amz-date'] ?? '';
  const scope = `${timestamp.slice(0, 8)}/${region}/s3/aws4_request`;
  const names = Object.keys(headers).sort();
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    payloadHash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, toSign).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
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
