import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PAGE_REPLY_MAX_CHARACTERS, PHOTOS_PER_REPLY } from '../../../shared/limits.ts';
import { type PageEdit, pageEdit } from '../../../shared/page-edit.ts';
import { readJson } from '../../../shared/read-json.ts';
import { type Said, said } from '../../../shared/words.ts';
import { type Received, receiveUploads } from '../../letters/photos/upload/receive-uploads.ts';
import type { UploadQuota } from '../../letters/photos/upload/upload-quota.ts';

export type Corners = NonNullable<PageEdit['corners']>;

export interface AnswerForm {
  text: string;
  /** tells whether the form is sent twice */
  form: string;
  photoIds: string[];
  /** corners of pages that are wanted straight, by the id of a photo, or by the place of a file from 0 */
  straight: Map<string, Corners>;
  /** only adds photos: the answer is not finished yet */
  adds: boolean;
  received: Received[];
}

/** As `web/write-back/` writes it. */
const straightPage = z.object({
  photo: z.coerce.string(),
  corners: pageEdit.shape.corners.unwrap(),
});

function straightOf(given: string[]): Map<string, Corners> {
  const pages = given.slice(0, PHOTOS_PER_REPLY).map((value) => readJson(value, straightPage));
  return new Map(pages.flatMap((page) => (page ? [[page.photo, page.corners]] : [])));
}

const listed = z.preprocess((given) => [given ?? []].flat(), z.array(z.string()));

const fields = z.object({
  text: z.string().catch(''),
  form: z.string().max(100).catch(''),
  photo: listed
    .transform((ids) => [...new Set(ids)].filter((id) => z.uuid().safeParse(id).success))
    .transform((ids) => ids.slice(0, PHOTOS_PER_REPLY)),
  straight: listed,
  add: z.string().optional().catch(undefined),
});

/** Multipart with photos, which the caller removes, or URL-encoded without. @throws 400 for a broken body, 413 */
export async function readAnswerForm(
  request: FastifyRequest,
  folder: string,
  quota: UploadQuota,
): Promise<AnswerForm> {
  const given: Record<string, string | string[]> = {};
  const photoIds: string[] = [];
  const straight: string[] = [];
  const take = (name: string, value: string) => {
    if (name === 'photo') photoIds.push(value);
    else if (name === 'straight') straight.push(value);
    else if (['text', 'form', 'add'].includes(name)) given[name] = value;
  };
  const received = request.isMultipart() ? await receiveUploads(request, folder, quota, take) : [];
  const { photo, add, ...words } = fields.parse(
    request.isMultipart() ? { ...given, photo: photoIds, straight } : (request.body ?? {}),
  );
  const text = words.text.replace(/\r\n?/g, '\n').toWellFormed().replaceAll('\0', '');
  return {
    ...{ form: words.form, text, photoIds: photo, straight: straightOf(words.straight) },
    ...{ adds: add !== undefined, received },
  };
}

export function textTrouble(text: string, photos: number): Said | null {
  if (text.trim() === '' && photos === 0) return said('Please write a few words first, or add a photo.');
  if (text.trim().length <= PAGE_REPLY_MAX_CHARACTERS) return null;
  return said('Please keep your answer to at most {maximum} characters.', {
    maximum: PAGE_REPLY_MAX_CHARACTERS,
  });
}
