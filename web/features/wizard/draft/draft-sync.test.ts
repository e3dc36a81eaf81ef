import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Draft, DraftContent, DraftRevision } from '../../../../shared/drafts.ts';
import { aFinishedLetter, memoryStorage } from '../../../../test/web/wizard.ts';
import { ApiFailure } from '../../../lib/api.ts';
import { newLetter } from '../wizard-state.ts';
import { createWizardStore } from '../wizard-store.ts';
import { type DraftApi, DraftConflict } from './draft-api.ts';
import { createDraftSync, draftFieldsOf, letterOf } from './draft-sync.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The server's behaviour for one person, in memory. */
class FakeServer implements DraftApi {
  draft: Draft | null = null;
  saves = 0;
  unreachable = false;

  load = async () => {
    this.#respond();
    return this.draft;
  };
  save = async (base: DraftRevision | null, content: DraftContent) => {
    this.#respond();
    this.#assertCurrent(base);
    this.saves += 1;
    const version = (this.draft?.version ?? 0) + 1;
    this.draft = { content, version, updatedAt: '2026-03-14T09:12:00.000Z' };
    return { letter: content.letter, version };
  };
  discard = async (revision: DraftRevision) => {
    this.#respond();
    if (this.draft) this.#assertCurrent(revision);
    this.draft = null;
  };
  #respond() {
    if (this.unreachable) throw new TypeError('Failed to fetch');
  }
  #assertCurrent(base: DraftRevision | null) {
    const current = this.draft && `${this.draft.content.letter} ${this.draft.version}`;
    if (current !== (base && `${base.letter} ${base.version}`)) throw new DraftConflict(this.draft);
  }
}

function openTab(server: FakeServer) {
  const storage = memoryStorage();
  const wizard = createWizardStore(storage, 'maren');
  const desk = { isTaken: true };
  const isSignedIn = () => desk.isTaken;
  const open = () => createDraftSync({ wizard, api: server, storage, uid: 'maren', isSignedIn });
  return { wizard, storage, drafts: open(), open, desk, isSignedIn };
}
type Tab = ReturnType<typeof openTab>;

const type = (tab: Tab, message: string) => tab.wizard.dispatch({ type: 'changed', change: { message } });
const untilSaved = () => vi.advanceTimersByTimeAsync(2_000);

/** One device with a saved draft; a second one to which it is offered. */
async function anOfferedDraft(server: FakeServer) {
  const phone = openTab(server);
  await phone.drafts.check();
  type(phone, 'For Ilse');
  await untilSaved();
  const laptop = openTab(server);
  await laptop.drafts.check();
  return { phone, laptop };
}

/** Two tabs or devices with the same letter, saved and unedited. */
async function twoTabsWithOneLetter(server: FakeServer) {
  const laptop = openTab(server);
  await laptop.drafts.check();
  laptop.wizard.dispatch({ type: 'resumed', letter: aFinishedLetter({ message: 'First' }) });
  await untilSaved();
  const phone = openTab(server);
  await phone.drafts.check();
  phone.drafts.takeServerDraft();
  return { laptop, phone };
}

it('draft sync: saves 1.5 s after the last change, and every 10 s while typing goes on', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  await tab.drafts.check();
  for (let second = 0; second < 25; second++) {
    type(tab, `Dear Ilse, ${second}`);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(server.saves).toBe(2);
  await untilSaved();
  expect([server.saves, server.draft?.content.message]).toEqual([3, 'Dear Ilse, 24']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.saves).toBe(3);
});

it('draft sync: saves at once when the page is left', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  await tab.drafts.check();
  type(tab, 'Half a sent');
  tab.drafts.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.draft?.content.message).toBe('Half a sent');
});

