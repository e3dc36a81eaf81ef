import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LIGHT } from '../../../packages/page-finder/even-light.ts';
import { PHOTOS_PER_REPLY } from '../../../shared/limits.ts';
import type { PageEdit } from '../../../shared/page-edit.ts';
import { photoQuery } from '../../../shared/photos.ts';
import type { Words } from '../../../shared/words.ts';
import { badInput, noPhoto, ProductError } from '../../core/errors.ts';
import { pageWords } from '../../core/http/standalone-pages.ts';
import { withUserMutex } from '../../core/per-user-mutex.ts';
import { enforce, limit } from '../../core/rate-limit.ts';
import type { LetterServices } from '../../letters/photos/convert/converter.ts';
import { findPagePhotos, insertPhotos, type PagePhoto, pageOwner } from '../../letters/photos/data.ts';
import { renderEdit } from '../../letters/photos/edit/edit-photo.ts';
import { PhotoRefused } from '../../letters/photos/photo-refused.ts';
import { sendStoredPhoto } from '../../letters/photos/send-stored-photo.ts';
import { acceptedPhotos, addPhotos } from '../../letters/photos/upload/add-photos.ts';
import {
  discard,
  disconnectSignal,
  type Received,
  UPLOAD_HUNG_AFTER_MS,
} from '../../letters/photos/upload/receive-uploads.ts';
import { openUploadFolder } from '../../letters/photos/upload/upload-folder.ts';
import { countPhotos, type UploadQuota } from '../../letters/photos/upload/upload-quota.ts';
import { type OpenedPage, requireRecipient } from '../../letters/web-page.ts';
import { type AnswerForm, type Corners, readAnswerForm, textTrouble } from './answer-form.ts';
import type { AnswerPage, LetterAnswerForm } from './answer-section.ts';
import { isAnswered, pageMessageId, photosGone, replyOnPage } from './reply-on-page.ts';
import { showLetter } from './show-letter.ts';
import { type Asked, tokenParams, tokenSchema } from './token-pages.ts';

/** It works without script, so photos are kept between one sending of the form and the next, for an hour. */
export async function answerRoutes(app: FastifyInstance, services: LetterServices): Promise<void> {
  const folder = await openUploadFolder(services.config.DATA_DIR);
  // In a scope of its own: the other forms ignore multipart.
  await app.register(async (scope: FastifyInstance) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.post(
      '/l/:token/answer',
      { config: { ownProof: true, longBody: true }, schema: tokenSchema },
      async (request, reply) => takeForm(services, folder, request, reply),
    );
    scope.get(
      '/l/:token/answer/:photo',
      { schema: { hide: true, params: tokenParams.extend({ photo: z.uuid() }), querystring: photoQuery } },
      async (request, reply) => {
        const { token, photo } = request.params;
        const { letter } = await requireRecipient(services.db, token);
        const [kept] = await findPagePhotos(services.db, letter.conversationId, [photo]);
        if (!kept) throw noPhoto();
        const { size } = request.query;
        return sendStoredPhoto(services, { id: kept.id, size, name: 'photo.jpg' }, request, reply);
      },
    );
  });
}

async function takeForm(
  services: LetterServices,
  folder: string,
  request: FastifyRequest<{ Params: Asked['params'] }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = request.params;
  const page = await requireRecipient(services.db, token);
  const inWords = pageWords(services, request, page.letter.language);
  await enforce(services.db, limit('forms on a page', page.letter.id));
  const quota = pageQuota(services, page.letter.conversationId);
  let received: Received[] = [];
  try {
    const form = await readAnswerForm(request, folder, quota);
    received = form.received;
    // Of a form that is sent twice at once the second waits, so that its photos are converted once.
    const answered = () =>
      answer(services, { token, page, words: inWords.words }, form, quota, disconnectSignal(reply));
    const outcome = await withUserMutex(`${page.path} ${form.form}`, answered, UPLOAD_HUNG_AFTER_MS);
    const kept = inWords.query.replace('?', '&');
    if (outcome === 'sent') return reply.redirect(`${page.path}?answered${kept}#answer`, 303);
    reply.code(outcome.status).headers(outcome.headers);
    return showLetter(services, page, inWords, outcome.form, reply);
  } finally {
    await discard(received);
    await quota.close();
  }
}

const pageQuota = ({ db }: LetterServices, conversationId: string): UploadQuota =>
  countPhotos(db, limit('upload-photos on a page', pageOwner(conversationId)));

