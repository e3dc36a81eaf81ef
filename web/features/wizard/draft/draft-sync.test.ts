import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Draft, DraftContent, DraftRevision } from '../../../../shared/drafts.ts';
import { aFinishedLetter, memoryStorage } from '../../../../test/web/wizard.ts';
import { ApiFailure } from '../../../lib/api.ts';
import { newLetter } from '../wizard-state.ts';
import { createWizardStore } from '../wizard-store.ts';
import { type DraftCalls, DraftChanged } from './draft-calls.ts';
import { deskOf, fingerprint, letterOn } from './draft-content.ts';
import { createDraftSync } from './draft-sync.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What the server does, for one person, without one. */
class Shelf implements DraftCalls {
  draft: Draft | null = null;
  saves = 0;
  away = false;

  load = async () => {
    this.#answer();
    return this.draft;
  };
  save = async (base: DraftRevision | null, content: DraftContent) => {
    this.#answer();
    this.#expect(base);
    this.saves += 1;
    const version = (this.draft?.version ?? 0) + 1;
    this.draft = { content, version, updatedAt: '2026-03-14T09:12:00.000Z' };
    return { letter: content.letter, version };
  };
  discard = async (revision: DraftRevision) => {
    this.#answer();
    if (this.draft) this.#expect(revision);
    this.draft = null;
  };
  #answer() {
    if (this.away) throw new TypeError('Failed to fetch');
  }
  #expect(base: DraftRevision | null) {
    const now = this.draft && `${this.draft.content.letter} ${this.draft.version}`;
    if (now !== (base && `${base.letter} ${base.version}`)) throw new DraftChanged(this.draft);
  }
}

