import { z } from 'zod';
import { PHOTOS_PER_REPLY } from '../../../../shared/limits.ts';
import { filenameOfUpload, uploadedPhoto } from '../../../../shared/photos.ts';
import { readJson } from '../../../../shared/read-json.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { keepText, keptText } from '../../../lib/kept-text.ts';
import { type ActionStore, createSavedStore } from '../../../lib/store.ts';
import { insertAfter, type PhotoAdded } from '../../uploads/letter-photo.ts';
import { openUploads, type UploadStore } from '../../uploads/upload-store.ts';

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
type AnswerDraft = z.infer<typeof answerDraft>;
export type AnswerPhoto = AnswerDraft['photos'][number];

const stored = z.object({ version: z.literal(VERSION), draft: answerDraft });

export const EMPTY_DRAFT: AnswerDraft = { body: '', photos: [], intent: null };

export const draftKey = (uid: string, conversationId: string): string =>
  `answer-draft:${uid}:${conversationId}`;

export const loadDraft = (storage: Pick<Storage, 'getItem'>, key: string): AnswerDraft =>
  readJson(keptText(storage, key), stored)?.draft ?? EMPTY_DRAFT;

function saveDraft(storage: Pick<Storage, 'setItem' | 'removeItem'>, key: string, draft: AnswerDraft): void {
  const isEmpty = draft.body === '' && draft.photos.length === 0;
  keepText(storage, key, isEmpty ? null : JSON.stringify({ version: VERSION, draft }));
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

type AnswerAction =
  | PhotoAdded
  | { type: 'photo-removed'; id: string }
  | { type: 'typed'; body: string }
  | { type: 'intended'; intent: AnswerDraft['intent'] }
  | { type: 'sent'; intent: AnswerDraft['intent'] };

type AnswerStore = ActionStore<AnswerDraft, AnswerAction>;

export function createAnswerStore(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  key: string,
): AnswerStore {
  return createSavedStore(loadDraft(storage, key), reduce, (draft) => saveDraft(storage, key, draft));
}

function reduce(draft: AnswerDraft, action: AnswerAction): AnswerDraft {
  switch (action.type) {
    case 'typed':
      return { ...draft, body: action.body };
    case 'photo-added':
      return { ...draft, photos: insertAfter(draft.photos, action.photo, action.after) };
    case 'photo-removed':
      return { ...draft, photos: draft.photos.filter((photo) => photo.id !== action.id) };
    case 'intended':
      return { ...draft, intent: action.intent };
    case 'sent':
      // What was written while it was on its way stays.
      return intentOf(draft) === action.intent ? EMPTY_DRAFT : draft;
  }
}

export interface AnswerStores {
  draft: AnswerStore;
  uploads: UploadStore;
}

const opened = new Map<string, AnswerStores>();

/** The stores are the same until the page is reloaded, so that uploads go on while the dialog is closed. */
export function answerStores(uid: string, conversationId: string): AnswerStores {
  const key = draftKey(uid, conversationId);
  const known = opened.get(key);
  if (known) return known;
  const draft = createAnswerStore(localStorage, key);
  const uploads = openUploads(draft, key, localStorage);
  const stores = { draft, uploads };
  opened.set(key, stores);
  return stores;
}
