import { type Draft, type DraftRevision, draftRevision } from '../../../../shared/drafts.ts';
import { ApiFailure } from '../../../lib/api.ts';
import type { WizardStore } from '../wizard-store.ts';
import { type DraftCalls, DraftChanged } from './draft-calls.ts';
import { deskOf, fingerprint, letterOn } from './draft-content.ts';

/** After the last change, ms; while somebody goes on writing, at least this often. */
const SETTLE_MS = 1_500;
const AT_LEAST_EVERY_MS = 10_000;
/** Until the next try when the server could not be reached, ms. */
const TRY_AGAIN_MS = 20_000;

/**
 * What the desk has to say of the letter on the server. `offered`: one lies there, and this desk is empty.
 * `other`: one lies there that isn't this one. `newer`: this very letter went on elsewhere. `gone`: it was sent or
 * put away elsewhere.
 */
export type DraftView =
  | { kind: 'quiet' }
  | { kind: 'offered' | 'other' | 'newer'; draft: Draft }
  | { kind: 'gone' };

/** Keeps the letter in progress on the server, besides the tab's own storage, which stays the first line. */
export interface DraftSync {
  get: () => DraftView;
  subscribe: (listener: () => void) => () => void;
  /** Looks what lies on the server. From then on changes are saved. */
  begin: () => Promise<void>;
  /** Saves now what waits to be saved: the page is being left. */
  flush: () => void;
  /** The letter on the server takes the place of this one. */
  resume: () => void;
  /** This letter takes the place of the one on the server. */
  keep: () => void;
  /** The letter on the server goes, for good; answers what it was. */
  discard: () => Promise<Draft | null>;
  /** A discarded letter lies on the desk again, unless another has been begun there. */
  restore: (draft: Draft) => void;
}

export interface DraftSyncParts {
  wizard: WizardStore;
  calls: DraftCalls;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  uid: string;
  newId: () => string;
}

const QUIET: DraftView = { kind: 'quiet' };

export function createDraftSync({ wizard, calls, storage, uid, newId }: DraftSyncParts): DraftSync {
  const key = `draft-revision:${uid}`;
  let view: DraftView = QUIET;
  /** the save that this tab's letter stands on */
  let base = storedRevision(storage.getItem(key));
  /** what that save said, where this page made or read it */
  let saved: string | null = null;
  let begun = false;
  let saving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince = 0;
  const listeners = new Set<() => void>();

  function show(next: DraftView) {
    view = next;
    for (const listener of listeners) listener();
  }

  function standOn(revision: DraftRevision | null, said: string | null) {
    base = revision;
    saved = said;
    if (revision) storage.setItem(key, JSON.stringify(revision));
    else storage.removeItem(key);
  }

  function meet(draft: Draft | null) {
    const mine = deskOf(wizard.get());
    if (!draft) {
      if (base && mine) return show({ kind: 'gone' });
      standOn(null, null);
      return show(QUIET);
    }
    const there = fingerprint(draft.content);
    const { letter } = draft.content;
    if (mine && fingerprint(mine) === there) {
      standOn({ letter, version: draft.version }, there);
      return show(QUIET);
    }
    if (base?.letter === letter && base.version === draft.version) {
      saved = there;
      show(QUIET);
      return schedule();
    }
    if (!mine) return show({ kind: 'offered', draft });
    show({ kind: base?.letter === letter ? 'newer' : 'other', draft });
  }

  function schedule(after = SETTLE_MS) {
    if (!begun || saving || view.kind !== 'quiet') return;
    const now = Date.now();
    waitingSince ||= now;
    const latest = waitingSince + Math.max(after, AT_LEAST_EVERY_MS);
    clearTimeout(timer);
    timer = setTimeout(save, Math.max(0, Math.min(now + after, latest) - now));
  }

  async function save() {
    clearTimeout(timer);
    timer = undefined;
    waitingSince = 0;
    if (!begun || saving || view.kind !== 'quiet') return;
    const mine = deskOf(wizard.get());
    const said = mine && fingerprint(mine);
    if (said === saved || (!mine && !base)) return;
    saving = true;
    let again: number | null = SETTLE_MS;
    try {
      if (mine) {
        const letter = base?.letter ?? newId();
        standOn(await calls.save(base, { ...mine, letter }), said);
      } else if (base) {
        await calls.discard(base);
        standOn(null, null);
      }
    } catch (cause) {
      again = failed(cause);
    } finally {
      saving = false;
      if (again !== null) schedule(again);
    }
  }

  /** @returns when to try again, ms; null when only a change could help */
  function failed(cause: unknown): number | null {
    if (cause instanceof DraftChanged) {
      meet(cause.draft);
      return null;
    }
    console.warn('The letter in progress is kept in this tab alone for now', cause);
    const hopeless = cause instanceof ApiFailure && cause.status < 500 && cause.status !== 429;
    return hopeless ? null : TRY_AGAIN_MS;
  }

  wizard.subscribe(() => {
    const empty = deskOf(wizard.get()) === null;
    // What is begun beside an offer asks which of both counts.
    if (view.kind === 'offered' && !empty) show({ kind: 'other', draft: view.draft });
    // The letter on the desk was sent, perhaps, and took its draft along.
    else if (view.kind !== 'offered' && view.kind !== 'quiet' && empty) void begin();
    schedule();
  });

  async function begin() {
    try {
      const draft = await calls.load();
      begun = true;
      if (!saving) meet(draft);
    } catch (cause) {
      // Offline, say: a save finds out what lies there, too.
      begun = true;
      schedule(failed(cause) ?? TRY_AGAIN_MS);
    }
  }

  function take(draft: Draft) {
    const { letter } = draft.content;
    standOn({ letter, version: draft.version }, fingerprint(draft.content));
    show(QUIET);
    wizard.dispatch({ type: 'resumed', letter: letterOn(draft.content) });
  }

  return {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin,
    flush() {
      if (timer !== undefined) void save();
    },
    resume() {
      if (view.kind === 'gone') {
        standOn(null, null);
        show(QUIET);
        wizard.dispatch({ type: 'started-over' });
      } else if (view.kind !== 'quiet') take(view.draft);
    },
    keep() {
      if (view.kind === 'quiet') return;
      const draft = view.kind === 'gone' ? null : view.draft;
      standOn(draft && { letter: draft.content.letter, version: draft.version }, null);
      show(QUIET);
      void save();
    },
    async discard() {
      if (view.kind === 'quiet' || view.kind === 'gone') return null;
      const { draft } = view;
      try {
        await calls.discard({ letter: draft.content.letter, version: draft.version });
      } catch (cause) {
        if (!(cause instanceof DraftChanged)) throw cause;
        meet(cause.draft);
        return null;
      }
      show(QUIET);
      schedule();
      return draft;
    },
    restore({ content }) {
      if (deskOf(wizard.get()) === null) wizard.dispatch({ type: 'resumed', letter: letterOn(content) });
    },
  };
}

function storedRevision(text: string | null): DraftRevision | null {
  if (text === null) return null;
  try {
    return draftRevision.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Half a value is as good as none: the server says what lies there.
    return null;
  }
}