async function answer(
  services: LetterServices,
  { token, page, words }: { token: string; page: OpenedPage; words: Words },
  form: AnswerForm,
  quota: UploadQuota,
  signal: AbortSignal,
) {
  const { db } = services;
  const { conversationId } = page.letter;
  const hashes = form.received.map((file) => file.contentHash ?? '');
  const straight = [...form.straight].map((page) => JSON.stringify(page));
  const messageId = pageMessageId(services, { ...form, photos: [...form.photoIds, ...hashes, ...straight] });
  if (!form.adds && (await isAnswered(db, conversationId, messageId))) return 'sent';

  const before = await findPagePhotos(db, conversationId, form.photoIds);
  const { added, refused } = await keepPhotos(services, conversationId, form.received, {
    room: PHOTOS_PER_REPLY - before.length,
    quota,
    signal,
  });
  const { pages, refused: crooked } = await straightPages(
    services,
    conversationId,
    [
      ...before.map((photo) => ({ photo, corners: form.straight.get(photo.id) })),
      ...added.map(({ photo, place }) => ({ photo, corners: form.straight.get(String(place)) })),
    ],
    signal,
  );
  const unsent = (error: ProductError | null, photoTroubles: string[], textTrouble = '') => {
    const { form: id, text: draft } = form;
    const shown: LetterAnswerForm = { kind: 'form', form: id, draft, pages, photoTroubles, textTrouble };
    return { status: error?.status ?? 200, headers: error?.headers ?? {}, form: shown };
  };
  const gone = before.length < form.photoIds.length ? [photosGone()] : [];
  const troubles = [...gone, ...refused, ...crooked];
  const trouble = form.adds ? null : textTrouble(form.text, pages.length);
  const first = troubles[0] ?? (trouble ? badInput(trouble) : null);
  if (first || form.adds)
    return unsent(
      first,
      troubles.map((each) => words.say(each.said)),
      trouble ? words.say(trouble) : '',
    );
  try {
    const written = {
      text: form.text,
      photoIds: pages.map(({ photo, straight }) => (straight ?? photo).id),
      messageId,
    };
    await db.transaction((tx) => replyOnPage(tx, services, token, written));
    return 'sent';
  } catch (error) {
    // A closed page is told as such.
    if (!(error instanceof ProductError) || [404, 410].includes(error.status)) throw error;
    return unsent(error, [], words.say(error.said));
  }
}

async function keepPhotos(
  services: LetterServices,
  conversationId: string,
  received: Received[],
  { room, quota, signal }: { room: number; quota: UploadQuota; signal: AbortSignal },
): Promise<{ added: { photo: PagePhoto; place: number }[]; refused: ProductError[] }> {
  const whole = received.flatMap((file, place) => ('path' in file ? [{ ...file, place }] : []));
  const files = whole.slice(0, room).map(({ path, place: _, ...file }) => ({ ...file, content: path }));
  const outcomes = await addPhotos(services, pageOwner(conversationId), files, {
    signal,
    commit: async (all) => {
      await insertPhotos(services.db, acceptedPhotos(all));
      quota.settle(all);
    },
  });
  return {
    added: outcomes.flatMap((photo, index) =>
      photo instanceof PhotoRefused ? [] : [{ photo, place: whole[index]?.place ?? index }],
    ),
    refused: [
      ...received.flatMap((file) => ('refused' in file ? file.refused.asError(file.originalName) : [])),
      ...whole
        .slice(room)
        .map(({ originalName }) => new PhotoRefused('TOO_MANY_PHOTOS').asError(originalName)),
      ...outcomes.flatMap((outcome, index) =>
        outcome instanceof PhotoRefused ? outcome.asError(files[index]?.originalName ?? '') : [],
      ),
    ],
  };
}

/** A page that can't be straightened stays as it came. */
async function straightPages(
  services: LetterServices,
  conversationId: string,
  wanted: { photo: PagePhoto; corners: Corners | undefined }[],
  signal: AbortSignal,
): Promise<{ pages: AnswerPage[]; refused: ProductError[] }> {
  const pages: AnswerPage[] = [];
  const refused: ProductError[] = [];
  for (const { photo, corners } of wanted) {
    const page: AnswerPage = { photo, straight: null };
    pages.push(page);
    if (!corners) continue;
    const edit: PageEdit = { corners, light: LIGHT.even, turn: 0, crop: null };
    try {
      const rendered = await renderEdit(services, pageOwner(conversationId), {
        ...{ id: photo.id, edit, signal },
        openQuota: async () => pageQuota(services, conversationId),
      });
      page.straight = { ...rendered, corners };
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      refused.push(error);
    }
  }
  return { pages, refused };
}
