import { randomUUID } from 'node:crypto';
import { desc, gt, isNull, or, sql } from 'drizzle-orm';
import { exportJWK, generateKeyPair, importJWK, type JWK, type KeyInput } from 'jose';
import { DAY_MS } from '../../../../shared/durations.ts';
import type { Executor } from '../../../core/db/database.ts';
import { deriveKey, seal, unseal } from '../../../core/secrets.ts';
import type { Services } from '../../../core/services.ts';
import { signingKeys } from '../schema.ts';

const ALGORITHM = 'ES256';
/** Milliseconds after which a new key takes over. */
const SIGNS_FOR = 30 * DAY_MS;
/** Milliseconds a retired key stays published: longer than the hour that its last ID token is valid. */
const PUBLISHED_AFTER_RETIREMENT = DAY_MS;
const ROTATION_LOCK = 7_305_210_419;

/** Keys are read anew each time: a token is signed or verified at a sign-in and once an hour, not by each request. */
type Needs = Pick<Services, 'db' | 'sessionSecret'>;

interface Signer {
  kid: string;
  key: KeyInput;
}

const sealingKey = ({ sessionSecret }: Needs) => deriveKey(sessionSecret, 'signing keys');

export const signerOf = async (needs: Needs, now = Date.now()): Promise<Signer> =>
  (await newest(needs.db, needs, now)) ?? rotate(needs, now);

/** JWK Set (RFC 7517) of every key whose tokens may still be valid. */
export async function jwks({ db }: Pick<Needs, 'db'>): Promise<{ keys: JWK[] }> {
  const since = new Date(Date.now() - PUBLISHED_AFTER_RETIREMENT);
  const rows = await db
    .select()
    .from(signingKeys)
    .where(or(isNull(signingKeys.retiredAt), gt(signingKeys.retiredAt, since)));
  return {
    keys: rows.map(({ kid, algorithm: alg, publicJwk }) => ({ ...publicJwk, kid, alg, use: 'sig' })),
  };
}

/** Null also for a key encrypted under another session secret: a new key then signs, and the old one still verifies. */
async function newest(db: Executor, needs: Needs, now: number): Promise<Signer | null> {
  const [row] = await db
    .select()
    .from(signingKeys)
    .where(isNull(signingKeys.retiredAt))
    .orderBy(desc(signingKeys.createdAt))
    .limit(1);
  if (!row || now - row.createdAt.getTime() >= SIGNS_FOR) return null;
  const opened = unseal(sealingKey(needs), row.privateSealed, row.kid);
  return opened === null ? null : { kid: row.kid, key: await importJWK(JSON.parse(opened), ALGORITHM) };
}

async function rotate(needs: Needs, now: number): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = randomUUID();
  const privateJwk = JSON.stringify(await exportJWK(privateKey));
  const publicJwk = { ...(await exportJWK(publicKey)) };
  return needs.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ROTATION_LOCK}::bigint)`);
    const already = await newest(tx, needs, now);
    if (already) return already;
    await tx
      .update(signingKeys)
      .set({ retiredAt: new Date(now) })
      .where(isNull(signingKeys.retiredAt));
    await tx.insert(signingKeys).values({
      kid,
      algorithm: ALGORITHM,
      publicJwk,
      privateSealed: seal(sealingKey(needs), privateJwk, kid),
      createdAt: new Date(now),
    });
    return { kid, key: privateKey };
  });
}
