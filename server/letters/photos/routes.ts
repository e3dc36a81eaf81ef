import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pageEdit } from '../../../shared/page-edit.ts';
import { photoFilename, type UploadResponse, uploadedPhoto, uploadResponse } from '../../../shared/photos.ts';
import { noPhoto } from '../../core/errors.ts';
import { idempotencyKeyOf } from '../../core/idempotency.ts';
import { withUserMutex } from '../../core/per-user-mutex.ts';
import { wordsFor } from '../../core/words.ts';
import { requirePerson } from '../../people/identity/sessions/person.ts';
import type { LetterServices } from './convert/converter.ts';
import { editPhoto } from './edit/edit-photo.ts';
import { downloadQuery, sendStoredPhoto } from './send-stored-photo.ts';
import {
  contentLengthOf,
  discard,
  disconnectSignal,
  type Received,
  receiveUploads,
  UPLOAD_HUNG_AFTER_MS,
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

const params = z.object({ filename: z.string() });

/** @throws 404 for what is no name of a photo */
function idOf({ filename }: z.infer<typeof params>): string {
  if (!photoFilename.safeParse(filename).success) throw noPhoto();
  return filename.slice(0, -'.jpg'.length);
}

function editRoute(app: FastifyInstance, services: LetterServices): void {
  app.post(
    '/api/photo/:filename/edit',
    { schema: { params, body: pageEdit, response: { 200: uploadedPhoto } } },
    async (request, reply) => {
      const person = requirePerson(request);
      const [edit, signal] = [request.body, disconnectSignal(reply)];
      return editPhoto(services, person, { id: idOf(request.params), edit, signal });
    },
  );
}

function photoRoute(app: FastifyInstance, services: LetterServices): void {
  app.get(
    '/api/photo/:filename',
    { schema: { params, querystring: downloadQuery } },
    async (request, reply) => {
      const person = requirePerson(request);
      const photo = await findPhotoFor(services.db, idOf(request.params), person);
      if (!photo) throw noPhoto();
      const stored = { ...request.query, id: photo.id, name: photo.originalName };
      reply.header('vary', 'cookie');
      return sendStoredPhoto(services, stored, request, reply);
    },
  );
}
