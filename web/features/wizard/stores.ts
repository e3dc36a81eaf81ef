import { z } from 'zod';
import { readJson } from '../../../shared/read-json.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { keepText, keptText } from '../../lib/kept-text.ts';
import { onPersonChange } from '../identity/person-change.ts';
import { openUploads, type UploadStore } from '../uploads/upload-store.ts';
import { draftApi } from './draft/draft-api.ts';
import { createDraftSync, type DraftSync, syncKey } from './draft/draft-sync.ts';
import { createWizardStore, storageKey, type WizardStore } from './wizard-store.ts';

export interface WizardStores {
  wizard: WizardStore;
  uploads: UploadStore;
  drafts: DraftSync;
}

const opened = new Map<string, WizardStores>();
/** uids of people who are signed in with an open letter; emptied when the person changes */
const writers = new Set<string>();
onPersonChange(() => writers.clear());

/** The stores of one person's letter, the same ones until the page is reloaded. */
export function wizardStores(uid: string): WizardStores {
  writers.add(uid);
  const known = opened.get(uid);
  if (known) return known;
  takeClosedLetter(uid);
  const wizard = createWizardStore(sessionStorage, uid);
  const uploads = openUploads(wizard, uid, sessionStorage);
  const isSignedIn = () => writers.has(uid);
  const drafts = createDraftSync({ wizard, api: draftApi, storage: sessionStorage, uid, isSignedIn });
  keepLetterWhileHidden(
    uid,
    () => isSignedIn() && (!drafts.isSaved() || uploads.get().some(({ retryable }) => retryable)),
  );
  const stores = { wizard, uploads, drafts };
  opened.set(uid, stores);
  return stores;
}

/** A phone ends an app out of sight without a word: what the server lacks of a letter lies here for the next tab. */
const copies = (uid: string) => `unsaved-letter:${uid}:`;

function ownCopy(uid: string): string {
  const tab = keptText(sessionStorage, 'tab') ?? newIdempotencyKey();
  keepText(sessionStorage, 'tab', tab);
  return copies(uid) + tab;
}

/** Before the stores of the letter are opened. */
function takeClosedLetter(uid: string): void {
  localStorage.removeItem(ownCopy(uid));
  if (sessionStorage.getItem(storageKey(uid)) !== null) return;
  const key = Object.keys(localStorage).find((name) => name.startsWith(copies(uid)));
  if (key === undefined) return;
  const entries = readJson(localStorage.getItem(key), z.record(z.string(), z.string())) ?? {};
  for (const [name, text] of Object.entries(entries)) keepText(sessionStorage, name, text);
  if (sessionStorage.getItem(storageKey(uid)) !== null) localStorage.removeItem(key);
}

/** @param isAtRisk whether the server lacks something of the letter */
function keepLetterWhileHidden(uid: string, isAtRisk: () => boolean): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' || !isAtRisk()) return localStorage.removeItem(ownCopy(uid));
    const names = [storageKey(uid), syncKey(uid), `left-behind:${uid}`];
    const entries = names.map((name) => [name, keptText(sessionStorage, name)]);
    const copy = Object.fromEntries(entries.filter(([, text]) => text !== null));
    keepText(localStorage, ownCopy(uid), JSON.stringify(copy));
  });
}
