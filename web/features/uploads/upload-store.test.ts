import { expect, it, vi } from 'vitest';
import type { UploadedPhoto } from '../../../shared/photos.ts';
import { aPhoto, memoryStorage } from '../../../test/web/wizard.ts';
import { createWizardStore } from '../wizard/wizard-store.ts';
import { type SendFileOptions, UploadFailure } from './send-file.ts';
import { hasUnsavedFiles, interruptedUploadsIn } from './upload-queue.ts';
import { createUploadStore, type PdfPage, pageNumbers, type UploadOutcome } from './upload-store.ts';

interface Sending {
  resolve: (photo: UploadedPhoto) => void;
  reject: (cause: unknown) => void;
  options: SendFileOptions;
}

/** Four pages of a PDF. */
async function* pagesOf(name: string, signal: AbortSignal): AsyncGenerator<PdfPage> {
  for (let number = 1; number <= 4; number += 1) {
    signal.throwIfAborted();
    yield { file: new File(['x'], `${name} ${number}`, { type: 'image/jpeg' }), number, count: 4 };
  }
}

/** A store whose uploads finish when the test says so. */
/** @param files null where the browser keeps none, as in some private windows */
function openUploads(storage = memoryStorage(), files: Map<string, File> | null = new Map()) {
  const wizard = createWizardStore(storage, 'maren');
  const sending = new Map<string, Sending>();
  const unsaved: boolean[] = [];
  const network = { there: true, back: () => {} };
  const uploads = createUploadStore({
    target: wizard,
    send: (file, options) => {
      const { promise, resolve, reject } = Promise.withResolvers<UploadedPhoto>();
      options.signal.addEventListener('abort', () => reject(options.signal.reason));
      sending.set(file.name, { resolve, reject, options });
      return promise;
    },
    pagesOf: (pdf, signal) => pagesOf(pdf.name, signal),
    connection: {
      isThere: () => network.there,
      onBack: (listener) => {
        network.back = listener;
        return () => {
          network.back = () => {};
        };
      },
    },
    interrupted: interruptedUploadsIn(storage, 'left-behind'),
    files: {
      keep: async (id, file) => {
        if (!files) throw new Error('Not allowed');
        files.set(id, file);
      },
      find: async (id) => files?.get(id),
      drop: async (id) => files?.delete(id),
    },
    setUnsaved: (now) => unsaved.push(now),
  });
  const settled: UploadOutcome[] = [];
  uploads.onSettled((outcome) => settled.push(outcome));
  const add = (...names: string[]) => {
    return uploads.add(names.map((name) => new File(['x'], name, { type: 'image/jpeg' })));
  };
  const finish = async (name: string, number: number) => {
    sending.get(name)?.resolve({ ...aPhoto(number), originalName: name });
    await vi.waitFor(() => expect(names()).toContain(name));
  };
  const fail = (name: string, cause: unknown) => {
    sending.get(name)?.reject(cause);
    return vi.waitFor(() => expect(status(name)).toBe('failed'));
  };
  const status = (name: string) => uploads.get().find((upload) => upload.file.name === name)?.status;
  const names = () => wizard.get().photos.map((photo) => photo.originalName);
  return { wizard, network, uploads, unsaved, sending, settled, add, finish, fail, status, names };
}

