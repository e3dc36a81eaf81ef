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

/** The page waits no longer to learn whether it opens with a question, ms. */
const KNOWN_AFTER_MS = 1_000;
/** After the last change, ms; while somebody goes on writing, at least this often. */
const SAVE_AFTER_MS = 1_500;
const SAVE_AT_LEAST_EVERY_MS = 10_000;
/** Until the next try when the server could not be reached, ms. */
const RETRY_AFTER_MS = 20_000;

/**
 * What the person decides while this tab's letter and the server's draft differ. `offered`: nothing is in this
 * tab. `other`: the draft is of another letter. `newer`: both were changed. `gone`: it was sent or discarded
 * elsewhere. Until then nothing is saved.
 */
export type DraftQuestion = { kind: 'offered' | 'other' | 'newer'; draft: Draft } | { kind: 'gone' };

export type DraftSync = ReturnType<typeof createDraftSync>;

interface DraftSyncParts {
  wizard: WizardStore;
  api: DraftApi;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  uid: string;
  /** false once somebody else may be signed in: nothing is saved or taken over with their session */
  isAtDesk: () => boolean;
}

const savedDraft = draftRevision.extend({ content: draftFields.nullable().catch(null) });
type SavedDraft = z.infer<typeof savedDraft>;

const syncState = z.object({
  /** the save that the letter of this tab is based on; its content is null where it is not known */
  base: savedDraft.nullable().catch(null),
  /** what was sent last: the server may have it though its answer was lost */
  sent: draftFields.nullable().catch(null),
  /** id of the draft that this tab's letter is; null until there is something to save */
  letter: draftId.nullable(),
});

export const syncKey = (uid: string) => `draft-sync:${uid}`;

