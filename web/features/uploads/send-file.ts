import { apiError } from '../../../shared/errors.ts';
import { type UploadedPhoto, uploadResponse } from '../../../shared/photos.ts';
import { readJson } from '../../../shared/read-json.ts';
import { ANSWER_WITHIN_MS, delivered } from '../../lib/api.ts';
import { listen } from '../../lib/listen.ts';
import { t } from '../../lib/words.tsx';

/** Of the device itself; a server that can't be reached is something else. */
export const browserConnection = {
  isThere: () => navigator.onLine,
  /** Calls each time the connection is back. @returns stops the calls */
  onBack: (listener: () => void) => listen(window, { online: listener }),
};
export type Connection = typeof browserConnection;

/** `offline`: the device itself has no connection; `limited`: no file of this person is taken for now */
export type UploadFault = 'offline' | 'refused' | 'limited' | 'other';

/** `message` is for a person. */
export class UploadFailure extends Error {
  override name = 'UploadFailure';
  readonly fault: UploadFault;

  constructor(fault: UploadFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface SendFileOptions {
  signal: AbortSignal;
  idempotencyKey: string;
  /** share of the bytes that were sent, 0 to 1 */
  onProgress: (share: number) => void;
}

/**
 * `POST /api/upload` with one file.
 * @throws {UploadFailure} when the file was refused, the server failed or the network stayed away
 * @throws {DOMException} AbortError when the signal aborts
 */
export async function sendFile(file: File, options: SendFileOptions): Promise<UploadedPhoto> {
  const answer = await delivered((caller) => post(file, options, caller), options.signal).catch(() => {
    options.signal.throwIfAborted();
    throw browserConnection.isThere()
      ? new UploadFailure('other', t('Please try again'))
      : new UploadFailure('offline', t('There is no connection. Please try again once there is.'));
  });
  return photoIn(answer.status, answer.responseText);
}

/** XMLHttpRequest, because `fetch` reports no progress of an upload. */
function post(
  file: File,
  { signal, idempotencyKey, onProgress }: SendFileOptions,
  headers: Record<string, string>,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', '/api/upload');
    const all = { ...headers, accept: 'application/json', 'idempotency-key': idempotencyKey };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    const begun = performance.now();
    request.timeout = ANSWER_WITHIN_MS;
    request.upload.onprogress = (event) => {
      // Counted from the beginning: a large photo may take long, as long as something of it moves.
      request.timeout = performance.now() - begun + ANSWER_WITHIN_MS;
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onload = () => resolve(request);
    request.onerror = () => reject(new TypeError('The upload was not answered'));
    request.ontimeout = request.onerror;
    request.onabort = () => reject(signal.reason);
    request.onloadend = listen(signal, { abort: () => request.abort() });
    const form = new FormData();
    form.append('photos', file, file.name);
    onProgress(0);
    request.send(form);
  });
}

/** Refusals that the next file would meet as well. */
const LIMITS = new Set(['PHOTOS_TODAY', 'STORAGE_FULL']);

/** @throws {UploadFailure} when the answer to an upload of one file has no photo */
export function photoIn(status: number, body: string): UploadedPhoto {
  if (status === 200) {
    const data = readJson(body, uploadResponse);
    const photo = data?.files[0];
    if (photo) return photo;
    throw new UploadFailure(data ? 'refused' : 'other', data?.refused[0]?.message ?? t('Upload failed'));
  }
  // The error page of a proxy is no JSON: the status is enough. Other statuses are not about the file.
  const { code, message } = readJson(body, apiError.partial()) ?? {};
  const known = code !== undefined && LIMITS.has(code);
  const refused = [413, 415, 422].includes(status);
  throw new UploadFailure(known ? 'limited' : refused ? 'refused' : 'other', message ?? t('Upload failed'));
}
