import { type LiveEvent, liveEvent } from '../../../../shared/conversations.ts';

/** Milliseconds before a stream that was refused is asked for again; the last one for good. */
const ASK_AGAIN_MS = [5_000, 15_000, 60_000];

/**
 * Hears what happens to a person's letters. The tabs of one browser share one stream: one of them holds it and
 * tells the others, and when it closes the next takes over (Web Locks, BroadcastChannel). Whoever begins to hear,
 * and everybody each time the stream opens, first hears `refresh`: something may have been missed until then.
 * @returns ends it
 */
export function subscribeToEvents(uid: string, hear: (event: LiveEvent) => void): () => void {
  const name = `slow-letters-news-${uid}`;
  const leave = new AbortController();
  const others = new BroadcastChannel(name);
  others.onmessage = ({ data }) => hear(liveEvent.parse(data));
  const tell = (event: LiveEvent) => {
    hear(event);
    others.postMessage(event);
  };
  const hold = () => holdStream(leave.signal, tell);
  takeTurns(name, leave.signal, hold, () => hear({ type: 'refresh' })).catch((error: unknown) => {
    if (!leave.signal.aborted) console.error('No news of letters can be heard', error);
  });
  return () => {
    leave.abort();
    others.close();
  };
}

/**
 * Does something in one tab at a time, in each when its turn has come.
 * @param onWait called when another tab is at it
 */
async function takeTurns(
  name: string,
  signal: AbortSignal,
  act: () => Promise<void>,
  onWait: () => void,
): Promise<void> {
  // Only pages over https, or of this machine, can take turns; any other has a stream of its own.
  if (!('locks' in navigator)) return act();
  const free = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await act();
    return lock !== null;
  });
  if (free || signal.aborted) return;
  onWait();
  await navigator.locks.request(name, { signal }, act);
}

/** Keeps a stream open until the signal. One that broke is opened again by the browser, one that was refused by us. */
async function holdStream(signal: AbortSignal, tell: (event: LiveEvent) => void): Promise<void> {
  let refusals = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  let close = () => {};
  const open = () => {
    const opened = new EventSource('/api/events');
    close = () => opened.close();
    opened.onopen = () => {
      refusals = 0;
      tell({ type: 'refresh' });
    };
    opened.onmessage = ({ data }) => tell(liveEvent.parse(JSON.parse(data)));
    opened.onerror = () => {
      if (opened.readyState !== EventSource.CLOSED) return;
      again = setTimeout(open, ASK_AGAIN_MS[Math.min(refusals++, ASK_AGAIN_MS.length - 1)]);
    };
  };
  if (signal.aborted) return;
  open();
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  clearTimeout(again);
  close();
}
