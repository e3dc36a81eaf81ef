import {
  type ChosenColumns,
  type FoundPeople,
  SOURCE_MAX_BYTES,
  type UnknownTable,
} from '../../../../packages/address-files/found-people.ts';
import { workerUrl } from '../../../lib/trusted-types.ts';
import { t } from '../../../lib/words.tsx';
import type { PeopleAnswer, PeopleRequest } from './people-worker.ts';
import peopleWorker from './people-worker.ts?worker&url';

/** The longest file takes a fraction of a second. */
const TIME_LIMIT_MS = 15_000;

/** The message says why it is not read, `what` perhaps what failed. */
export class SourceRefused extends Error {
  override name = 'SourceRefused';
  readonly what: string | undefined;

  constructor(message: string, what?: string) {
    super(message);
    this.what = what;
  }
}

/** Reads people in a worker: nothing of the source leaves the browser. @throws {SourceRefused} for what is too long */
export async function readSource(
  source: Blob | string,
  columns?: ChosenColumns,
): Promise<FoundPeople | { table: UnknownTable }> {
  if ((typeof source === 'string' ? source.length : source.size) > SOURCE_MAX_BYTES)
    throw new SourceRefused(t('This is longer than 5 MB. Please export it without photos, or in parts.'));
  const worker = new Worker(workerUrl(peopleWorker), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<PeopleAnswer>();
  const timer = setTimeout(() => reject(new Error('Reading the people took too long')), TIME_LIMIT_MS);
  worker.onmessage = ({ data }: MessageEvent<PeopleAnswer>) => resolve(data);
  worker.onerror = ({ message }) =>
    reject(new Error(message || 'The worker that reads people could not start'));
  try {
    worker.postMessage({ source, language: navigator.language, columns } satisfies PeopleRequest);
    const answer = await promise;
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.found;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
