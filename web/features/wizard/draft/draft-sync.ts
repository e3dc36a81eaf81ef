import { z } from 'zod';
import {
  type Draft,
  type DraftFields,
  type DraftRevision,
  draftFields,
  draftId,
  draftRevision,
} from '../../../../shared/drafts.ts';
import { readJson } from '../../../../shared/read-json.ts';
import { DEFAULT_TEMPLATE } from '../../../../shared/templates.ts';
import { ApiFailure } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { keepText, keptText } from '../../../lib/kept-text.ts';
import { createStore } from '../../../lib/store.ts';
import { isNobody } from '../recipients.ts';
import { allowedStep, keptMessage, newLetter, type WizardState, wordedMessage } from '../wizard-state.ts';
import type { WizardStore } from '../wizard-store.ts';
import { type DraftApi, DraftConflict } from './draft-api.ts';

/** How long the page waits for the first comparison, ms. */
const COMPARE_WITHIN_MS = 1_000;
/** After the last change, and at least this often while changes go on, ms. */
const SAVE_AFTER_MS = 1_500;
const SAVE_AT_LEAST_EVERY_MS = 10_000;
/** After a save or a comparison that failed, ms. */
const RETRY_AFTER_MS = 20_000;

/**
 * What the person is asked when this tab's letter and the server's draft differ; nothing is saved until it is answered.
 * `offered`: this tab has no letter. `other`: the draft is of another letter. `newer`: both were changed. `gone`: the
 * draft was sent or discarded elsewhere.
 */
export type DraftQuestion = { kind: 'offered' | 'other' | 'newer'; draft: Draft } | { kind: 'gone' };

export type DraftSync = ReturnType<typeof createDraftSync>;

interface DraftSyncParts {
  wizard: WizardStore;
  api: DraftApi;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  uid: string;
  /** false once somebody else may be signed in: with their session nothing is saved or shown */
  isSignedIn: () => boolean;
}

const savedDraft = draftRevision.extend({ content: draftFields.nullable().catch(null) });
type SavedDraft = z.infer<typeof savedDraft>;

const syncState = z.object({
  /** the saved draft on which this tab's letter is based; its content is null where it is unknown */
  base: savedDraft.nullable().catch(null),
  /** the content of the last save; the server may have it although its answer was lost */
  sent: draftFields.nullable().catch(null),
  /** draft id of this tab's letter; null until there is something to save */
  letter: draftId.nullable(),
});

export const syncKey = (uid: string) => `draft-sync:${uid}`;