it('draft sync: offers the draft on another device, and asks when both devices changed it', async () => {
  const server = new FakeServer();
  const phone = openTab(server);
  await phone.drafts.check();
  phone.wizard.dispatch({ type: 'resumed', letter: aFinishedLetter() });
  await untilSaved();
  const laptop = openTab(server);
  await laptop.drafts.check();
  expect(laptop.drafts.get()).toMatchObject({ kind: 'offered', draft: { version: 1 } });
  laptop.drafts.takeServerDraft();
  expect(laptop.drafts.get()).toBeNull();
  expect(laptop.wizard.get()).toMatchObject({
    photos: aFinishedLetter().photos,
    recipient: aFinishedLetter().recipient,
  });
  type(laptop, 'From the laptop');
  await untilSaved();
  expect(server.draft).toMatchObject({ version: 2, content: { message: 'From the laptop' } });
  // The phone, still open, gets the conflict with its next save.
  type(phone, 'From the phone');
  await untilSaved();
  expect(phone.drafts.get()).toMatchObject({ kind: 'newer', draft: { version: 2 } });
  expect(phone.wizard.get().message).toBe('From the phone');
  phone.drafts.keepLocal();
  await untilSaved();
  expect(server.draft).toMatchObject({ version: 3, content: { message: 'From the phone' } });
  type(laptop, 'Once more');
  await untilSaved();
  laptop.drafts.takeServerDraft();
  expect(laptop.wizard.get().message).toBe('From the phone');
});

it('draft sync: on a conflict the typed text stays and nothing is saved until the person has chosen', async () => {
  const server = new FakeServer();
  const { laptop, phone } = await twoTabsWithOneLetter(server);
  type(phone, 'From the phone');
  await untilSaved();
  type(laptop, 'From the laptop');
  await untilSaved();
  expect(laptop.drafts.get()?.kind).toBe('newer');
  type(laptop, 'From the laptop, and more');
  await laptop.drafts.check();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(laptop.drafts.get()?.kind).toBe('newer');
  expect(laptop.wizard.get().message).toBe('From the laptop, and more');
  expect(server.draft).toMatchObject({ version: 2, content: { message: 'From the phone' } });
});

it('draft sync: a tab without unsaved edits takes the newer version without a question', async () => {
  const server = new FakeServer();
  const { laptop, phone } = await twoTabsWithOneLetter(server);
  laptop.wizard.dispatch({ type: 'stepped', step: 'template' });
  await untilSaved();
  await phone.drafts.check();
  type(phone, 'From the phone');
  await untilSaved();
  const { saves } = server;
  await laptop.drafts.check();
  expect([laptop.drafts.get(), laptop.wizard.get().message]).toEqual([null, 'From the phone']);
  expect(laptop.wizard.get().step).toBe('template');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.saves).toBe(saves);
  // The next edit goes on from the version that was taken.
  type(laptop, 'From the laptop');
  await untilSaved();
  expect([laptop.drafts.get(), server.draft?.content.message]).toEqual([null, 'From the laptop']);
});

it('draft sync: a reloaded tab still knows that it has no unsaved edits', async () => {
  const server = new FakeServer();
  const { laptop, phone } = await twoTabsWithOneLetter(server);
  type(phone, 'From the phone');
  await untilSaved();
  const reloaded = laptop.open();
  await reloaded.check();
  expect([reloaded.get(), laptop.wizard.get().message]).toEqual([null, 'From the phone']);
});

it('draft sync: a letter whose send is not confirmed is never replaced without a question', async () => {
  const server = new FakeServer();
  const { laptop, phone } = await twoTabsWithOneLetter(server);
  // The phone saves its step first; from here on the laptop's intent is part of what is saved.
  await untilSaved();
  await laptop.drafts.check();
  const intent = { content: '{}', createKey: 'c', sendKey: 's', letterId: 7, unsettled: true };
  laptop.wizard.dispatch({ type: 'changed', change: { intent } });
  await untilSaved();
  expect([laptop.drafts.get(), server.draft?.content.intent]).toEqual([null, intent]);
  await phone.drafts.check();
  type(phone, 'From the phone');
  await untilSaved();
  await laptop.drafts.check();
  expect([laptop.drafts.get()?.kind, laptop.wizard.get().message]).toEqual(['newer', 'First']);
});

