import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { letterPhotoName, type PhotoVariant, photoQuery } from '../../../shared/photos.ts';
import { noPhoto } from '../../core/errors.ts';
import { PICTURE_HEADERS } from '../../core/http/picture-headers.ts';
import type { Services } from '../../core/services.ts';
import { MissingObject } from '../../core/storage/storage.ts';
import { wordsFor } from '../../core/words.ts';
import type { LetterRow } from '../../letters/data.ts';
import { photosOf } from '../../letters/deliver/letter-content.ts';
import { contentDisposition, photoKey } from '../../letters/photos/file-names.ts';

export const webPhotoQuery = photoQuery.extend({ download: z.string().optional() });

export async function sendPhoto(
  services: Services,
  letter: LetterRow,
  position: number,
  query: z.infer<typeof webPhotoQuery>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const words = wordsFor(letter.language);
  const page = (await photosOf(services.db, letter, words))[position - 1];
  if (!page) throw noPhoto();
  const name = letterPhotoName(letter.senderName, position, words);
  const kind = query.download === '1' ? 'attachment' : 'inline';
  return sendStoredPhoto(services, { id: page.id, size: query.size, name, kind }, request, reply);
}

interface StoredPhoto {
  id: string;
  size: PhotoVariant;
  name: string;
  kind?: 'inline' | 'attachment';
}

/** It is revalidated each time, so closing the page closes it. */
export async function sendStoredPhoto(
  { storage }: Services,
  { id, size, name, kind = 'inline' }: StoredPhoto,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${id}-${size}"`;
  const kept = { etag, 'cache-control': 'private, no-cache', ...PICTURE_HEADERS };
  if (request.headers['if-none-match'] === etag) return reply.code(304).headers(kept).send();
  const stored = await storage.read(photoKey(id, size)).catch((error: unknown) => {
    if (!(error instanceof MissingObject)) throw error;
    request.log.error({ err: error, photoId: id }, 'a photo of a letter’s page has no file');
    throw noPhoto();
  });
  return reply
    .headers({
      ...kept,
      'content-type': 'image/jpeg',
      'content-length': stored.size,
      'content-disposition': contentDisposition(kind, name),
    })
    .send(stored.stream);
}
