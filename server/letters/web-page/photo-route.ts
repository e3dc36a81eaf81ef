import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { photoQuery } from '../../../shared/photos.ts';
import { notFound } from '../../errors.ts';
import { contentDisposition, photoKey } from '../../photos/file-names.ts';
import { PICTURE_HEADERS } from '../../platform/http/picture-headers.ts';
import type { Services } from '../../platform/services.ts';
import { MissingObject } from '../../platform/storage/storage.ts';
import type { LetterRow } from '../data.ts';
import { photosOf } from '../letter-content.ts';

export const webPhotoQuery = photoQuery.extend({ download: z.string().optional() });

/** One photo of a letter, for its page. It is revalidated each time, so closing the page closes it. */
export async function sendPhoto(
  { db, storage }: Services,
  letter: LetterRow,
  position: number,
  query: z.infer<typeof webPhotoQuery>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const page = (await photosOf(db, letter))[position - 1];
  if (!page) throw notFound('That photo');
  const etag = `"${page.id}-${query.size}"`;
  const kept = { etag, 'cache-control': 'private, no-cache', ...PICTURE_HEADERS };
  if (request.headers['if-none-match'] === etag) return reply.code(304).headers(kept).send();
  const stored = await storage.read(photoKey(page.id, query.size)).catch((error: unknown) => {
    if (!(error instanceof MissingObject)) throw error;
    request.log.error({ err: error, letterId: letter.id }, 'a photo of a letter has no file');
    throw notFound('That photo');
  });
  const name = `Letter from ${letter.senderName}, page ${position}.jpg`;
  return reply
    .headers({
      ...kept,
      'content-type': 'image/jpeg',
      'content-length': stored.size,
      'content-disposition': contentDisposition(query.download === '1' ? 'attachment' : 'inline', name),
    })
    .send(stored.stream);
}
