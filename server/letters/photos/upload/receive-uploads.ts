import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PHOTO_MAX_BYTES, PHOTOS_PER_UPLOAD } from '../../../../shared/limits.ts';
import { said } from '../../../../shared/words.ts';
import { badInput, ProductError, tooLarge, unsupported } from '../../../core/errors.ts';
import { originalName } from '../file-names.ts';
import { PhotoRefused } from '../photo-refused.ts';
import type { UploadQuota } from './upload-quota.ts';

/** Milliseconds: a large upload over a slow line, with its wait for a conversion. */
export const UPLOAD_HUNG_AFTER_MS = 30 * 60_000;

const FIELD = 'photos';
/** Bytes of a whole upload: its photos, and 1 MB for the headers of parts and other fields. */
const UPLOAD_MAX_BYTES = PHOTOS_PER_UPLOAD * PHOTO_MAX_BYTES + 1024 * 1024;
/** More parts than these are no person's mistake: the request is refused. */
const LIMITS = {
  parts: 200,
  files: 100,
  fields: 100,
  fieldSize: 10_000,
  fileSize: PHOTO_MAX_BYTES,
  headerPairs: 50,
};

/** Of a text in a form with photos: far longer than any that is accepted, so that one too long can be shown again. */
const FORM_FIELD_MAX_BYTES = 256 * 1024;

export type Received =
  | { originalName: string; path: string; contentHash: string }
  /** without a hash when it was not read to its end */
  | { originalName: string; refused: PhotoRefused; contentHash?: string };

/**
 * A request that fails leaves no file; the caller removes others from the folder.
 * @param takeField called with the form's other fields; if given, no photo is required
 * @throws 400 cut off, malformed or empty; 413 far too large; 415 unless multipart
 */
export async function receiveUploads(
  request: FastifyRequest,
  folder: string,
  quota: UploadQuota,
  takeField?: (name: string, value: string) => void,
): Promise<Received[]> {
  if (!request.isMultipart())
    throw unsupported('NOT_MULTIPART', said('Photos are sent as multipart/form-data.'));
  if ((contentLengthOf(request) ?? 0) > UPLOAD_MAX_BYTES) throw uploadTooLarge();
  limitLength(request);
  const received: Received[] = [];
  let strayField: string | null = null;
  try {
    const limits = takeField ? { ...LIMITS, fieldSize: FORM_FIELD_MAX_BYTES } : LIMITS;
    for await (const part of fromClient(request.parts({ limits }))) {
      if (part.type !== 'file') {
        takeField?.(part.fieldname, String(part.value));
        continue;
      }
      if (part.fieldname !== FIELD) strayField = part.fieldname;
      if (strayField === null) await receive(part, { folder, quota }, received);
      else part.file.resume();
    }
    if (strayField !== null) throw badInput(said('Photos belong in the field “{field}”.', { field: FIELD }));
    if (received.length === 0 && !takeField) throw badInput(said('There was no photo in that upload.'));
    return received;
  } catch (error) {
    await discard(received);
    throw error;
  }
}

export async function discard(received: Received[]): Promise<void> {
  for (const file of received) if ('path' in file) await rm(file.path, { force: true });
}

async function receive(
  part: MultipartFile,
  { folder, quota }: { folder: string; quota: UploadQuota },
  received: Received[],
): Promise<void> {
  const name = originalName(part.filename);
  if (received.length >= PHOTOS_PER_UPLOAD) {
    part.file.resume();
    received.push({ originalName: name, refused: new PhotoRefused('TOO_MANY_PHOTOS') });
    return;
  }
  const hash = createHash('sha256');
  const hashing = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of fromClient(chunks)) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const tooLate = await quota.beginFile();
  const file = path.join(folder, randomUUID());
  const content = hashing(part.file);
  const bytes = await (tooLate || quota.isReplay ? drain(content) : write(content, file));
  // A form's empty file input is sent too: no name and no bytes.
  const isEmptyInput = bytes === 0 && !part.filename;
  const contentHash = hash.digest('hex');
  if (part.file.truncated || isEmptyInput) await rm(file, { force: true });
  if (part.file.truncated)
    received.push({ originalName: name, refused: new PhotoRefused('PHOTO_TOO_LARGE') });
  else if (tooLate && !isEmptyInput) received.push({ originalName: name, refused: tooLate, contentHash });
  else if (!isEmptyInput) received.push({ originalName: name, path: file, contentHash });
  // Last, so that the file is removed even when this fails.
  if (!tooLate && isEmptyInput) await quota.forgetFile();
}

/** Reads for the hash alone: a repeated upload, or one beyond the daily limit, writes no file. @returns bytes */
async function drain(chunks: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  return bytes;
}

/** Removes the file when the upload breaks off. @returns bytes */
async function write(chunks: AsyncIterable<Buffer>, file: string): Promise<number> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(chunks, target);
    return target.bytesWritten;
  } catch (error) {
    // The pipeline does not wait for the file to be opened: removed before that, it would be created afterwards.
    if (!target.closed) await new Promise((closed) => target.once('close', closed));
    await rm(file, { force: true });
    throw error;
  }
}

/** Null when the request has no such header. */
export function contentLengthOf({ headers }: FastifyRequest): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

/** A body without Content-Length is bounded too; its connection is closed without an answer. */
function limitLength(request: FastifyRequest): void {
  let length = 0;
  request.raw.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > UPLOAD_MAX_BYTES) request.raw.destroy();
  });
}

const uploadTooLarge = () =>
  new ProductError(
    413,
    'UPLOAD_TOO_LARGE',
    said('That is more than the {megabytes} MB that go at once.', {
      megabytes: Math.floor(UPLOAD_MAX_BYTES / 1024 / 1024),
    }),
    { headers: { connection: 'close' } },
  );

/** What fails while this is read is the client's fault; what the reader does with it (disk, database) is ours. */
async function* fromClient<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 413)
      throw tooLarge('TOO_MANY_PARTS', said('That upload has too many parts.'));
    throw uploadInterrupted();
  }
}

export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  if (reply.raw.destroyed) disconnected.abort(uploadInterrupted());
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnected.abort(uploadInterrupted());
  });
  return disconnected.signal;
}

export const uploadInterrupted = () =>
  badInput(said('The upload broke off before it was complete. Please try again.'));
