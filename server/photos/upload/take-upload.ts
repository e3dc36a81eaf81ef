import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import {
  type RefusedPhoto,
  UPLOADS_PREFIX,
  type UploadResponse,
  uploadResponse,
} from '../../../shared/photos.ts';
import { conflict, ProductError } from '../../errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { idempotencyKeys } from '../../platform/db/schema/limits.ts';
import { photos } from '../../platform/db/schema/photos.ts';
import type { Services } from '../../platform/services.ts';
import { insertPhotos } from '../data.ts';
import { PhotoRefused } from '../photo-refused.ts';
import { acceptedPhotos, addPhotos, type PhotoOutcome } from './add-photos.ts';
import type { Received } from './receive-uploads.ts';

export interface Upload {
  received: Received[];
  /** Idempotency-Key of the request */
  key: string | null;
  signal: AbortSignal;
}

/**
 * Makes photos of an upload, once for each Idempotency-Key of a person: the same files under the same key get the
 * answer that was given before, and nothing is stored again. Without a key the same photo twice is two photos,
 * because a letter may hold it twice. Two such requests at the same time both convert, and the rows of one are stored.
 * @throws 409 for a key that was used for other files; the refusals as one error when no file is accepted
 */
export async function takeUpload(
  services: Pick<Services, 'db' | 'storage' | 'photos' | 'meters'>,
  uid: string,
  { received, key, signal }: Upload,
): Promise<UploadResponse> {
  const { db } = services;
  const files = received
    .filter((file) => 'path' in file)
    .map(({ path, ...file }) => ({ ...file, content: path }));
  if (key === null) return answerOf(received, await addPhotos(services, uid, files, { signal }));

  const claim = { uid, key, fingerprint: fingerprintOf(received) };
  const earlier = await findEarlierResponse(db, claim);
  if (earlier) return earlier;
  const commit = (outcomes: PhotoOutcome[]) => commitOnce(db, claim, answerOf(received, outcomes), outcomes);
  try {
    return answerOf(received, await addPhotos(services, uid, files, { signal, commit }));
  } catch (error) {
    const answered = error instanceof AnsweredConcurrently ? await findEarlierResponse(db, claim) : null;
    if (answered) return answered;
    throw error;
  }
}

interface Claim {
  uid: string;
  key: string;
  fingerprint: string;
}

/** Another request with the same key has been answered meanwhile. */
class AnsweredConcurrently extends Error {
  override name = 'AnsweredConcurrently';
}

async function commitOnce(
  db: Database,
  claim: Claim,
  answer: UploadResponse,
  outcomes: PhotoOutcome[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const claimed = await tx
      .insert(idempotencyKeys)
      .values({ ...claim, status: 200, answer })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    if (claimed.length === 0) throw new AnsweredConcurrently();
    await insertPhotos(tx, acceptedPhotos(outcomes));
  });
}

/** An answer whose photos have been swept since is deleted and ignored. */
async function findEarlierResponse(
  db: Database,
  { uid, key, fingerprint }: Claim,
): Promise<UploadResponse | null> {
  const ownKey = and(eq(idempotencyKeys.uid, uid), eq(idempotencyKeys.key, key));
  const [earlier] = await db.select().from(idempotencyKeys).where(ownKey);
  if (!earlier) return null;
  if (earlier.fingerprint !== fingerprint) {
    throw conflict('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was already used for another request.');
  }
  const answer = uploadResponse.parse(earlier.answer);
  const ids = answer.files.map(({ filename }) => filename.replace(/\.jpg$/, ''));
  const kept = await db.select({ id: photos.id }).from(photos).where(inArray(photos.id, ids));
  if (kept.length === ids.length) return answer;
  // Compares the answer: another retry may have stored a new one meanwhile.
  await db.delete(idempotencyKeys).where(and(ownKey, eq(idempotencyKeys.answer, earlier.answer)));
  return null;
}

/** Of the files' content and order; their names may be encoded differently by another browser. */
function fingerprintOf(received: Received[]): string {
  const contents = received.map((file) => ('path' in file ? file.contentHash : file.refused.code));
  return `POST /api/upload ${createHash('sha256').update(contents.join('\n')).digest('hex')}`;
}

/** @throws the refusals as one error when no photo is left */
function answerOf(received: Received[], outcomes: PhotoOutcome[]): UploadResponse {
  const files: UploadResponse['files'] = [];
  const refused: RefusedPhoto[] = [];
  let first: PhotoRefused | null = null;
  const rest = outcomes.values();
  for (const file of received) {
    const outcome = 'refused' in file ? file.refused : rest.next().value;
    if (!outcome) throw new Error('A received file has no outcome.');
    if (outcome instanceof PhotoRefused) {
      first ??= outcome;
      refused.push(outcome.forFile(file.originalName));
    } else {
      const filename = `${outcome.id}.jpg`;
      const { originalName, width, height } = outcome;
      files.push({ filename, originalName, url: `${UPLOADS_PREFIX}${filename}`, width, height });
    }
  }
  if (files.length === 0 && first) throw nothingAccepted(first, refused);
  return { files, refused };
}

const MAX_REASONS = 3;

function nothingAccepted(first: PhotoRefused, refused: RefusedPhoto[]): ProductError {
  const reasons = refused.slice(0, MAX_REASONS).map(({ message }) => message);
  const others = refused.length - reasons.length;
  if (others > 0) reasons.push(`${others} more could not be taken either.`);
  return new ProductError(first.status, first.code, reasons.join(' '));
}