it('draft sync: ignores a loaded version that is older than a save made meanwhile', async () => {
  const server = new FakeServer();
  const { laptop } = await twoTabsWithOneLetter(server);
  const old = server.draft;
  const { promise, resolve } = Promise.withResolvers<Draft | null>();
  vi.spyOn(server, 'load').mockReturnValueOnce(promise);
  const checked = laptop.drafts.check();
  type(laptop, 'Second');
  await untilSaved();
  resolve(old);
  await checked;
  expect([laptop.drafts.get(), laptop.wizard.get().message]).toEqual([null, 'Second']);
});

it('draft sync: asks which letter to keep when another is begun beside an offered draft', async () => {
  const server = new FakeServer();
  const { laptop } = await anOfferedDraft(server);
  type(laptop, 'For Bea');
  await untilSaved();
  expect(laptop.drafts.get()?.kind).toBe('other');
  expect(server.draft?.content.message).toBe('For Ilse');
  laptop.drafts.keepLocal();
  await untilSaved();
  expect(server.draft?.content.message).toBe('For Bea');
});

it('draft sync: discards the offered version only, not a later one', async () => {
  const server = new FakeServer();
  const { phone, laptop } = await anOfferedDraft(server);
  type(phone, 'For Ilse, with love');
  await untilSaved();
  expect(await laptop.drafts.discard()).toBeNull();
  expect(laptop.drafts.get()).toMatchObject({ kind: 'offered', draft: { version: 2 } });
  const discarded = await laptop.drafts.discard();
  expect([server.draft, discarded?.content.message]).toEqual([null, 'For Ilse, with love']);
  if (discarded) laptop.drafts.restore(discarded);
  await untilSaved();
  expect(server.draft).toMatchObject({ version: 1, content: { message: 'For Ilse, with love' } });
});

it('draft sync: deletes the draft when the letter is sent', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  await tab.drafts.check();
  type(tab, 'For Ilse');
  await untilSaved();
  tab.wizard.dispatch({
    type: 'letter-sent',
    letter: {
      id: 1,
      recipientName: 'Ilse',
      greetingName: '',
      recipientEmail: 'ilse@example.org',
      at: '',
      waits: null,
      arrival: null,
      batch: null,
    },
  });
  await untilSaved();
  expect(server.draft).toBeNull();
});

it('draft sync: asks when the draft was sent or discarded elsewhere, and does not save it again by itself', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  await tab.drafts.check();
  type(tab, 'For Ilse');
  await untilSaved();
  server.draft = null;
  type(tab, 'For Ilse, once more');
  await untilSaved();
  expect([tab.drafts.get(), server.draft]).toEqual([{ kind: 'gone' }, null]);
  tab.drafts.takeServerDraft();
  expect([tab.drafts.get(), tab.wizard.get()]).toEqual([null, newLetter()]);
});

it('draft sync: recognises its own save after a reload though the response was lost', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  await tab.drafts.check();
  type(tab, 'For Ilse');
  await untilSaved();
  const reloaded = tab.open();
  if (server.draft) server.draft = { ...server.draft, version: 2 };
  await reloaded.check();
  expect(reloaded.get()).toBeNull();
  type(tab, 'For Ilse, again');
  await untilSaved();
  expect(server.draft).toMatchObject({ version: 3, content: { message: 'For Ilse, again' } });
});

it.each(['in the same page', 'after a reload'])(
  'draft sync: what is written after a save whose response was lost is saved, %s',
  async (where) => {
    const server = new FakeServer();
    const tab = openTab(server);
    await tab.drafts.check();
    type(tab, 'First');
    await untilSaved();
    const save = server.save;
    server.save = async (...asked) => {
      await save(...asked);
      throw new TypeError('Failed to fetch');
    };
    type(tab, 'Second');
    await untilSaved();
    server.save = save;
    type(tab, 'Third');
    const drafts = where === 'after a reload' ? tab.open() : tab.drafts;
    await drafts.check();
    expect(drafts.get()).toBeNull();
    await vi.advanceTimersByTimeAsync(30_000);
    expect([drafts.get(), server.draft?.content.message]).toEqual([null, 'Third']);
  },
);

