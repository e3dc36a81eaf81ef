import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a test may have an authenticator do otherwise than a browser lets it. */
export interface Otherwise {
  origin?: string;
  rpId?: string;
  /** base64url; else that of the options */
  challenge?: string;
  type?: string;
  /** of the signature; else one more than before */
  counter?: number;
  userVerified?: boolean;
  userHandle?: string;
  credentialId?: string;
  /** of an attestation that was not asked for */
  fmt?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/** An authenticator with one ES256 passkey, in the place of a device (W3C Web Authentication, sections 6 and 7). */
export class SoftAuthenticator {
  readonly credentialId = b64(randomBytes(32));
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  readonly #origin: string;
  /** until one is made: of nobody */
  #userHandle = b64(randomBytes(16));
  /** stays 0 where `counts` is false, as of synchronised passkeys */
  counter = 0;
  counts = true;

  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#origin = origin;
    this.#publicKey = Buffer.from(
      isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      ),
    );
  }

  /** @param options as the server gave them */
  create(
    options: { challenge: string; rp: { id?: string }; user: { id: string } },
    otherwise: Otherwise = {},
  ) {
    this.#userHandle = options.user.id;
    const id = Buffer.from(this.credentialId, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.#authData(otherwise.rpId ?? options.rp.id ?? '', HAS_CREDENTIAL, otherwise),
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey,
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, Uint8Array[]>>([
        ['fmt', otherwise.fmt ?? 'none'],
        ['attStmt', new Map(otherwise.fmt ? [['x5c', [new Uint8Array(8)]]] : [])],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, otherwise),
        attestationObject: b64(attestation),
        transports: ['internal'],
      },
    };
  }

  /** @param options as the server gave them */
  get(options: { challenge: string; rpId?: string }, otherwise: Otherwise = {}) {
    if (this.counts) this.counter += 1;
    const id = otherwise.credentialId ?? this.credentialId;
    const authData = this.#authData(otherwise.rpId ?? options.rpId ?? '', 0, otherwise);
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, otherwise);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: b64(authData),
        signature: b64(sign('sha256', signed, this.#key)),
        userHandle: otherwise.userHandle ?? this.#userHandle,
      },
    };
  }

  #authData(rpId: string, flags: number, { counter, userVerified = true }: Otherwise): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    const verified = userVerified ? USER_VERIFIED : 0;
    return Buffer.concat([sha256(rpId), Buffer.from([USER_PRESENT | verified | flags]), count]);
  }

  #clientData(type: string, challenge: string, otherwise: Otherwise): string {
    const said = {
      type: otherwise.type ?? type,
      challenge: otherwise.challenge ?? challenge,
      origin: otherwise.origin ?? this.#origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(said)).toString('base64url');
  }
}
