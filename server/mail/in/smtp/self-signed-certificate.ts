import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const VALID_YEARS = 10;
/** The ASN.1 tags that a certificate needs (X.690, 8). */
const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
};
/** Object identifiers in DER: ecdsa-with-SHA256 (RFC 5758), commonName and subjectAltName (RFC 5280). */
const ECDSA_WITH_SHA256 = der(TAG.oid, Buffer.from('2a8648ce3d040302', 'hex'));
const COMMON_NAME = der(TAG.oid, Buffer.from('550403', 'hex'));
const SUBJECT_ALT_NAME = der(TAG.oid, Buffer.from('551d11', 'hex'));

/** X.509 v3 (RFC 5280): mail servers that take TLS when it is offered don't ask for an authority (RFC 7435). */
export function selfSignedCertificate(host: string, now = new Date()): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const name = sequence(der(TAG.set, sequence(COMMON_NAME, der(TAG.utf8, Buffer.from(host.slice(0, 64))))));
  const end = new Date(now);
  end.setUTCFullYear(now.getUTCFullYear() + VALID_YEARS);
  const alternative = sequence(der(0x82, Buffer.from(host, 'latin1')));
  const body = sequence(
    der(0xa0, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
    algorithm,
    name,
    sequence(utcTime(now), utcTime(end)),
    name,
    publicKey,
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(TAG.octets, alternative)))),
  );
  const signature = sign('sha256', body, createPrivateKey(privateKey));
  const certificate = sequence(body, algorithm, der(TAG.bits, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').replace(/.{1,64}/g, '$&\n');
  return { cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`, key: privateKey };
}

/** Tag, length, content (X.690, 8.1). */
function der(tag: number, ...content: Buffer[]): Buffer {
  const inner = Buffer.concat(content);
  const length = inner.length;
  const header =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), inner]);
}

const sequence = (...content: Buffer[]): Buffer => der(TAG.sequence, ...content);

/** Two digits of the year: good until 2049 (RFC 5280, 4.1.2.5.1). */
function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(2, 14);
  return der(TAG.time, Buffer.from(`${digits}Z`));
}