it('upload store: keeps the order in which files were chosen, and reports the batch once', async () => {
  const { add, finish, names, settled, status } = openUploads();
  add('a.jpg', 'b.jpg', 'c.jpg');
  expect([status('a.jpg'), status('b.jpg'), status('c.jpg')]).toEqual(['uploading', 'uploading', 'waiting']);
  await finish('b.jpg', 2);
  await finish('c.jpg', 3);
  expect(settled).toEqual([]);
  await finish('a.jpg', 1);
  expect(names()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  await vi.waitFor(() => expect(settled).toEqual([{ uploaded: 3, failed: 0, reason: null, leftOut: 0 }]));
});

it('upload store: the pages of a PDF take its place, as many as there is room for', async () => {
  const { uploads, wizard, settled, names, sending, add } = openUploads();
  for (let number = 1; number <= 15; number += 1)
    wizard.dispatch({ type: 'photo-added', photo: aPhoto(number), after: [aPhoto(number - 1).id] });
  const before = names();
  add('a.jpg', 'b.pdf', 'c.jpg', 'd.jpg');
  const done = new Set<string>();
  await vi.waitFor(() => {
    for (const [name, { resolve }] of sending) {
      if (!done.has(name)) resolve({ ...aPhoto(50 + done.size), originalName: name });
      done.add(name);
    }
    expect(uploads.get()).toEqual([]);
  });
  expect(names()).toEqual([...before, 'a.jpg', 'b.pdf 1', 'b.pdf 2', 'c.jpg', 'd.jpg']);
  expect(settled).toEqual([{ uploaded: 5, failed: 0, reason: null, leftOut: 2 }]);
});

it('upload store: tells which uploads arrived; what was cancelled is not told as one of the next batch', async () => {
  const { uploads, add, finish } = openUploads();
  const told: (readonly string[])[] = [];
  uploads.onSettled((_, arrived) => told.push(arrived));
  add('sample.jpg');
  for (const { id } of uploads.get()) uploads.remove(id);
  add('own.jpg');
  const ids = uploads.get().map(({ id }) => id);
  await finish('own.jpg', 1);
  await vi.waitFor(() => expect(told).toEqual([ids]));
});

it('upload store: a failed upload stays with its reason, and a retry keeps its place', async () => {
  const { add, finish, fail, names, settled, uploads } = openUploads();
  add('a.jpg', 'b.jpg');
  await fail('a.jpg', new UploadFailure('other', 'The server is full.'));
  await finish('b.jpg', 2);
  await vi.waitFor(() =>
    expect(settled).toMatchObject([{ uploaded: 1, failed: 1, reason: 'The server is full.' }]),
  );
  const [failed] = uploads.get();
  expect(failed).toMatchObject({ reason: 'The server is full.', retryable: true });
  uploads.retry(failed?.id ?? '');
  await finish('a.jpg', 1);
  expect(names()).toEqual(['a.jpg', 'b.jpg']);
});

it('upload store: retries what failed without a connection once it is back, while there is a subscriber', async () => {
  const { add, network, uploads, fail, finish, status, names, settled } = openUploads();
  const offline = new UploadFailure('offline', 'There is no connection.');
  const leave = uploads.subscribe(() => {});
  add('a.jpg', 'b.jpg', 'c.jpg');
  network.there = false;
  await fail('a.jpg', offline);
  await fail('b.jpg', new UploadFailure('other', 'The server is full.'));
  await fail('c.jpg', offline);
  expect(uploads.get()[0]).toMatchObject({ reason: expect.stringContaining('by itself'), retryable: true });
  await vi.waitFor(() => expect(settled).toMatchObject([{ uploaded: 0, failed: 3 }]));

  network.back();
  expect([status('a.jpg'), status('b.jpg'), status('c.jpg')]).toEqual(['uploading', 'failed', 'uploading']);
  await finish('a.jpg', 1);
  await fail('c.jpg', offline);
  leave();
  network.back();
  expect(status('c.jpg')).toBe('failed');
  network.there = true;
  uploads.subscribe(() => {});
  await finish('c.jpg', 3);
  expect(names()).toEqual(['a.jpg', 'c.jpg']);
});

it('upload store: offers no retry for a file that was refused, and counts no page for it', async () => {
  const { add, fail, uploads } = openUploads();
  add('a.jpg', 'b.jpg');
  await fail('a.jpg', new UploadFailure('refused', 'Not a photo.'));
  const [refused, next] = uploads.get();
  expect(refused).toMatchObject({ retryable: false, reason: 'Not a photo.' });
  expect([...pageNumbers(uploads.get())]).toEqual([[next?.id, 1]]);
});

it('upload store: a cancelled upload is aborted and not reported', async () => {
  const { add, uploads, sending, settled, status, names } = openUploads();
  add('a.jpg', 'b.jpg', 'c.jpg');
  const id = uploads.get()[0]?.id ?? '';
  uploads.remove(id);
  expect(sending.get('a.jpg')?.options.signal.aborted).toBe(true);
  await vi.waitFor(() => expect(status('c.jpg')).toBe('uploading'));
  uploads.clear();
  await vi.waitFor(() => expect(uploads.get()).toEqual([]));
  expect(settled).toEqual([]);
  expect(names()).toEqual([]);
});

it('upload store: sends nothing with the session of who signs in afterwards, and keeps what was not sent', async () => {
  const storage = memoryStorage();
  const { add, uploads, sending, status, finish, names } = openUploads(storage, null);
  add('a.jpg', 'b.pdf', 'c.jpg');
  // As 'Log out' does before.
  storage.removeItem('left-behind');
  uploads.stop();
  await vi.waitFor(() =>
    expect(new Set(uploads.get().map(({ status }) => status))).toEqual(new Set(['failed'])),
  );
  expect(storage.getItem('left-behind')).toBeNull();
  expect([...sending.keys()]).toEqual(['a.jpg']);
  for (const { reason } of uploads.get()) expect(reason).toBe('Please sign in again');
  uploads.retry(uploads.get()[0]?.id ?? '');
  expect(status('a.jpg')).toBe('uploading');
  await finish('a.jpg', 1);
  expect(names()).toEqual(['a.jpg']);
});

it('upload store: takes twenty files and reports how many it left out', () => {
  const { add, uploads, settled } = openUploads();
  add(...Array.from({ length: 18 }, (_, index) => `${index}.jpg`));
  add('x.jpg', 'y.jpg', 'z.jpg');
  expect(uploads.get()).toHaveLength(20);
  uploads.clear();
  return vi.waitFor(() => expect(settled).toMatchObject([{ uploaded: 0, failed: 0, leftOut: 1 }]));
});

it('upload store: after a reload goes on with every file that was kept, once', async () => {
  const storage = memoryStorage();
  const files = new Map<string, File>();
  const before = openUploads(storage, files);
  before.add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg');
  await before.finish('a.jpg', 1);
  before.uploads.remove(before.uploads.get().find(({ file }) => file.name === 'c.jpg')?.id ?? '');
  await vi.waitFor(() => expect([...files.values()].map(({ name }) => name)).toEqual(['b.jpg', 'd.jpg']));
  // Nothing would be lost.
  expect(before.unsaved.at(-1)).toBe(false);

  const { finish, sending, wizard } = openUploads(storage, files);
  await vi.waitFor(() => expect([...sending.keys()]).toEqual(['b.jpg', 'd.jpg']));
  const keys = [...sending.values()].map(({ options }) => options.idempotencyKey);
  expect(keys).toEqual([...files.keys()]);
  await finish('d.jpg', 4);
  await finish('b.jpg', 2);
  expect(wizard.get().photos.map(({ originalName }) => originalName)).toEqual(['a.jpg', 'b.jpg', 'd.jpg']);
  await vi.waitFor(() => expect(files.size).toBe(0));
});

it('upload store: after a reload sends no file again that was refused, and says why still', async () => {
  const storage = memoryStorage();
  const files = new Map<string, File>();
  const before = openUploads(storage, files);
  before.add('notes.jpg');
  await vi.waitFor(() => expect(files.size).toBe(1));
  await before.fail('notes.jpg', new UploadFailure('refused', 'It is a PDF.'));
  const { uploads, sending } = openUploads(storage, files);
  await vi.waitFor(() => expect(files.size).toBe(0));
  expect(uploads.get()).toMatchObject([{ status: 'failed', reason: 'It is a PDF.', retryable: false }]);
  expect([...sending]).toEqual([]);
});

it('upload store: after a reload shows every upload that was not kept as missing until it is removed', async () => {
  const storage = memoryStorage();
  const before = openUploads(storage, null);
  before.add('a.jpg', 'b.jpg', 'c.jpg');
  before.uploads.add([new File(['x'], 'notes.txt', { type: 'text/plain' })]);
  await before.finish('a.jpg', 1);
  await before.fail('b.jpg', new UploadFailure('other', 'No connection'));
  expect(before.unsaved.at(-1)).toBe(true);

  const { uploads, add, finish, unsaved } = openUploads(storage, null);
  const shown = () => uploads.get().map(({ file, status, reason }) => [file.name, status, reason]);
  const interrupted = 'It was not uploaded when the page was loaded again. Please choose it once more';
  expect(shown()).toEqual([
    ['b.jpg', 'failed', interrupted],
    ['c.jpg', 'failed', interrupted],
    ['notes.txt', 'failed', 'Not a JPEG, PNG, HEIC, WebP or AVIF photo, nor a PDF'],
  ]);
  expect(uploads.get().some(({ retryable }) => retryable)).toBe(false);
  // Their files are gone already: another reload takes nothing.
  expect(hasUnsavedFiles(uploads.get())).toBe(false);
  add('d.jpg');
  await finish('d.jpg', 4);
  expect(unsaved.at(-1)).toBe(false);
  for (const { id } of uploads.get()) uploads.remove(id);
  expect(openUploads(storage).uploads.get()).toEqual([]);
});

it('upload store: a limit of the day ends the whole batch, and nothing is lost', async () => {
  const store = openUploads();
  const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg'];
  store.add(...names);
  await store.finish('a.jpg', 1);
  await store.fail('b.jpg', new UploadFailure('limited', 'You can add 200 photos a day.'));
  expect([...store.sending.keys()]).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  await store.fail('c.jpg', new UploadFailure('limited', 'You can add 200 photos a day.'));
  const waiting = names.slice(1).map((name) => store.uploads.get().find(({ file }) => file.name === name));
  for (const upload of waiting) {
    expect(upload).toMatchObject({
      status: 'failed',
      reason: 'You can add 200 photos a day.',
      retryable: true,
    });
  }
  expect(store.settled).toEqual([
    { uploaded: 1, failed: 4, reason: 'You can add 200 photos a day.', leftOut: 0 },
  ]);
  store.uploads.retry(waiting[2]?.id ?? '');
  await store.finish('d.jpg', 2);
});
