import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { registerUnsavedChanges } from '../../../lib/unsaved-changes.ts';
import { browserConnection } from '../../uploads/connection.ts';
import { leftBehindNotes } from '../../uploads/interrupted-uploads.ts';
import type { PhotoAction } from '../../uploads/letter-photo.ts';
import { insertAfter } from '../../uploads/page-order.ts';
import { sendFile } from '../../uploads/send-file.ts';
import { createUploadStore, type UploadStore } from '../../uploads/upload-store.ts';
import { type AnswerDraft, draftKey, EMPTY_DRAFT, loadDraft, saveDraft } from './answer-draft.ts';

type AnswerAction =
  | PhotoAction
  | { type: 'photo-removed'; id: string }
  | { type: 'typed'; body: string }
  | { type: 'intended'; intent: AnswerDraft['intent'] }
  | { type: 'sent' };

/** The answer in progress to one conversation. */
export interface AnswerStore {
  get: () => AnswerDraft;
  dispatch: (action: AnswerAction) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Every action is stored before `dispatch` returns: an intent to send is on record before its request leaves. */
export function createAnswerStore(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  key: string,
): AnswerStore {
  let draft = loadDraft(storage, key);
  const listeners = new Set<() => void>();
  return {
    get: () => draft,
    dispatch(action) {
      draft = reduce(draft, action);
      try {
        saveDraft(storage, key, draft);
      } catch (cause) {
        // A full or forbidden storage costs only the survival of a reload.
        console.warn('The answer in progress could not be stored', cause);
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
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

/**
 * The stores of one person's answer to one conversation, the same ones for as long as the page is not reloaded, so
 * that uploads go on while the dialog is closed. The draft lies in `localStorage`: words outlive a closed tab.
 */
export function answerStores(
  uid: string,
  conversationId: string,
  renewSession: () => Promise<unknown>,
): AnswerStores {
  const key = draftKey(uid, conversationId);
  const known = opened.get(key);
  if (known) return known;
  const draft = createAnswerStore(localStorage, key);
  const uploads = createUploadStore({
    wizard: draft,
    send: sendFile,
    renewSession,
    connection: browserConnection,
    newId: newIdempotencyKey,
    notes: leftBehindNotes(sessionStorage, `left-behind:${key}`),
    stake: registerUnsavedChanges(),
  });
  const stores = { draft, uploads };
  opened.set(key, stores);
  return stores;
}