let letters = 0;
function aTab(shelf: Shelf) {
  const held = memoryStorage();
  const storage = { ...held, removeItem: (key: string) => held.setItem(key, 'null') };
  const wizard = createWizardStore(storage, 'maren');
  const newId = () => `${String(++letters).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const open = () => createDraftSync({ wizard, calls: shelf, storage, uid: 'maren', newId });
  return { wizard, storage, drafts: open(), open };
}
const write = (tab: ReturnType<typeof aTab>, message: string) =>
  tab.wizard.dispatch({ type: 'message-typed', message });
const settle = () => vi.advanceTimersByTimeAsync(2_000);

it('saves quietly once the writing rests, and at times while it does not', async () => {
  const shelf = new Shelf();
  const tab = aTab(shelf);
  await tab.drafts.begin();
  for (let second = 0; second < 25; second++) {
    write(tab, `Dear Ilse, ${second}`);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(shelf.saves).toBe(2);
  await settle();
  expect([shelf.saves, shelf.draft?.content.message]).toEqual([3, 'Dear Ilse, 24']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shelf.saves).toBe(3);
});

it('saves at once when the page is left', async () => {
  const shelf = new Shelf();
  const tab = aTab(shelf);
  await tab.drafts.begin();
  write(tab, 'Half a sent');
  tab.drafts.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(shelf.draft?.content.message).toBe('Half a sent');
});

it('offers the letter on another device, and goes on with it there', async () => {
  const shelf = new Shelf();
  const phone = aTab(shelf);
  await phone.drafts.begin();
  phone.wizard.dispatch({ type: 'resumed', letter: aFinishedLetter() });
  await settle();
  const laptop = aTab(shelf);
  await laptop.drafts.begin();
  expect(laptop.drafts.get()).toMatchObject({ kind: 'offered', draft: { version: 1 } });
  laptop.drafts.resume();
  expect(laptop.drafts.get()).toEqual({ kind: 'quiet' });
  expect(laptop.wizard.get()).toMatchObject({
    photos: aFinishedLetter().photos,
    recipient: aFinishedLetter().recipient,
  });
  write(laptop, 'From the laptop');
  await settle();
  expect(shelf.draft).toMatchObject({ version: 2, content: { message: 'From the laptop' } });
  // The phone, still open, finds out when it goes on.
  write(phone, 'From the phone');
  await settle();
  expect(phone.drafts.get()).toMatchObject({ kind: 'newer', draft: { version: 2 } });
  expect(phone.wizard.get().message).toBe('From the phone');
  phone.drafts.keep();
  await settle();
  expect(shelf.draft).toMatchObject({ version: 3, content: { message: 'From the phone' } });
  write(laptop, 'Once more');
  await settle();
  laptop.drafts.resume();
  expect(laptop.wizard.get().message).toBe('From the phone');
});

it('asks which letter counts when one is begun beside the one that is offered', async () => {
  const shelf = new Shelf();
  const phone = aTab(shelf);
  await phone.drafts.begin();
  write(phone, 'For Ilse');
  await settle();
  const laptop = aTab(shelf);
  await laptop.drafts.begin();
  write(laptop, 'For Bea');
  await settle();
  expect(laptop.drafts.get().kind).toBe('other');
  expect(shelf.draft?.content.message).toBe('For Ilse');
  laptop.drafts.keep();
  await settle();
  expect(shelf.draft?.content.message).toBe('For Bea');
});

it('discards what was offered, and nothing that came after it', async () => {
  const shelf = new Shelf();
  const phone = aTab(shelf);
  await phone.drafts.begin();
  write(phone, 'For Ilse');
  await settle();
  const laptop = aTab(shelf);
  await laptop.drafts.begin();
  write(phone, 'For Ilse, with love');
  await settle();
  expect(await laptop.drafts.discard()).toBeNull();
  expect(laptop.drafts.get()).toMatchObject({ kind: 'offered', draft: { version: 2 } });
  const discarded = await laptop.drafts.discard();
  expect([shelf.draft, discarded?.content.message]).toEqual([null, 'For Ilse, with love']);
  if (discarded) laptop.drafts.restore(discarded);
  await settle();
  expect(shelf.draft).toMatchObject({ version: 1, content: { message: 'For Ilse, with love' } });
});

it('takes its draft away when the letter is sent or the desk is cleared', async () => {
  const shelf = new Shelf();
  const tab = aTab(shelf);
  await tab.drafts.begin();
  write(tab, 'For Ilse');
  await settle();
  tab.wizard.dispatch({
    type: 'letter-sent',
    letter: { id: 1, recipientName: 'Ilse', recipientEmail: 'ilse@example.org', at: '' },
  });
  await settle();
  expect(shelf.draft).toBeNull();
});

it('says so when the letter was sent elsewhere, and does not save it again unasked', async () => {
  const shelf = new Shelf();
  const tab = aTab(shelf);
  await tab.drafts.begin();
  write(tab, 'For Ilse');
  await settle();
  shelf.draft = null;
  write(tab, 'For Ilse, once more');
  await settle();
  expect([tab.drafts.get(), shelf.draft]).toEqual([{ kind: 'gone' }, null]);
  tab.drafts.resume();
  expect([tab.drafts.get(), tab.wizard.get()]).toEqual([{ kind: 'quiet' }, newLetter()]);
});

it('knows its own save again after a reload, though its answer was lost', async () => {
  const shelf = new Shelf();
  const tab = aTab(shelf);
  await tab.drafts.begin();
  write(tab, 'For Ilse');
  await settle();
  const reloaded = tab.open();
  // Saved on the way out, with nobody left to hear it.
  if (shelf.draft) shelf.draft = { ...shelf.draft, version: 2 };
  await reloaded.begin();
  expect(reloaded.get()).toEqual({ kind: 'quiet' });
  write(tab, 'For Ilse, again');
  await settle();
  expect(shelf.draft).toMatchObject({ version: 3, content: { message: 'For Ilse, again' } });
});

it('tries again when the server was away, and not when it refuses', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const shelf = new Shelf();
  const tab = aTab(shelf);
  shelf.away = true;
  await tab.drafts.begin();
  write(tab, 'For Ilse');
  await settle();
  expect(shelf.saves).toBe(0);
  shelf.away = false;
  await vi.advanceTimersByTimeAsync(25_000);
  expect(shelf.draft?.content.message).toBe('For Ilse');
  const refuse = vi.spyOn(shelf, 'save').mockRejectedValue(new ApiFailure(413, 'Too large', ''));
  write(tab, 'A book');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(refuse).toHaveBeenCalledTimes(1);
});

it('keeps all of a letter but the step it was left at', () => {
  const letter = aFinishedLetter();
  const desk = deskOf(letter);
  expect(desk && letterOn(desk)).toEqual({ ...letter, step: 'upload' });
  expect(desk && fingerprint(desk)).toBe(desk && fingerprint({ ...desk }));
  expect(deskOf(newLetter())).toBeNull();
});