/** A store of what the person decides; null when there is nothing, undefined until the first comparison. */
export function createDraftSync({ wizard, api, storage, uid, isAtDesk }: DraftSyncParts) {
  const question = createStore<DraftQuestion | null | undefined>(undefined);
  let own = readJson(keptText(storage, syncKey(uid)), syncState) ?? { base: null, sent: null, letter: null };
  /** the letter was empty since the last save: what comes is another one */
  let emptied = false;
  let checked = false;
  let saving = false;
  let running = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince = 0;

  function keep(change: Partial<typeof own>) {
    own = { ...own, ...change };
    if ('letter' in change) emptied = false;
    keepText(storage, syncKey(uid), JSON.stringify(own));
  }

  function ownLetter(): string {
    const letter = own.letter ?? newIdempotencyKey();
    if (letter !== own.letter) keep({ letter });
    return letter;
  }

  /** @param mayTake a newer draft may replace a letter without edits while the page opens; later the person is asked */
  function compare(draft: Draft | null, { mayTake }: { mayTake: boolean }) {
    if (!isAtDesk()) return;
    const state = wizard.get();
    const local = draftFieldsOf(state);
    const untouched = isUntouched(state);
    const { base, sent } = own;
    if (!draft) {
      if (base && !untouched) return question.set({ kind: 'gone' });
      keep(untouched ? { base: null, letter: null } : { base: null });
      question.set(null);
      return schedule();
    }
    const { letter } = draft.content;
    const saved: SavedDraft = { ...revisionOf(draft), content: draft.content };
    // A letter that this page did not empty could not be read: the draft is all that is left of it.
    const isKnown = !untouched || emptied;
    const isBase = isKnown && base?.letter === letter && base.version === draft.version;
    const isOwn = sent && letter === own.letter && same(sent, draft.content);
    if (isBase || (local && (isOwn || same(local, draft.content)))) {
      keep({ base: saved, letter });
      question.set(null);
      return schedule();
    }
    if (untouched) return question.set({ kind: 'offered', draft });
    if (base?.letter !== letter) return question.set({ kind: 'other', draft });
    // A step is no edit. A send that was begun belongs to the letter as it is here.
    const unedited = local && base.content && same({ ...base.content, step: local.step }, local);
    if (!mayTake || !unedited || local.intent !== null) return question.set({ kind: 'newer', draft });
    const newer = letterOf(draft.content);
    const shown = { ...newer, step: allowedStep(newer, state.step) };
    take({ ...saved, content: draftFieldsOf(shown) }, shown);
  }

  function take(saved: SavedDraft, letter: WizardState) {
    keep({ base: saved, letter: saved.letter });
    question.set(null);
    wizard.dispatch({ type: 'resumed', letter });
  }

  function schedule(after = SAVE_AFTER_MS) {
    if (!checked || saving || question.get()) return;
    const now = Date.now();
    waitingSince ||= now;
    const latest = waitingSince + Math.max(after, SAVE_AT_LEAST_EVERY_MS);
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
    waitingSince = 0;
    if (!checked || question.get() || !isAtDesk()) return;
    const state = wizard.get();
    const content = draftFieldsOf(state);
    const { base } = own;
    // What a draft can't hold is kept in this tab alone; the draft stays as it was last saved.
    if (!content && !isUntouched(state)) return;
    if (!emptied && (content ? base?.content && same(content, base.content) : !base)) return;
    saving = true;
    let again: number | null = SAVE_AFTER_MS;
    try {
      if (emptied || !content) {
        if (base) await api.discard(base);
        keep({ base: null, letter: null });
      }
      if (content && isAtDesk()) {
        keep({ sent: content });
        const replaced = own.base && { letter: own.base.letter, version: own.base.version };
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
      compare(cause.draft, { mayTake: false });
      return question.get() ? null : SAVE_AFTER_MS;
    }
    console.warn('The letter in progress is kept in this tab alone for now', cause);
    const permanent = cause instanceof ApiFailure && cause.status < 500 && cause.status !== 429;
    return permanent ? null : RETRY_AFTER_MS;
  }

  wizard.subscribe(() => {
    const asked = question.get();
    const empty = isUntouched(wizard.get());
    if (empty && own.letter) emptied = true;
    if (asked?.kind === 'offered') {
      if (!empty) question.set({ kind: 'other', draft: asked.draft });
    }
    // The letter of this tab was sent, perhaps, and its draft deleted with it.
    else if (asked && empty) void check();
    schedule();
  });

  async function check() {
    const before = own.base;
    const unknown = () => question.get() === undefined && question.set(null);
    setTimeout(unknown, KNOWN_AFTER_MS);
    try {
      const draft = await api.load();
      checked = true;
      // What was saved meanwhile is newer than this answer.
      if (!saving && own.base === before) compare(draft, { mayTake: true });
    } catch (cause) {
      checked = true;
      schedule(retryAfter(cause) ?? RETRY_AFTER_MS);
    }
    unknown();
  }

  return {
    get: question.get,
    /** Whether the server has the letter as it is here. */
    isSaved() {
      const content = draftFieldsOf(wizard.get());
      const { base } = own;
      return content ? !!base?.content && same(content, base.content) : isUntouched(wizard.get());
    },
    subscribe: question.subscribe,
    /** After the first comparison with the server, changes are saved. */
    check,
    /** Saves what waits to be saved: the page is being left. */
    flush() {
      if (timer !== undefined) void save();
    },
    /** Saves first. @returns the draft's id, the same on every device: the server sends one letter of it */
    async settle() {
      await running;
      await save();
      return ownLetter();
    },
    /** After the draft's own letter has left. */
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
        return take({ ...revisionOf(asked.draft), content }, letterOf(content));
      }
      keep({ base: null, letter: null });
      question.set(null);
      wizard.dispatch({ type: 'started-over' });
    },
    keepLocal() {
      const asked = question.get();
      if (!asked) return;
      // Nothing is left to keep: to save it would delete the draft on the server.
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
        compare(cause.draft, { mayTake: false });
        return null;
      }
      question.set(null);
      schedule();
      return draft;
    },
    /** Brings a discarded draft back, unless another letter was begun. */
    restore({ content }: Draft) {
      if (isUntouched(wizard.get())) wizard.dispatch({ type: 'resumed', letter: letterOf(content) });
    },
  };
}

/** Nothing of a letter is there. */
export function isUntouched({ photos, recipient, others, template, message }: WizardState): boolean {
  return (
    photos.length === 0 &&
    isNobody(recipient) &&
    others.length === 0 &&
    template === DEFAULT_TEMPLATE &&
    keptMessage(message) === null
  );
}

/** @returns null for a letter that was not begun, and for what a draft can't hold */
export function draftFieldsOf(state: WizardState): DraftFields | null {
  if (isUntouched(state)) return null;
  return draftFields.safeParse({ ...state, message: keptMessage(state.message) }).data ?? null;
}

/** The letter of a draft, at its first step: the page navigates to the step it was left at. */
export function letterOf({ step: _, ...fields }: DraftFields): WizardState {
  return { ...newLetter(), ...fields, message: wordedMessage(fields) };
}

/** The order of keys doesn't matter; earlier releases saved the default message as text. */
function same(one: DraftFields, other: DraftFields): boolean {
  const text = (fields: DraftFields) =>
    JSON.stringify(draftFields.parse({ ...fields, message: keptMessage(fields.message) }));
  return text(one) === text(other);
}

function revisionOf({ content, version }: Draft): DraftRevision {
  return { letter: content.letter, version };
}
