import { randomUUID } from 'node:crypto';
import { desc, gt, isNull, or, sql } from 'drizzle-orm';
import { exportJWK, generateKeyPair, importJWK, type JWK, type KeyInput } from 'jose';
import { DAY_MS } from '../../../../shared/durations.ts';
import type { Database, Transaction } from '../../../core/db/database.ts';
import { deriveKey, seal, unseal } from '../../../core/secrets.ts';
import type { Services } from '../../../core/services.ts';
import { signingKeys } from '../schema.ts';

const ALGORITHM = 'ES256';
/** Milliseconds after which a new key takes over. */
const SIGNS_FOR = 30 * DAY_MS;
/** Milliseconds a retired key stays published: longer than the hour that its last ID token is valid. */
const PUBLISHED_AFTER_RETIREMENT = DAY_MS;
/** Milliseconds between checks whether another process has rotated the key. */
const LOOK_AGAIN_AFTER = 60_000;
/** Least milliseconds between reloads for unknown key ids, so that forged ones do not cost a query each. */
const RELOAD_AT_MOST_EVERY = 1_000;
const ROTATION_LOCK = 7_305_210_419;

interface Signer {
  kid: string;
  key: KeyInput;
  createdAt: number;
}

/** Keys of ID tokens, stored in the database with the private part encrypted (`secrets.ts`). */
export class KeyRing {
  readonly #db: Database;
  readonly #sealingKey: Buffer;
  #signer: Signer | null = null;
  #signerSeenAt = 0;
  #finding: Promise<Signer> | null = null;
  #published = new Map<string, JWK>();
  #publishedAt = 0;
  #loading: Promise<void> | null = null;

  constructor(db: Database, sessionSecret: Buffer) {
    this.#db = db;
    this.#sealingKey = deriveKey(sessionSecret, 'signing keys');
  }

  async signer(now = Date.now()): Promise<Signer> {
    const known = this.#signer;
    if (known && now - this.#signerSeenAt < LOOK_AGAIN_AFTER && now - known.createdAt < SIGNS_FOR)
      return known;
    this.#finding ??= this.#findSigner(now).finally(() => {
      this.#finding = null;
    });
    return this.#finding;
  }

  /** Null for a key that is unknown or was retired too long ago. */
  async verificationKey(kid: string): Promise<JWK | null> {
    if (this.#isStale(kid)) {
      this.#loading ??= this.#load().finally(() => {
        this.#loading = null;
      });
      await this.#loading;
    }
    return this.#published.get(kid) ?? null;
  }

  /** JWK Set (RFC 7517) of every key whose tokens may still be valid. */
  async jwks(): Promise<{ keys: JWK[] }> {
    await this.signer();
    await this.#load();
    return { keys: [...this.#published.values()] };
  }

  #isStale(kid: string): boolean {
    const age = Date.now() - this.#publishedAt;
    return age > LOOK_AGAIN_AFTER || (!this.#published.has(kid) && age > RELOAD_AT_MOST_EVERY);
  }

  async #load(): Promise<void> {
    const since = new Date(Date.now() - PUBLISHED_AFTER_RETIREMENT);
    const rows = await this.#db
      .select()
      .from(signingKeys)
      .where(or(isNull(signingKeys.retiredAt), gt(signingKeys.retiredAt, since)));
    this.#published = new Map(
      rows.map(({ kid, algorithm: alg, publicJwk }) => [kid, { ...publicJwk, kid, alg, use: 'sig' }]),
    );
    this.#publishedAt = Date.now();
  }

  async #findSigner(now: number): Promise<Signer> {
    const found = (await this.#newest(this.#db, now)) ?? (await this.#rotate(now));
    this.#signer = found;
    this.#signerSeenAt = now;
    return found;
  }

  /** Null also for a key encrypted under another session secret: a new key then signs, and the old one still verifies. */
  async #newest(db: Database | Transaction, now: number): Promise<Signer | null> {
    const [row] = await db
      .select()
      .from(signingKeys)
      .where(isNull(signingKeys.retiredAt))
      .orderBy(desc(signingKeys.createdAt))
      .limit(1);
    if (!row || now - row.createdAt.getTime() >= SIGNS_FOR) return null;
    const opened = unseal(this.#sealingKey, row.privateSealed, row.kid);
    if (opened === null) return null;
    const key = await importJWK(JSON.parse(opened), ALGORITHM);
    return { kid: row.kid, key, createdAt: row.createdAt.getTime() };
  }

  async #rotate(now: number): Promise<Signer> {
    const made = await generateKeyPair(ALGORITHM, { extractable: true });
    const kid = randomUUID();
    const privateJwk = JSON.stringify(await exportJWK(made.privateKey));
    const publicJwk = { ...(await exportJWK(made.publicKey)) };
    return this.#db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${ROTATION_LOCK}::bigint)`);
      const already = await this.#newest(tx, now);
      if (already) return already;
      await tx
        .update(signingKeys)
        .set({ retiredAt: new Date(now) })
        .where(isNull(signingKeys.retiredAt));
      await tx.insert(signingKeys).values({
        kid,
        algorithm: ALGORITHM,
        publicJwk,
        privateSealed: seal(this.#sealingKey, privateJwk, kid),
        createdAt: new Date(now),
      });
      return { kid, key: made.privateKey, createdAt: now };
    });
  }
}

const rings = new WeakMap<Services, KeyRing>();

export function keyRingOf(services: Services): KeyRing {
  const ring = rings.get(services) ?? new KeyRing(services.db, services.sessionSecret);
  rings.set(services, ring);
  return ring;
}
