import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { IDEMPOTENCY_KEY_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { type UploadAnswer, uploadAnswer } from '../../../shared/photos.ts';
import { badInput, conflict } from '../../errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { idempotencyKeys } from '../../platform/db/schema/limits.ts';
import { photos } from '../../platform/db/schema/photos.ts';
import type { Services } from '../../platform/services.ts';
import { insertPhotos } from '../data.ts';
import { addPhotos, type PhotoOutcome, taken } from './add-photos.ts';
import type { Received } from './receive-uploads.ts';
import { uploadAnswerOf } from './upload-answer.ts';

export interface Upload {
  received: Received[];
  /** Idempotency-Key of the request */
  key: string | null;
  signal: AbortSignal;
}

/** @throws 400 for an empty or over-long one */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && key.length > 0 && key.length <= IDEMPOTENCY_KEY_MAX_CHARACTERS) return key;
  throw badInput(`An Idempotency-Key is 1 to ${IDEMPOTENCY_KEY_MAX_CHARACTERS} characters.`);
}

/**
 * Makes photos of an upload, once for each Idempotency-Key of a person: the same files under the same key get the
 * answer that was given before, and nothing is stored again. Without a key the same photo twice is two photos, for
 * a letter may hold it twice. Of two such requests at the same time both convert, and the rows of one are kept.
 * @throws 409 for a key that was used for other files; the refusals as one error when no photo is left
 */
export async function takeUpload(
  services: Pick<Services, 'db' | 'storage' | 'photos' | 'meters'>,
  uid: string,
  { received, key, signal }: Upload,
): Promise<UploadAnswer> {
  const { db } = services;
  const files = received
    .filter((file) => 'path' in file)
    .map(({ path, ...file }) => ({ ...file, content: path }));
  if (key === null) return uploadAnswerOf(received, await addPhotos(services, uid, files, { signal }));

  const claim = { uid, key, fingerprint: fingerprintOf(received) };
  const earlier = await earlierAnswer(db, claim);
  if (earlier) return earlier;
  const commit = (outcomes: PhotoOutcome[]) =>
    commitOnce(db, claim, uploadAnswerOf(received, outcomes), outcomes);
  try {
    return uploadAnswerOf(received, await addPhotos(services, uid, files, { signal, commit }));
  } catch (error) {
    const twin = error instanceof TwinWasFirst ? await earlierAnswer(db, claim) : null;
    if (twin) return twin;
    throw error;
  }
}

interface Claim {
  uid: string;
  key: string;
  fingerprint: string;
}

/** Another request with the same key has been answered meanwhile. */
class TwinWasFirst extends Error {
  override name = 'TwinWasFirst';
}

async function commitOnce(
  db: Database,
  claim: Claim,
  answer: UploadAnswer,
  outcomes: PhotoOutcome[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const claimed = await tx
      .insert(idempotencyKeys)
      .values({ ...claim, status: 200, answer })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    if (claimed.length === 0) throw new TwinWasFirst();
    await insertPhotos(tx, taken(outcomes));
  });
}

/** An answer whose photos have been swept since counts for nothing, and is forgotten. */
async function earlierAnswer(db: Database, { uid, key, fingerprint }: Claim): Promise<UploadAnswer | null> {
  const mine = and(eq(idempotencyKeys.uid, uid), eq(idempotencyKeys.key, key));
  const [earlier] = await db.select().from(idempotencyKeys).where(mine);
  if (!earlier) return null;
  if (earlier.fingerprint !== fingerprint) {
    throw conflict('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was already used for another request.');
  }
  const answer = uploadAnswer.parse(earlier.answer);
  const ids = answer.files.map(({ filename }) => filename.replace(/\.jpg$/, ''));
  const kept = await db.select({ id: photos.id }).from(photos).where(inArray(photos.id, ids));
  if (kept.length === ids.length) return answer;
  // By its answer, for another retry may have put a new one in its place.
  await db.delete(idempotencyKeys).where(and(mine, eq(idempotencyKeys.answer, earlier.answer)));
  return null;
}

/** By the content of the files and their order; their names may be spelt anew by another browser. */
function fingerprintOf(received: Received[]): string {
  const contents = received.map((file) => ('path' in file ? file.contentHash : file.refused.code));
  return `POST /api/upload ${createHash('sha256').update(contents.join('\n')).digest('hex')}`;
}
