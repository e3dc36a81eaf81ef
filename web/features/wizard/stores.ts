import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { onPersonChange } from '../identity/person-change.ts';
import { openUploads, type UploadStore } from '../uploads/upload-store.ts';
import { keepLetterWhileHidden, takeClosedLetter } from './closed-letter.ts';
import { draftApi } from './draft/draft-api.ts';
import { createDraftSync, type DraftSync } from './draft/draft-sync.ts';
import { createWizardStore, type WizardStore } from './wizard-store.ts';

export interface WizardStores {
  wizard: WizardStore;
  uploads: UploadStore;
  drafts: DraftSync;
}

const opened = new Map<string, WizardStores>();
/** uid of whose letter is at this desk; of nobody's once they are signed out */
const writers = new Set<string>();
onPersonChange(() => writers.clear());

/** The stores of one person's letter, the same ones until the page is reloaded. */
export function wizardStores(uid: string, renewSession: () => Promise<unknown>): WizardStores {
  writers.add(uid);
  const known = opened.get(uid);
  if (known) return known;
  takeClosedLetter(uid);
  const wizard = createWizardStore(sessionStorage, uid);
  const uploads = openUploads(wizard, uid, renewSession, sessionStorage);
  const drafts = createDraftSync({
    wizard,
    api: draftApi,
    storage: sessionStorage,
    uid,
    newId: newIdempotencyKey,
  });
  keepLetterWhileHidden(
    uid,
    () => writers.has(uid) && (!drafts.isSaved() || uploads.get().some(({ retryable }) => retryable)),
  );
  const stores = { wizard, uploads, drafts };
  opened.set(uid, stores);
  return stores;
}
