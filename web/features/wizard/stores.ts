import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { registerUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { browserConnection } from '../uploads/connection.ts';
import { leftBehindNotes } from '../uploads/interrupted-uploads.ts';
import { sendFile } from '../uploads/send-file.ts';
import { createUploadStore, type UploadStore } from '../uploads/upload-store.ts';
import { draftCalls } from './draft/draft-calls.ts';
import { createDraftSync, type DraftSync } from './draft/draft-sync.ts';
import { createWizardStore, type WizardStore } from './wizard-store.ts';

export interface WizardStores {
  wizard: WizardStore;
  uploads: UploadStore;
  drafts: DraftSync;
}

const opened = new Map<string, WizardStores>();

/** The stores of one person's letter, the same ones for as long as the page is not reloaded. */
export function wizardStores(uid: string, renewSession: () => Promise<unknown>): WizardStores {
  const known = opened.get(uid);
  if (known) return known;
  const wizard = createWizardStore(sessionStorage, uid);
  const uploads = createUploadStore({
    wizard,
    send: sendFile,
    renewSession,
    connection: browserConnection,
    newId: newIdempotencyKey,
    notes: leftBehindNotes(sessionStorage, `left-behind:${uid}`),
    stake: registerUnsavedChanges(),
  });
  const drafts = createDraftSync({
    wizard,
    calls: draftCalls,
    storage: sessionStorage,
    uid,
    newId: newIdempotencyKey,
  });
  const stores = { wizard, uploads, drafts };
  opened.set(uid, stores);
  return stores;
}
