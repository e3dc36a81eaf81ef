import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { authorizationOf } from './s3-signature.ts';

/** The examples of the Amazon S3 API reference, 'Authenticating Requests: Using the Authorization Header'. */
const credentials = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const EMPTY_HASH = createHash('sha256').digest('hex');

const signed = (
  method: string,
  address: string,
  headers: Record<string, string> = {},
  payloadHash = EMPTY_HASH,
) => {
  const url = new URL(`https://examplebucket.s3.amazonaws.com/${address}`);
  const all = {
    host: url.host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': '20130524T000000Z',
    ...headers,
  };
  return authorizationOf({ method, url, headers: all, payloadHash }, credentials);
};

it.each([
  [
    'GET',
    'test.txt',
    { range: 'bytes=0-9' },
    EMPTY_HASH,
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT',
    'test%24file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  ['GET', '?lifecycle', {}, EMPTY_HASH, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  [
    'GET',
    '?max-keys=2&prefix=J',
    {},
    EMPTY_HASH,
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('S3 signature: published example %s %s', (method, address, headers, payloadHash, signature) => {
  expect(signed(method, address, headers, payloadHash).split('Signature=')[1]).toBe(signature);
});

it('S3 signature: names the scope and the signed headers', () => {
  expect(signed('GET', 'a')).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/20130524\/us-east-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/,
  );
});
