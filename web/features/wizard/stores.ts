import { newStake } from '../../lib/at-stake.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { draftCalls } from './draft/draft-calls.ts';
import { createDraftSync, type DraftSync } from './draft/draft-sync.ts';
import { browserConnection } from './upload/connection.ts';
import { leftBehindNotes } from './upload/left-behind.ts';
import { sendFile } from './upload/send-file.ts';
import { createUploadStore, type UploadStore } from './upload/upload-store.ts';
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
    stake: newStake(),
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
