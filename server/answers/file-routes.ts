import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { said } from '../../shared/words.ts';
import { notFound } from '../core/errors.ts';
import { PICTURE_HEADERS } from '../core/http/picture-headers.ts';
import type { Services } from '../core/services.ts';
import { readIfAny } from '../core/storage/storage.ts';
import { attachmentHeader } from '../letters/photos/file-names.ts';
import { requirePerson } from '../people/identity/sessions/person.ts';
import { findStoredFile, type StoredFile } from './keep-files.ts';

const params = z.object({ conversationId: z.uuid(), fileId: z.uuid() });

export async function fileRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.get(
    '/api/conversations/:conversationId/files/:fileId',
    { schema: { params } },
    async (request, reply) => {
      const file = await findStoredFile(services.db, requirePerson(request), request.params);
      if (!file) throw noFile();
      return sendFile(services, file, reply);
    },
  );
}

/** Always as a download, whatever type it claims to be. @throws 404 when its bytes are gone */
export async function sendFile({ storage }: Services, { name, storageKey }: StoredFile, reply: FastifyReply) {
  const stored = await readIfAny(storage, storageKey);
  if (!stored) throw noFile();
  return reply
    .headers({
      ...PICTURE_HEADERS,
      'content-type': 'application/octet-stream',
      'content-disposition': attachmentHeader('attachment', name),
      'content-length': stored.size,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    .send(stored.stream);
}

export const noFile = () => notFound(said('That file could not be found.'));