/** A store of the question; null when there is none, undefined until the first comparison. */
export function createDraftSync({ wizard, api, storage, uid, isSignedIn }: DraftSyncParts) {
  const question = createStore<DraftQuestion | null | undefined>(undefined);
  let sync = readJson(keptText(storage, syncKey(uid)), syncState) ?? { base: null, sent: null, letter: null };
  /** the letter was empty since the last save: what is written now is another one */
  let emptied = false;
  let hasChecked = false;
  let saving = false;
  let running = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsavedSince = 0;

  function keep(change: Partial<typeof sync>) {
    sync = { ...sync, ...change };
    if ('letter' in change) emptied = false;
    keepText(storage, syncKey(uid), JSON.stringify(sync));
  }

  function ownLetter(): string {
    const letter = sync.letter ?? newIdempotencyKey();
    if (letter !== sync.letter) keep({ letter });
    return letter;
  }

  /** @param mayReplace true while the page opens: a newer draft replaces a letter without edits, and nobody is asked */
  function compare(draft: Draft | null, { mayReplace }: { mayReplace: boolean }) {
    if (!isSignedIn()) return;
    const state = wizard.get();
    const fields = draftFieldsOf(state);
    const untouched = isUntouched(state);
    const { base, sent } = sync;
    if (!draft) {
      if (base && !untouched) return question.set({ kind: 'gone' });
      keep(untouched ? { base: null, letter: null } : { base: null });
      question.set(null);
      return schedule();
    }
    const { letter } = draft.content;
    const saved: SavedDraft = { ...revisionOf(draft), content: draft.content };
    // A letter that nobody emptied could not be read from storage: only the draft has it.
    const isKnown = !untouched || emptied;
    const isBase = isKnown && base?.letter === letter && base.version === draft.version;
    const isLastSave = sent && letter === sync.letter && same(sent, draft.content);
    if (isBase || (fields && (isLastSave || same(fields, draft.content)))) {
      keep({ base: saved, letter });
      question.set(null);
      return schedule();
    }
    if (untouched) return question.set({ kind: 'offered', draft });
    if (base?.letter !== letter) return question.set({ kind: 'other', draft });
    // Another step is no edit. A letter of which a send was begun is not replaced.
    const unedited = fields && base.content && same({ ...base.content, step: fields.step }, fields);
    if (!mayReplace || !unedited || fields.intent !== null) return question.set({ kind: 'newer', draft });
    const newer = letterOf(draft.content);
    const shown = { ...newer, step: allowedStep(newer, state.step) };
    resume({ ...saved, content: draftFieldsOf(shown) }, shown);
  }

  function resume(saved: SavedDraft, letter: WizardState) {
    keep({ base: saved, letter: saved.letter });
    question.set(null);
    wizard.dispatch({ type: 'resumed', letter });
  }

  function schedule(after = SAVE_AFTER_MS) {
    if (!hasChecked || saving || question.get()) return;
    const now = Date.now();
    unsavedSince ||= now;
    const latest = unsavedSince + Math.max(after, SAVE_AT_LEAST_EVERY_MS);
    clearTimeout(timer);
    timer = setTimeout(save, Math.max(0, Math.min(now + after, latest) - now));
  }

  function save(): Promise<void> {
    if (!saving) running = saveNow();
    return running;
  }

  async function saveNow() {
    clearTimeout(timer);
    timer = undefined;
    unsavedSince = 0;
    if (!hasChecked || question.get() || !isSignedIn()) return;
    const state = wizard.get();
    const content = draftFieldsOf(state);
    const { base } = sync;
    // A letter that the draft's schema refuses is kept in this tab alone; the draft stays as it was last saved.
    if (!content && !isUntouched(state)) return;
    if (!emptied && (content ? base?.content && same(content, base.content) : !base)) return;
    saving = true;
    let again: number | null = SAVE_AFTER_MS;
    try {
      if (emptied || !content) {
        if (base) await api.discard(base);
        keep({ base: null, letter: null });
      }
      if (content && isSignedIn()) {
        keep({ sent: content });
        const replaced = sync.base && { letter: sync.base.letter, version: sync.base.version };
        const saved = await api.save(replaced, { ...content, letter: ownLetter() });
        keep({ base: { ...saved, content } });
      }
    } catch (cause) {
      again = retryAfter(cause);
    } finally {
      saving = false;
      if (again !== null) schedule(again);
    }
  }

  /** @returns when to try again, ms; null when only a change could help */
  function retryAfter(cause: unknown): number | null {
    if (cause instanceof DraftConflict) {
      compare(cause.draft, { mayReplace: false });
      return question.get() ? null : SAVE_AFTER_MS;
    }
    console.warn('The letter in progress is kept in this tab alone for now', cause);
    const permanent = cause instanceof ApiFailure && cause.status < 500 && cause.status !== 429;
    return permanent ? null : RETRY_AFTER_MS;
  }

  wizard.subscribe(() => {
    const asked = question.get();
    const empty = isUntouched(wizard.get());
    if (empty && sync.letter) emptied = true;
    if (asked?.kind === 'offered') {
      if (!empty) question.set({ kind: 'other', draft: asked.draft });
    }
    // This tab may have sent its letter, and with that deleted the draft.
    else if (asked && empty) void check();
    schedule();
  });

  async function check() {
    const before = sync.base;
    const endWait = () => question.get() === undefined && question.set(null);
    setTimeout(endWait, COMPARE_WITHIN_MS);
    try {
      const draft = await api.load();
      hasChecked = true;
      // A save since then is newer than this answer.
      if (!saving && sync.base === before) compare(draft, { mayReplace: true });
    } catch (cause) {
      hasChecked = true;
      schedule(retryAfter(cause) ?? RETRY_AFTER_MS);
    }
    endWait();
  }

  return {
    get: question.get,
    /** Whether the server has this tab's letter as it is. */
    isSaved() {
      const content = draftFieldsOf(wizard.get());
      const { base } = sync;
      return content ? !!base?.content && same(content, base.content) : isUntouched(wizard.get());
    },
    subscribe: question.subscribe,
    /** Compares with the server; changes are saved after the first time. */
    check,
    /** Saves unsaved changes at once, as the page is being left. */
    flush() {
      if (timer !== undefined) void save();
    },
    /** Saves first. @returns the draft's id, the same on every device: the server sends one letter of it */
    async settle() {
      await running;
      await save();
      return ownLetter();
    },
    /** For another letter with this content, after the draft's own was sent. */
    beginAnother() {
      keep({ base: null, letter: newIdempotencyKey() });
      question.set(null);
      schedule();
    },
    takeServerDraft() {
      const asked = question.get();
      if (!asked) return;
      if (asked.kind !== 'gone') {
        const { content } = asked.draft;
        return resume({ ...revisionOf(asked.draft), content }, letterOf(content));
      }
      keep({ base: null, letter: null });
      question.set(null);
      wizard.dispatch({ type: 'started-over' });
    },
    keepLocal() {
      const asked = question.get();
      if (!asked) return;
      // Saving an empty letter would delete the server's draft.
      if (isUntouched(wizard.get())) return void check();
      keep({ base: asked.kind === 'gone' ? null : { ...revisionOf(asked.draft), content: null } });
      question.set(null);
      void save();
    },
    /** @returns the draft that is deleted; null when it was changed meanwhile and stays */
    async discard() {
      const asked = question.get();
      if (!asked || asked.kind === 'gone') return null;
      const { draft } = asked;
      try {
        await api.discard(revisionOf(draft));
      } catch (cause) {
        if (!(cause instanceof DraftConflict)) throw cause;
        compare(cause.draft, { mayReplace: false });
        return null;
      }
      question.set(null);
      schedule();
      return draft;
    },
    /** Undoes `discard`, unless another letter was begun. */
    restore({ content }: Draft) {
      if (isUntouched(wizard.get())) wizard.dispatch({ type: 'resumed', letter: letterOf(content) });
    },
  };
}

/** Whether there is no letter yet. */
export function isUntouched({ photos, recipient, others, template, message }: WizardState): boolean {
  return (
    photos.length === 0 &&
    isNobody(recipient) &&
    others.length === 0 &&
    template === DEFAULT_TEMPLATE &&
    keptMessage(message) === null
  );
}

/** @returns null for a letter that was not begun, and for one that the draft's schema refuses */
export function draftFieldsOf(state: WizardState): DraftFields | null {
  if (isUntouched(state)) return null;
  return draftFields.safeParse({ ...state, message: keptMessage(state.message) }).data ?? null;
}

/** The letter of a draft, at the first step: the page itself goes to the step at which it was left. */
export function letterOf({ step: _, ...fields }: DraftFields): WizardState {
  return { ...newLetter(), ...fields, message: wordedMessage(fields) };
}

/** In any order of keys. Earlier releases saved the default message as text. */
function same(one: DraftFields, other: DraftFields): boolean {
  const text = (fields: DraftFields) =>
    JSON.stringify(draftFields.parse({ ...fields, message: keptMessage(fields.message) }));
  return text(one) === text(other);
}

const revisionOf = ({ content, version }: Draft): DraftRevision => ({ letter: content.letter, version });
