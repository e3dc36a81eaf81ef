import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PAGE_REPLY_MAX_CHARACTERS, PHOTOS_PER_REPLY } from '../../../shared/limits.ts';
import { type Said, said } from '../../../shared/words.ts';
import { type Received, receiveUploads } from '../../letters/photos/upload/receive-uploads.ts';
import type { UploadQuota } from '../../letters/photos/upload/upload-quota.ts';

export interface AnswerForm {
  text: string;
  /** tells whether the form is sent twice */
  form: string;
  photoIds: string[];
  /** only adds photos: the answer is not finished yet */
  adds: boolean;
  received: Received[];
}

const fields = z.object({
  text: z.string().catch(''),
  form: z.string().max(100).catch(''),
  photo: z
    .preprocess((given) => [given ?? []].flat(), z.array(z.string()))
    .transform((ids) => [...new Set(ids)].filter((id) => z.uuid().safeParse(id).success))
    .transform((ids) => ids.slice(0, PHOTOS_PER_REPLY)),
  add: z.string().optional().catch(undefined),
});

/**
 * Reads the form: multipart with photos, which go to the disk for the caller to remove, or URL-encoded without.
 * @throws 400 for a body that is cut off or malformed, 413 for one far too large
 */
export async function readAnswerForm(
  request: FastifyRequest,
  folder: string,
  quota: UploadQuota,
): Promise<AnswerForm> {
  const given: Record<string, string | string[]> = {};
  const photoIds: string[] = [];
  const take = (name: string, value: string) => {
    if (name === 'photo') photoIds.push(value);
    else if (['text', 'form', 'add'].includes(name)) given[name] = value;
  };
  const received = request.isMultipart() ? await receiveUploads(request, folder, quota, take) : [];
  const { photo, add, ...words } = fields.parse(
    request.isMultipart() ? { ...given, photo: photoIds } : (request.body ?? {}),
  );
  const text = words.text.replace(/\r\n?/g, '\n').toWellFormed().replaceAll('\0', '');
  return { form: words.form, text, photoIds: photo, adds: add !== undefined, received };
}

export function textTrouble(text: string, photos: number): Said | null {
  if (text.trim() === '' && photos === 0) return said('Please write a few words first, or add a photo.');
  if (text.trim().length <= PAGE_REPLY_MAX_CHARACTERS) return null;
  return said('Please keep your answer to at most {maximum} characters.', {
    maximum: PAGE_REPLY_MAX_CHARACTERS,
  });
}
