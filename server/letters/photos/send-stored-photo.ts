import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { photoQuery } from '../../../shared/photos.ts';
import { noPhoto } from '../../core/errors.ts';
import { PICTURE_HEADERS } from '../../core/http/picture-headers.ts';
import type { Services } from '../../core/services.ts';
import { MissingObject } from '../../core/storage/storage.ts';
import { attachmentHeader, downloadName, photoKey } from './file-names.ts';

export const downloadQuery = photoQuery.extend({ download: z.string().optional() });

type StoredPhoto = z.infer<typeof downloadQuery> & { id: string; name: string };

/** A photo never changes, but who may see it does: the browser asks each time. @throws 404 without its file */
export async function sendStoredPhoto(
  { storage }: Services,
  { id, size, name, download }: StoredPhoto,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const etag = `"${id}-${size}"`;
  // On a 304 too: its fields replace those that the browser has stored (RFC 9111, section 3.2).
  const kept = { etag, 'cache-control': 'private, no-cache', ...PICTURE_HEADERS };
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).headers(kept).send();
  const stored = await storage.read(photoKey(id, size)).catch((error: unknown) => {
    if (!(error instanceof MissingObject)) throw error;
    request.log.error({ err: error, photoId: id }, 'photo without a file');
    throw noPhoto();
  });
  return reply
    .headers({
      ...kept,
      'content-type': 'image/jpeg',
      'content-length': stored.size,
      'content-disposition': attachmentHeader(download === '1' ? 'attachment' : 'inline', downloadName(name)),
    })
    .send(stored.stream);
}

/** If-None-Match (RFC 9110, section 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
