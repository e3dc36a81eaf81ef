import { createHash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { type UploadResponse, uploadResponse } from '../../../../shared/photos.ts';
import { saidN, type Words } from '../../../../shared/words.ts';
import type { Database } from '../../../core/db/database.ts';
import { joinSentences, ProductError } from '../../../core/errors.ts';
import { holdSession } from '../../../core/hold-session.ts';
import { answerOnce, type Claim, findAnswer, forgetAnswer } from '../../../core/idempotency.ts';
import type { Person } from '../../../people/identity/sessions/person.ts';
import type { PhotoServices } from '../convert/converter.ts';
import { insertPhotos } from '../data.ts';
import { imageOf } from '../file-names.ts';
import { PhotoRefused } from '../photo-refused.ts';
import { photos } from '../schema.ts';
import { acceptedPhotos, addPhotos, type PhotoOutcome } from './add-photos.ts';
import { type Received, uploadInterrupted } from './receive-uploads.ts';
import { checkStorage, type UploadQuota } from './upload-quota.ts';

export interface Upload {
  received: Received[];
  key: string | null;
  signal: AbortSignal;
  words: Words;
  quota: UploadQuota;
}

/**
 * An upload is taken once for each Idempotency-Key of a person. Without a key the same photo twice is two photos,
 * because a letter may hold it twice.
 * @throws 409 for a key that was used for other files; the refusals as one error when no file is accepted
 */
export async function takeUpload(
  services: PhotoServices,
  person: Person,
  { received, key, signal, words, quota }: Upload,
): Promise<UploadResponse> {
  const { uid } = person;
  const { db } = services;
  const files = received
    .filter((file) => 'path' in file)
    .map(({ path, ...file }) => ({ ...file, content: path }));
  const claim = key === null ? null : { uid, key, fingerprint: fingerprintOf(received) };
  const earlier = claim && (await findEarlier(db, claim));
  if (earlier) return earlier;
  // It was taken for a repetition and not counted, but the photos of the first upload were swept meanwhile.
  if (quota.isReplay) throw uploadInterrupted();

  const commit = async (outcomes: PhotoOutcome[]) => {
    const photos = acceptedPhotos(outcomes);
    // Before `answerOf`, which throws when no file is a photo: such files count as well.
    if (photos.length === 0) quota.settle(outcomes);
    const answer = answerOf(received, outcomes, words);
    await db.transaction(async (tx) => {
      await holdSession(tx, person);
      const insert = async () => {
        await checkStorage(tx, services.config, uid, photos);
        await insertPhotos(tx, photos);
        return answer;
      };
      if (!claim) return insert();
      const once = await answerOnce(tx, claim, insert);
      if (once.isRepeated) throw new AnsweredConcurrently();
    });
    quota.settle(outcomes);
  };
  try {
    return answerOf(received, await addPhotos(services, uid, files, { signal, commit }), words);
  } catch (error) {
    const answered = claim && error instanceof AnsweredConcurrently && (await findEarlier(db, claim));
    if (answered) return answered;
    throw error;
  }
}

class AnsweredConcurrently extends Error {
  override name = 'AnsweredConcurrently';
}

async function areKept(db: Database, { files }: UploadResponse): Promise<boolean> {
  const ids = files.map(({ filename }) => filename.replace(/\.jpg$/, ''));
  return (await db.$count(photos, inArray(photos.id, ids))) === ids.length;
}

export async function isAnswered(db: Database, uid: string, key: string): Promise<boolean> {
  const answer = uploadResponse.safeParse(await findAnswer(db, { uid, key })).data;
  return answer !== undefined && areKept(db, answer);
}

/** An answer whose photos have been swept since is deleted and ignored. */
async function findEarlier(db: Database, claim: Claim): Promise<UploadResponse | null> {
  const earlier = await findAnswer(db, claim);
  if (earlier === undefined) return null;
  const answer = uploadResponse.parse(earlier);
  if (await areKept(db, answer)) return answer;
  await forgetAnswer(db, claim, earlier);
  return null;
}

/** Of the files' content and order; their names may be encoded differently by another browser. */
function fingerprintOf(received: Received[]): string {
  const contents = received.map((file) => file.contentHash ?? ('refused' in file ? file.refused.code : ''));
  return `POST /api/upload ${createHash('sha256').update(contents.join('\n')).digest('hex')}`;
}

type FileRefusal = { originalName: string; why: PhotoRefused };

/** @throws the refusals as one error when no photo is left */
function answerOf(received: Received[], outcomes: PhotoOutcome[], words: Words): UploadResponse {
  const files: UploadResponse['files'] = [];
  const refused: FileRefusal[] = [];
  const remaining = outcomes.values();
  for (const file of received) {
    const outcome = 'refused' in file ? file.refused : remaining.next().value;
    if (!outcome) throw new Error('A received file has no outcome.');
    if (outcome instanceof PhotoRefused) refused.push({ originalName: file.originalName, why: outcome });
    else files.push({ originalName: outcome.originalName, ...imageOf(outcome.id, outcome) });
  }
  const [first] = refused;
  if (files.length === 0 && first) throw nothingAccepted(first, refused);
  return {
    files,
    refused: refused.map(({ originalName, why }) => ({
      originalName,
      code: why.code,
      message: words.say(why.sentenceFor(originalName)),
    })),
  };
}

const MAX_REASONS = 3;

function nothingAccepted({ originalName, why }: FileRefusal, refused: FileRefusal[]): ProductError {
  const more = refused.slice(1, MAX_REASONS).map((one) => one.why.sentenceFor(one.originalName));
  const others = refused.length - MAX_REASONS;
  if (others > 0)
    more.push(saidN(others, '1 more could not be taken either.', '{n} more could not be taken either.'));
  const sentence = joinSentences(why.sentenceFor(originalName), ...more);
  return new ProductError(why.status, why.code, sentence, why.retryHeaders);
}
