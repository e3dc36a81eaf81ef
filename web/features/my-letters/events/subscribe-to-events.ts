import { type LiveEvent, liveEvent } from '../../../../shared/conversations.ts';

/** Milliseconds before a refused connection is requested again; the last one is repeated. */
const RETRY_MS = [5_000, 15_000, 60_000];

/**
 * Subscribes to the events of a person's letters. The tabs of one browser share one connection: one tab holds the lock and
 * forwards events to the others; when it closes, the next takes over (Web Locks, BroadcastChannel). Every subscriber
 * gets `refresh` first, and again each time the connection opens, since events may have been missed before.
 * @returns unsubscribes
 */
export function subscribeToEvents(uid: string, onEvent: (event: LiveEvent) => void): () => void {
  const name = `slow-letters-events-${uid}`;
  const unsubscribed = new AbortController();
  const otherTabs = new BroadcastChannel(name);
  otherTabs.onmessage = ({ data }) => onEvent(liveEvent.parse(data));
  const publish = (event: LiveEvent) => {
    onEvent(event);
    otherTabs.postMessage(event);
  };
  const run = () => receiveEvents(unsubscribed.signal, publish);
  runInOneTab(name, unsubscribed.signal, run, () => onEvent({ type: 'refresh' })).catch((error: unknown) => {
    if (!unsubscribed.signal.aborted) console.error('Events of letters cannot be received', error);
  });
  return () => {
    unsubscribed.abort();
    otherTabs.close();
  };
}

/**
 * Runs a function in one tab at a time, and in each of them in turn.
 * @param onWait called when another tab is running it
 */
async function runInOneTab(
  name: string,
  signal: AbortSignal,
  run: () => Promise<void>,
  onWait: () => void,
): Promise<void> {
  // Web Locks exist in secure contexts only (HTTPS or localhost); elsewhere each tab has its own connection.
  if (!('locks' in navigator)) return run();
  const acquired = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await run();
    return lock !== null;
  });
  if (acquired || signal.aborted) return;
  onWait();
  await navigator.locks.request(name, { signal }, run);
}

/** Keeps a connection open until the signal. The browser reopens a broken one; a refused one is reopened here. */
async function receiveEvents(signal: AbortSignal, publish: (event: LiveEvent) => void): Promise<void> {
  let refusals = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let close = () => {};
  const open = () => {
    const source = new EventSource('/api/events');
    close = () => source.close();
    source.onopen = () => {
      refusals = 0;
      publish({ type: 'refresh' });
    };
    source.onmessage = ({ data }) => publish(liveEvent.parse(JSON.parse(data)));
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(open, RETRY_MS[Math.min(refusals++, RETRY_MS.length - 1)]);
    };
  };
  if (signal.aborted) return;
  open();
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  clearTimeout(retry);
  close();
}
