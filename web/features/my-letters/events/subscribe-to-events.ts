import { z } from 'zod';
import { eventsSince, type LiveEvent, liveEvent } from '../../../../shared/conversations.ts';
import { read } from '../../../lib/api.ts';
import { takeEventPositions } from '../../../lib/event-positions.ts';

/** Milliseconds before a refused connection is requested again; the last one is repeated. */
const RETRY_MS = [5_000, 15_000, 60_000];

const heard = z.object({ event: liveEvent, position: z.string() });

/**
 * Subscribes to the events of a person's letters, beginning with what changed since this page read its data. The tabs of
 * one browser share one connection: one tab holds the lock and forwards events to the others; when it closes, the next
 * takes over where it ended (Web Locks, BroadcastChannel). Where the server no longer knows what was missed, it says
 * `refresh`.
 * @param options.unknownStart answers are still on their way, so that everything counts as missed
 * @returns unsubscribes
 */
export function subscribeToEvents(
  uid: string,
  onEvent: (event: LiveEvent) => void,
  { unknownStart }: { unknownStart: boolean },
): () => void {
  const name = `slow-letters-events-${uid}`;
  const unsubscribed = new AbortController();
  const otherTabs = new BroadcastChannel(name);
  let last: string | null = null;
  if (unknownStart) takeEventPositions();
  const since = () => sinceQuery([...(last === null ? [] : [last]), ...(takeEventPositions() ?? [])]);
  otherTabs.onmessage = ({ data }) => {
    const { event, position } = heard.parse(data);
    last = position;
    onEvent(event);
  };
  const publish = (event: LiveEvent, position: string) => {
    last = position;
    onEvent(event);
    otherTabs.postMessage({ event, position });
  };
  const catchUp = async () => {
    try {
      const { position, events } = await read(`/api/events/since${since()}`, eventsSince);
      // What another tab forwarded meanwhile comes again: better twice than never.
      last = position;
      for (const event of events) onEvent(event);
    } catch (error) {
      console.info('What changed could not be asked for', error);
      onEvent({ type: 'refresh' });
    }
  };
  const run = () => receiveEvents(unsubscribed.signal, since, publish);
  runInOneTab(name, unsubscribed.signal, run, catchUp).catch((error: unknown) => {
    if (!unsubscribed.signal.aborted) console.error('Events of letters cannot be received', error);
  });
  return () => {
    unsubscribed.abort();
    otherTabs.close();
  };
}

const sinceQuery = (positions: string[]) =>
  positions.length > 0 ? `?since=${encodeURIComponent(positions.join(','))}` : '';

/**
 * Runs a function in one tab at a time, and in each of them in turn.
 * @param onWait called when another tab is running it
 */
async function runInOneTab(
  name: string,
  signal: AbortSignal,
  run: () => Promise<void>,
  onWait: () => Promise<void>,
): Promise<void> {
  // Web Locks exist in secure contexts only (HTTPS or localhost); elsewhere each tab has its own connection.
  if (!('locks' in navigator)) return run();
  const acquired = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await run();
    return lock !== null;
  });
  if (acquired || signal.aborted) return;
  await onWait();
  await navigator.locks.request(name, { signal }, run);
}

/**
 * Keeps a connection open until the signal. The browser reopens a broken one, with the last position it heard
 * (`Last-Event-ID`); a refused one is reopened here.
 */
async function receiveEvents(
  signal: AbortSignal,
  since: () => string,
  publish: (event: LiveEvent, position: string) => void,
): Promise<void> {
  let refusals = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let close = () => {};
  const open = () => {
    const source = new EventSource(`/api/events${since()}`);
    close = () => source.close();
    source.onopen = () => {
      refusals = 0;
    };
    source.onmessage = ({ data, lastEventId }) => publish(liveEvent.parse(JSON.parse(data)), lastEventId);
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
