import { type ActionStore, createSavedStore } from '../../../lib/store.ts';
import { insertAfter, type PhotoAction } from '../../uploads/letter-photo.ts';
import { openUploads, type UploadStore } from '../../uploads/upload-store.ts';
import { type AnswerDraft, draftKey, EMPTY_DRAFT, loadDraft, saveDraft } from './answer-draft.ts';

type AnswerAction =
  | PhotoAction
  | { type: 'photo-removed'; id: string }
  | { type: 'typed'; body: string }
  | { type: 'intended'; intent: AnswerDraft['intent'] }
  | { type: 'sent' };

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
    case 'photo-replaced':
      return {
        ...draft,
        photos: draft.photos.map((photo) => (photo.id === action.id ? { ...photo, ...action.image } : photo)),
      };
    case 'photo-removed':
      return { ...draft, photos: draft.photos.filter((photo) => photo.id !== action.id) };
    case 'intended':
      return { ...draft, intent: action.intent };
    case 'sent':
      return EMPTY_DRAFT;
  }
}

export interface AnswerStores {
  draft: AnswerStore;
  uploads: UploadStore;
}

const opened = new Map<string, AnswerStores>();

/** The stores are the same until the page is reloaded, so that uploads go on while the dialog is closed. */
export function answerStores(
  uid: string,
  conversationId: string,
  renewSession: () => Promise<unknown>,
): AnswerStores {
  const key = draftKey(uid, conversationId);
  const known = opened.get(key);
  if (known) return known;
  const draft = createAnswerStore(localStorage, key);
  const uploads = openUploads(draft, key, renewSession);
  const stores = { draft, uploads };
  opened.set(key, stores);
  return stores;
}
