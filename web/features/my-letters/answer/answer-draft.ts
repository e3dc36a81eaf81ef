import { z } from 'zod';
import { PHOTOS_PER_REPLY } from '../../../../shared/limits.ts';
import { filenameOfUpload, uploadedPhoto } from '../../../../shared/photos.ts';
import { readJson } from '../../../../shared/read-json.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';

/** Incremented when the stored shape changes; drafts of other versions are ignored. */
const VERSION = 1;

const answerDraft = z.object({
  body: z.string(),
  photos: z
    .array(
      uploadedPhoto.extend({
        id: z.string().min(1),
        url: z.string().refine((url) => filenameOfUpload(url) !== null),
        alt: z.string(),
      }),
    )
    .max(PHOTOS_PER_REPLY),
  /** the idempotency key of one content, so that a repeated request is recognised */
  intent: z.object({ content: z.string(), key: z.string().min(1) }).nullable(),
});
export type AnswerDraft = z.infer<typeof answerDraft>;
export type AnswerPhoto = AnswerDraft['photos'][number];

const stored = z.object({ version: z.literal(VERSION), draft: answerDraft });

export const EMPTY_DRAFT: AnswerDraft = { body: '', photos: [], intent: null };

export function draftKey(uid: string, conversationId: string): string {
  return `answer-draft:${uid}:${conversationId}`;
}

export function loadDraft(storage: Pick<Storage, 'getItem'>, key: string): AnswerDraft {
  return readJson(storage.getItem(key), stored)?.draft ?? EMPTY_DRAFT;
}

export function saveDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  key: string,
  draft: AnswerDraft,
): void {
  if (draft.body === '' && draft.photos.length === 0) storage.removeItem(key);
  else storage.setItem(key, JSON.stringify({ version: VERSION, draft }));
}

export function answerBody({ body, photos }: AnswerDraft): { body: string; photoUrls: string[] } {
  return { body: body.trim(), photoUrls: photos.map(({ url }) => url) };
}

export function hasAnswer(draft: AnswerDraft): boolean {
  const { body, photoUrls } = answerBody(draft);
  return body !== '' || photoUrls.length > 0;
}

/** The intent stays the same while the content does. */
export function intentOf(draft: AnswerDraft): NonNullable<AnswerDraft['intent']> {
  const content = JSON.stringify(answerBody(draft));
  return draft.intent?.content === content ? draft.intent : { content, key: newIdempotencyKey() };
}