it('draft sync: offers the draft of a tab whose own letter can no longer be read', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  await tab.drafts.check();
  type(tab, 'For Ilse');
  await untilSaved();
  const wizard = createWizardStore(memoryStorage(), 'maren');
  const updated = createDraftSync({
    wizard,
    api: server,
    storage: tab.storage,
    uid: 'maren',
    isSignedIn: tab.isSignedIn,
  });
  await updated.check();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.draft?.content.message).toBe('For Ilse');
  expect(updated.get()?.kind).toBe('offered');
});

it('draft sync: neither saves nor takes anything with the session of who signs in afterwards', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  await tab.drafts.check();
  server.unreachable = true;
  type(tab, 'For Ilse');
  await untilSaved();
  tab.desk.isTaken = false;
  server.unreachable = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.saves).toBe(0);
  const other = openTab(server);
  await other.drafts.check();
  type(other, 'For somebody else');
  await untilSaved();
  await tab.drafts.check();
  expect(tab.drafts.get()).toBeNull();
  tab.desk.isTaken = true;
  type(tab, 'For Ilse Brandt');
  await untilSaved();
  expect(tab.drafts.get()?.kind).toBe('other');
});

it('draft sync: retries when the server is unreachable, and not after a 413', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const server = new FakeServer();
  const tab = openTab(server);
  server.unreachable = true;
  await tab.drafts.check();
  type(tab, 'For Ilse');
  await untilSaved();
  expect(server.saves).toBe(0);
  server.unreachable = false;
  await vi.advanceTimersByTimeAsync(25_000);
  expect(server.draft?.content.message).toBe('For Ilse');
  const refuse = vi.spyOn(server, 'save').mockRejectedValue(new ApiFailure(413, 'Too large', ''));
  type(tab, 'A book');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(refuse).toHaveBeenCalledTimes(1);
});

it('draft sync: a letter that a draft can’t hold leaves the saved one as it is', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  await tab.drafts.check();
  tab.wizard.dispatch({ type: 'resumed', letter: aFinishedLetter({ message: 'First' }) });
  await untilSaved();
  const { recipient } = aFinishedLetter();
  const letter = aFinishedLetter({ recipient: { ...recipient, name: 'I'.repeat(5_000) } });
  tab.wizard.dispatch({ type: 'resumed', letter });
  await untilSaved();
  expect([server.draft?.content.message, tab.drafts.get()]).toEqual(['First', null]);
  tab.wizard.dispatch({ type: 'resumed', letter: aFinishedLetter({ message: 'Second' }) });
  await untilSaved();
  expect(server.draft).toMatchObject({ version: 2, content: { message: 'Second' } });
});

it('draft fields: an edit of a photo that can’t be read costs the edit, not the letter', () => {
  const [photo] = aFinishedLetter().photos;
  const crop = { x: -7e-15, y: 0, width: 50, height: 50 };
  const edit = { corners: null, light: 0, turn: 1 as const, crop };
  const letter = aFinishedLetter({ photos: photo ? [{ ...photo, edit }] : [] });
  expect(draftFieldsOf(letter)?.photos).toEqual([photo]);
});

it('draft fields: hold everything of a letter but its step; null for a new letter', () => {
  const letter = aFinishedLetter();
  const fields = draftFieldsOf(letter);
  expect(fields && letterOf(fields)).toEqual({ ...letter, step: 'upload' });
  expect(draftFieldsOf(newLetter())).toBeNull();
});

it('draft sync: the default message is saved as none, and one that an earlier release saved is the same', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  await tab.drafts.check();
  tab.wizard.dispatch({ type: 'resumed', letter: aFinishedLetter() });
  await untilSaved();
  expect(server.draft?.content.message).toBeNull();
  const { message } = aFinishedLetter();
  if (server.draft)
    server.draft = { ...server.draft, version: 2, content: { ...server.draft.content, message } };
  await tab.drafts.check();
  expect([tab.drafts.get(), tab.wizard.get().message]).toEqual([null, message]);
});

