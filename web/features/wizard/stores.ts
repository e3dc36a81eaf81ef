import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { openUploads, type UploadStore } from '../uploads/upload-store.ts';
import { draftApi } from './draft/draft-api.ts';
import { createDraftSync, type DraftSync } from './draft/draft-sync.ts';
import { createWizardStore, type WizardStore } from './wizard-store.ts';

export interface WizardStores {
  wizard: WizardStore;
  uploads: UploadStore;
  drafts: DraftSync;
}

const opened = new Map<string, WizardStores>();

/** The stores of one person's letter, the same ones until the page is reloaded. */
export function wizardStores(uid: string, renewSession: () => Promise<unknown>): WizardStores {
  const known = opened.get(uid);
  if (known) return known;
  const wizard = createWizardStore(sessionStorage, uid);
  const uploads = openUploads(wizard, uid, renewSession);
  const drafts = createDraftSync({
    wizard,
    api: draftApi,
    storage: sessionStorage,
    uid,
    newId: newIdempotencyKey,
  });
  const stores = { wizard, uploads, drafts };
  opened.set(uid, stores);
  return stores;
}
