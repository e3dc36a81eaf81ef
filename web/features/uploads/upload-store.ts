import type { UploadedPhoto } from '../../../shared/photos.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { dropFile, keepFile, keptFile } from '../../lib/kept-files.ts';
import { createStore } from '../../lib/store.ts';
import { registerUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { t } from '../../lib/words.tsx';
import { onPersonChange } from '../identity/person-change.ts';
import { insertAfter, type LetterPhoto, type PhotoAdded } from './letter-photo.ts';
import {
  browserConnection,
  type Connection,
  type SendFileOptions,
  sendFile,
  UploadFailure,
} from './send-file.ts';
import {
  hasUnsavedFiles,
  interruptedUploadsIn,
  isPdf,
  isUnderWay,
  nextToStart,
  patchUpload,
  roomLeft,
  type Upload,
  type UploadQueue,
  withFiles,
  withoutUpload,
  withPage,
} from './upload-queue.ts';

/** `number` counts from 1. */
export interface PdfPage {
  file: File;
  number: number;
  count: number;
}

export interface UploadOutcome {
  uploaded: number;
  failed: number;
  reason: string | null;
  /** files for which the letter has no room */
  leftOut: number;
}

/** @param arrived ids of the uploads that became photos */
type SettledListener = (outcome: UploadOutcome, arrived: readonly string[]) => void;

const NOTHING_YET: UploadOutcome = { uploaded: 0, failed: 0, reason: null, leftOut: 0 };

export type UploadStore = ReturnType<typeof createUploadStore>;

interface UploadTarget {
  get: () => { photos: readonly LetterPhoto[] };
  dispatch: (action: PhotoAdded) => void;
}

export interface UploadStoreParts {
  target: UploadTarget;
  send: (file: File, options: SendFileOptions) => Promise<UploadedPhoto>;
  pagesOf: (pdf: File, signal: AbortSignal) => AsyncIterable<PdfPage>;
  connection: Connection;
  interrupted: ReturnType<typeof interruptedUploadsIn>;
  /** what was chosen, by its upload's id, where it outlives the page */
  files: {
    keep: (id: string, file: File) => Promise<unknown>;
    find: (id: string) => Promise<File | undefined>;
    drop: (id: string) => Promise<unknown>;
  };
  /** called with true when a reload would lose a file */
  setUnsaved: (unsaved: boolean) => void;
}

/** @param key tells letters and answers apart @param storage has what is not uploaded yet, without the files */
export function openUploads(target: UploadTarget, key: string, storage: Storage) {
  const uploads = createUploadStore({
    target,
    send: sendFile,
    pagesOf: async function* (pdf, signal) {
      yield* (await import('./pdf-pages.ts')).pagesOf(pdf, signal);
    },
    connection: browserConnection,
    interrupted: interruptedUploadsIn(storage, `left-behind:${key}`),
    files: {
      keep: (id, file) => keepFile(`${key}:${id}`, file),
      find: (id) => keptFile(`${key}:${id}`),
      drop: (id) => dropFile(`${key}:${id}`),
    },
    setUnsaved: registerUnsavedChanges(),
  });
  onPersonChange(uploads.stop);
  return uploads;
}

/**
 * The uploads of one letter or answer go on while another page is shown, and after a reload. While there is a
 * subscriber, an upload that failed without a connection is tried again as soon as there is one.
 */
export function createUploadStore(parts: UploadStoreParts) {
  const { target, send, pagesOf, connection, interrupted, files, setUnsaved } = parts;
  const queue = createStore<UploadQueue>(interrupted.read());
  let outcome = NOTHING_YET;
  let arrived: string[] = [];
  const aborts = new Map<string, AbortController>();
  const offlineIds = new Set<string>();
  /** ids of those whose file outlives the page */
  const kept = new Set<string>();
  const settledListeners = new Set<SettledListener>();

  function change(next: UploadQueue) {
    interrupted.write(next);
    // What was refused would be refused again.
    for (const id of kept) if (!next.some((other) => other.id === id && other.retryable)) drop(id);
    setUnsaved(hasUnsavedFiles(next.filter(({ id }) => !kept.has(id))));
    queue.set(next);
  }

  function drop(id: string) {
    kept.delete(id);
    files.drop(id).catch((cause: unknown) => console.warn('A photo is kept for nothing', cause));
  }

  /** A PDF is not kept, but its pages are: read again, it would bring them twice. */
  async function keep({ id, file }: { id: string; file: File }) {
    try {
      await files.keep(id, file);
      kept.add(id);
      // It may have arrived meanwhile.
      if (queue.get().some((other) => other.id === id)) change([...queue.get()]);
      else drop(id);
    } catch (cause) {
      console.info('A photo on its way would not outlive the page', cause);
    }
  }

  async function goOn(id: string) {
    const file = await files.find(id);
    if (!file || !queue.get().some((upload) => upload.id === id)) return;
    kept.add(id);
    change(patchUpload(queue.get(), id, { file, reason: null, retryable: true }));
    retry(id);
  }

  function proceed() {
    for (const upload of nextToStart(queue.get())) void run(upload);
    if (isUnderWay(queue.get()) || outcome.uploaded + outcome.failed + outcome.leftOut === 0) return;
    const settled = [outcome, arrived] as const;
    outcome = NOTHING_YET;
    arrived = [];
    for (const listener of settledListeners) listener(...settled);
  }

  async function run({ id, file }: Upload) {
    const abort = new AbortController();
    aborts.set(id, abort);
    change(patchUpload(queue.get(), id, { status: 'uploading', progress: 0, reason: null }));
    try {
      if (isPdf(file)) return await addPages(id, file, abort.signal);
      const photo = await send(file, {
        signal: abort.signal,
        // The upload's id is the key of its intent, so a repeated request is known to be the same file.
        idempotencyKey: id,
        onProgress: (progress) => change(patchUpload(queue.get(), id, { progress })),
      });
      // An answer may still arrive after the upload was cancelled.
      const upload = queue.get().find((other) => other.id === id);
      if (upload) {
        change(withoutUpload(queue.get(), id));
        target.dispatch({ type: 'photo-added', photo: { ...photo, id, alt: '' }, after: upload.after });
        outcome = { ...outcome, uploaded: outcome.uploaded + 1 };
        arrived.push(id);
      }
    } catch (cause) {
      if (!abort.signal.aborted) {
        const known = cause instanceof UploadFailure;
        if (!known) console.error('An upload failed unexpectedly', cause);
        const offline = known && cause.fault === 'offline';
        if (offline) offlineIds.add(id);
        const reason = offline
          ? t('There is no connection. It goes up by itself once there is.')
          : known
            ? cause.message
            : t('Please try again');
        change(
          patchUpload(queue.get(), id, {
            status: 'failed',
            reason,
            retryable: !known || cause.fault !== 'refused',
          }),
        );
        outcome = { ...outcome, failed: outcome.failed + 1, reason };
        if (known && cause.fault === 'limited') failWaiting(cause.message);
      }
    } finally {
      aborts.delete(id);
      proceed();
    }
  }

  async function addPages(pdf: string, file: File, signal: AbortSignal) {
    for await (const { file: page, number, count } of pagesOf(file, signal)) {
      if (signal.aborted) return;
      if (roomLeft(target.get().photos.length, withoutUpload(queue.get(), pdf)) === 0) {
        outcome = { ...outcome, leftOut: outcome.leftOut + count - number + 1 };
        break;
      }
      const added = { id: newIdempotencyKey(), file: page };
      change(patchUpload(withPage(queue.get(), pdf, added), pdf, { progress: number / count }));
      void keep(added);
      proceed();
    }
    change(withoutUpload(queue.get(), pdf));
  }

  /** They would be sent in vain. Each can be tried again, on another day perhaps. */
  function failWaiting(reason: string) {
    const waiting = queue.get().filter(({ status }) => status === 'waiting');
    for (const { id } of waiting) change(patchUpload(queue.get(), id, { status: 'failed', reason }));
    outcome = { ...outcome, failed: outcome.failed + waiting.length, reason };
  }

  function retry(id: string) {
    if (roomLeft(target.get().photos.length, queue.get()) === 0) return;
    offlineIds.delete(id);
    change(patchUpload(queue.get(), id, { status: 'waiting', progress: 0, reason: null }));
    proceed();
  }

  function retryOffline() {
    for (const id of offlineIds) retry(id);
  }

  function remove(id: string) {
    offlineIds.delete(id);
    change(withoutUpload(queue.get(), id));
    aborts.get(id)?.abort();
  }

  for (const { id } of queue.get())
    goOn(id).catch((cause: unknown) => console.info('A photo did not outlive the page', cause));

  return {
    get: queue.get,
    subscribe(listener: () => void) {
      const stopWaiting = connection.onBack(retryOffline);
      if (connection.isThere()) retryOffline();
      const unsubscribe = queue.subscribe(listener);
      return () => {
        unsubscribe();
        stopWaiting();
      };
    },
    /** Called once for each batch, when nothing is under way any more. */
    onSettled(listener: SettledListener) {
      settledListeners.add(listener);
      return () => void settledListeners.delete(listener);
    },
    /** Takes as many files as the letter has room for. */
    add(files: readonly File[]) {
      const { photos } = target.get();
      const before = queue.get();
      const chosen = files
        .slice(0, roomLeft(photos.length, before))
        .map((file) => ({ id: newIdempotencyKey(), file }));
      const ids = withUploads(photos, before).map(({ id }) => id);
      const next = withFiles(before, chosen, ids);
      const refused = next.slice(before.length).filter((upload) => upload.status === 'failed');
      outcome = {
        ...outcome,
        failed: outcome.failed + refused.length,
        reason: refused.at(-1)?.reason ?? outcome.reason,
        leftOut: outcome.leftOut + files.length - chosen.length,
      };
      change(next);
      for (const upload of next.slice(before.length))
        if (upload.retryable && !isPdf(upload.file)) void keep(upload);
      proceed();
    },
    retry,
    /** Nothing more goes up with the session of whoever signs in next; each photo can be tried again. */
    stop() {
      const reason = t('Please sign in again');
      // Not recorded: 'Log out' has forgotten them by now.
      for (const { id, file } of queue.get().filter(({ status }) => status !== 'failed'))
        queue.set(patchUpload(queue.get(), id, { status: 'failed', reason, retryable: !isPdf(file) }));
      for (const abort of aborts.values()) abort.abort();
    },
    /** Cancels the upload, or removes it when it has failed. */
    remove,
    clear() {
      for (const upload of queue.get()) remove(upload.id);
    },
  };
}

/** Each upload stands where its photo will be. */
export function withUploads<P extends { id: string }>(
  photos: readonly P[],
  queue: UploadQueue,
): (P | Upload)[] {
  return queue.reduce<(P | Upload)[]>(
    (items, upload) => insertAfter(items, upload, upload.after),
    [...photos],
  );
}

/** The page number of each photo and upload by its id, from 1. A file that was refused, and stays so, has none. */
export function pageNumbers(items: readonly (Upload | { id: string })[]): ReadonlyMap<string, number> {
  const pages = items.filter((item) => !('file' in item && item.status === 'failed' && !item.retryable));
  return new Map(pages.map(({ id }, index) => [id, index + 1]));
}
