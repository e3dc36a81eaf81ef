import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { IDEMPOTENCY_KEY_MAX_CHARACTERS } from '../../shared/limits.ts';
import { said } from '../../shared/words.ts';
import type { Database, Executor, Transaction } from './db/database.ts';
import { badInput, conflict, signInNeeded } from './errors.ts';
import { holdSession } from './hold-session.ts';
import { withUserMutex } from './per-user-mutex.ts';
import { enforce, limit, spenderOf } from './rate-limit.ts';
import { idempotencyKeys } from './schema.ts';

/** @throws 400 for an empty or over-long key */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && key.length > 0 && key.length <= IDEMPOTENCY_KEY_MAX_CHARACTERS) return key;
  throw badInput(
    said('An Idempotency-Key is 1 to {maximum} characters.', { maximum: IDEMPOTENCY_KEY_MAX_CHARACTERS }),
  );
}

/**
 * Runs a write once for each `Idempotency-Key` of a user; key, write and answer are one transaction. Of two at
 * once the second gets the first one's answer; a write that throws leaves no row.
 * @param write its answer must be plain JSON
 * @param guard runs around the write, outside its transaction
 * @throws 400 for an over-long key, 401, 409 for one used on a different request, 429 for many new ones
 */
export async function once<Answer>(
  db: Database,
  request: FastifyRequest,
  write: (tx: Transaction, person: Writer) => Promise<Answer>,
  guard: (write: () => Promise<Answer>) => Promise<Answer> = (run) => run(),
): Promise<Answer> {
  const { person } = request;
  if (!person) throw signInNeeded();
  const key = idempotencyKeyOf(request);
  const writeOnce = () =>
    db.transaction(async (tx) => {
      await holdSession(tx, person);
      if (key === null) return write(tx, person);
      const claim = { uid: person.uid, key, fingerprint: fingerprintOf(request) };
      const first = async () => {
        await enforce(tx, limit('kept answers', spenderOf(person)));
        return write(tx, person);
      };
      return (await answerOnce(tx, claim, first)).answer;
    });
  return withUserMutex(person.uid, () => guard(writeOnce));
}

type Writer = NonNullable<FastifyRequest['person']>;

export interface Claim {
  uid: string;
  key: string;
  /** of the request: another one with the same key is refused */
  fingerprint: string;
}

const keyReused = () =>
  conflict('IDEMPOTENCY_KEY_REUSED', said('This Idempotency-Key was already used for another request.'));

const rowOf = ({ uid, key }: Omit<Claim, 'fingerprint'>) =>
  and(eq(idempotencyKeys.uid, uid), eq(idempotencyKeys.key, key));

/** Writes and keeps the answer, unless the key has one. @throws 409 for a key that was used on a different request */
export async function answerOnce<Answer>(
  tx: Transaction,
  claim: Claim,
  write: () => Promise<Answer>,
): Promise<{ answer: Answer; isRepeated: boolean }> {
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ ...claim })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed.length === 0) {
    const earlier = await findAnswer(tx, claim);
    if (earlier === undefined) throw keyReused();
    return { answer: earlier as Answer, isRepeated: true };
  }
  const answer = await write();
  await tx.update(idempotencyKeys).set({ answer }).where(rowOf(claim));
  return { answer, isRepeated: false };
}

/**
 * @param claim without a fingerprint, whatever request it was
 * @returns undefined when the key was not answered
 * @throws 409 for a key that was used on a different request
 */
export async function findAnswer(
  db: Executor,
  claim: Omit<Claim, 'fingerprint'> & Partial<Claim>,
): Promise<unknown> {
  const [earlier] = await db.select().from(idempotencyKeys).where(rowOf(claim));
  if (earlier && claim.fingerprint !== undefined && earlier.fingerprint !== claim.fingerprint)
    throw keyReused();
  return earlier?.answer;
}

/** Frees a key, unless it has another answer by now. */
export async function forgetAnswer(db: Executor, claim: Claim, answer: unknown): Promise<void> {
  await db.delete(idempotencyKeys).where(and(rowOf(claim), eq(idempotencyKeys.answer, answer)));
}

function fingerprintOf(request: FastifyRequest): string {
  const body = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('hex');
  return `${request.method} ${request.url} ${body}`;
}

/** Deletes keys older than three days, which no browser retries any more. */
export async function sweepKeys(db: Database): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '3 days'`));
}

export async function forgetKeysOf(db: Executor, uid: string): Promise<void> {
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.uid, uid));
}
