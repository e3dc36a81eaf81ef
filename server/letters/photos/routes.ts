import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pageEdit } from '../../../shared/page-edit.ts';
import {
  photoFilename,
  photoQuery,
  type UploadResponse,
  uploadedPhoto,
  uploadResponse,
} from '../../../shared/photos.ts';
import { noPhoto } from '../../core/errors.ts';
import { PICTURE_HEADERS } from '../../core/http/picture-headers.ts';
import { idempotencyKeyOf } from '../../core/idempotency.ts';
import { withUserMutex } from '../../core/per-user-mutex.ts';
import { MissingObject } from '../../core/storage/storage.ts';
import { wordsFor } from '../../core/words.ts';
import { requirePerson } from '../../people/identity/sessions/person.ts';
import type { LetterServices } from './convert/converter.ts';
import { editPhoto } from './edit/edit-photo.ts';
import { contentDisposition, photoKey } from './file-names.ts';
import {
  contentLengthOf,
  discard,
  disconnectSignal,
  type Received,
  receiveUploads,
} from './upload/receive-uploads.ts';
import { isAnswered, takeUpload } from './upload/take-upload.ts';
import { openUploadFolder } from './upload/upload-folder.ts';
import { openQuota } from './upload/upload-quota.ts';
import { findPhotoFor } from './uses.ts';

/** POST /api/upload and GET /api/photo/{filename} (spec section 7), and edits of photos. */
export async function photoRoutes(app: FastifyInstance, services: LetterServices): Promise<void> {
  const folder = await openUploadFolder(services.config.DATA_DIR);
  // In a scope of its own, so that no other route accepts multipart.
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.addHook('onRequest', async (request) => {
      requirePerson(request);
    });
    uploadRoute(scope, services, folder);
  });
  photoRoute(app, services);
  editRoute(app, services);
}

function uploadRoute(scope: FastifyInstance, services: LetterServices, folder: string): void {
  scope.post(
    '/api/upload',
    {
      config: { longBody: true },
      schema: { consumes: ['multipart/form-data'], response: { 200: uploadResponse } },
    },
    async (request, reply): Promise<UploadResponse> => {
      const person = requirePerson(request);
      const key = idempotencyKeyOf(request);
      const answer = async () => {
        const quota = await openQuota(services, person, {
          contentLength: contentLengthOf(request),
          isReplay: key !== null && (await isAnswered(services.db, person.uid, key)),
        });
        let received: Received[] = [];
        try {
          received = await receiveUploads(request, folder, quota);
          const [signal, words] = [disconnectSignal(reply), wordsFor(request.language)];
          return await takeUpload(services, person, { received, key, signal, words, quota });
        } finally {
          await discard(received);
          await quota.close();
        }
      };
      // Of two requests with one key the second waits, so that both together count once.
      return key === null
        ? answer()
        : withUserMutex(`upload ${key} ${person.uid}`, answer, UPLOAD_HUNG_AFTER_MS);
    },
  );
}

/** Milliseconds: a large upload over a slow line, with its wait for a conversion. */
const UPLOAD_HUNG_AFTER_MS = 30 * 60_000;

function editRoute(app: FastifyInstance, services: LetterServices): void {
  app.post(
    '/api/photo/:filename/edit',
    {
      schema: {
        params: z.object({ filename: z.string() }),
        body: pageEdit,
        response: { 200: uploadedPhoto },
      },
    },
    async (request, reply) => {
      const person = requirePerson(request);
      const filename = photoFilename.safeParse(request.params.filename);
      if (!filename.success) throw noPhoto();
      return editPhoto(services, person, {
        id: filename.data.slice(0, -'.jpg'.length),
        edit: request.body,
        signal: disconnectSignal(reply),
      });
    },
  );
}

function photoRoute(app: FastifyInstance, { db, storage }: LetterServices): void {
  const query = photoQuery.extend({ download: z.string().optional() });
  app.get(
    '/api/photo/:filename',
    { schema: { params: z.object({ filename: z.string() }), querystring: query } },
    async (request, reply) => {
      const person = requirePerson(request);
      const filename = photoFilename.safeParse(request.params.filename);
      if (!filename.success) throw noPhoto();
      const photo = await findPhotoFor(db, filename.data.slice(0, -'.jpg'.length), person);
      if (!photo) throw noPhoto();
      const { size, download } = request.query;
      const etag = `"${photo.id}-${size}"`;
      // A photo never changes, but whether this person may see it does: the browser asks each time.
      const caching = { 'cache-control': 'private, no-cache', vary: 'cookie', etag };
      // On a 304 too: its fields replace those that the browser has stored (RFC 9111, section 3.2).
      const cached = { ...caching, ...PICTURE_HEADERS };
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).headers(cached).send();
      const stored = await storage.read(photoKey(photo.id, size)).catch((error: unknown) => {
        if (!(error instanceof MissingObject)) throw error;
        request.log.error({ err: error }, 'photo without a file');
        throw noPhoto();
      });
      const disposition = download === '1' ? 'attachment' : 'inline';
      return reply
        .headers({
          ...cached,
          'content-type': 'image/jpeg',
          'content-length': stored.size,
          'content-disposition': contentDisposition(disposition, photo.originalName),
          'x-content-type-options': 'nosniff',
        })
        .send(stored.stream);
    },
  );
}

/** If-None-Match (RFC 9110, section 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
