import { workerUrl } from '../../lib/trusted-types.ts';
import type { DrawOptions, PageAnswer, PageQuestion } from './page-worker.ts';
import pageWorker from './page-worker.ts?worker&url';

export type PageReader = ReturnType<typeof openPage>;

/** Finds and draws the page of one photo, in a worker. @param src address of a variant of the photo, or its file */
export function openPage(src: string | Blob) {
  const worker = new Worker(workerUrl(pageWorker), { type: 'module' });
  /** questions without an answer yet; they are answered in order */
  const waiting: PromiseWithResolvers<PageAnswer>[] = [];

  function fail(cause: Error) {
    for (const { reject } of waiting.splice(0)) reject(cause);
  }
  worker.onmessage = ({ data }: MessageEvent<PageAnswer>) => {
    const asked = waiting.shift();
    if ('failure' in data) asked?.reject(new Error(data.failure));
    else asked?.resolve(data);
  };
  worker.onerror = (event) => fail(new Error(event.message || 'The worker that reads pages could not start'));

  function ask(question: PageQuestion): Promise<PageAnswer> {
    const answer = Promise.withResolvers<PageAnswer>();
    waiting.push(answer);
    worker.postMessage(question);
    return answer.promise;
  }

  const opened = ask({ src: typeof src === 'string' ? new URL(src, location.href).href : src });
  /** settles with the drawing that runs; `newest` is what was asked for last */
  let drawing: Promise<unknown> = opened;
  let newest: DrawOptions | null = null;

  /** @returns null when another drawing was asked for before this one began */
  async function draw(wanted: DrawOptions) {
    newest = wanted;
    await drawing;
    if (newest !== wanted) return null;
    const drawn = ask({ draw: wanted });
    // A failure is its own caller's; later drawings go on.
    drawing = drawn.catch(() => null);
    const answer = await drawn;
    return 'picture' in answer ? answer.picture : null;
  }

  return {
    draw,
    /** @returns null when there is no page; rejects when the photo cannot be read */
    find: async () => {
      await opened;
      const answer = await ask({ find: true });
      return 'found' in answer ? answer.found : null;
    },
    close: () => {
      worker.terminate();
      fail(new Error('The photo was closed'));
    },
  };
}