it('draft sync: a letter whose send was begun is never replaced without a question', async () => {
  const server = new FakeServer();
  const { laptop, phone } = await twoTabsWithOneLetter(server);
  // The phone saves its step first; from here on the laptop's intent is part of what is saved.
  await untilSaved();
  await laptop.drafts.check();
  const intent = { content: '{}', createKey: 'c', sendKey: 's', letterId: null, unsettled: false };
  laptop.wizard.dispatch({ type: 'changed', change: { intent } });
  await untilSaved();
  expect([laptop.drafts.get(), server.draft?.content.intent]).toEqual([null, intent]);
  await phone.drafts.check();
  type(phone, 'From the phone');
  await untilSaved();
  await laptop.drafts.check();
  expect([laptop.drafts.get()?.kind, laptop.wizard.get().message]).toEqual(['newer', 'First']);
});

it('draft sync: a step that meets a newer version asks, and leaves the letter as it is', async () => {
  const server = new FakeServer();
  const { laptop, phone } = await twoTabsWithOneLetter(server);
  type(phone, 'From the phone');
  await untilSaved();
  laptop.wizard.dispatch({ type: 'stepped', step: 'template' });
  await untilSaved();
  expect([laptop.drafts.get()?.kind, laptop.wizard.get().message]).toEqual(['newer', 'First']);
});

it('draft sync: keeping a letter that is empty deletes nothing on the server', async () => {
  const server = new FakeServer();
  const { laptop, phone } = await twoTabsWithOneLetter(server);
  type(phone, 'From the phone');
  await untilSaved();
  type(laptop, 'From the laptop');
  await untilSaved();
  expect(laptop.drafts.get()?.kind).toBe('newer');
  server.unreachable = true;
  laptop.wizard.dispatch({ type: 'started-over' });
  laptop.drafts.keepLocal();
  await untilSaved();
  server.unreachable = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.draft?.content.message).toBe('From the phone');
});

it('draft sync: every tab with one draft settles on one id, and a letter after it gets another', async () => {
  const server = new FakeServer();
  const { laptop, phone } = await twoTabsWithOneLetter(server);
  const id = await laptop.drafts.settle();
  expect(await phone.drafts.settle()).toBe(id);
  expect(server.draft?.content.letter).toBe(id);
  // The phone sends it: the server deletes the draft, and the wizard is emptied.
  server.draft = null;
  phone.wizard.dispatch({ type: 'started-over' });
  type(phone, 'Another one, at once');
  const next = await phone.drafts.settle();
  expect(next).not.toBe(id);
  expect(server.draft).toMatchObject({ content: { letter: next } });
  // The laptop still has the first: it stays the first, whatever is asked and answered.
  await laptop.drafts.check();
  expect(await laptop.drafts.settle()).toBe(id);
  laptop.drafts.beginAnother();
  expect([id, next]).not.toContain(await laptop.drafts.settle());
});

it('draft sync: a letter that is kept after it was sent elsewhere keeps its id, after a reload too', async () => {
  const server = new FakeServer();
  const { laptop } = await twoTabsWithOneLetter(server);
  const id = await laptop.drafts.settle();
  server.draft = null;
  await laptop.drafts.check();
  expect(laptop.drafts.get()).toEqual({ kind: 'gone' });
  laptop.drafts.keepLocal();
  await untilSaved();
  expect(await laptop.drafts.settle()).toBe(id);
  expect(await laptop.open().settle()).toBe(id);
});

it('draft sync: without a connection the id is kept for later', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  await tab.drafts.check();
  server.unreachable = true;
  type(tab, 'For Ilse');
  const id = await tab.drafts.settle();
  server.unreachable = false;
  expect(await tab.drafts.settle()).toBe(id);
  expect(server.draft?.content.letter).toBe(id);
});
