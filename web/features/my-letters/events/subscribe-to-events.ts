import { type LiveEvent, liveEvent } from '../../../../shared/conversations.ts';
import { takeEventPositions } from '../../../lib/event-positions.ts';

/** Milliseconds before a refused connection is requested again; the last one is repeated. */
const RETRY_MS = [5_000, 15_000, 60_000];
/** Milliseconds for which a tab must be in view before it opens its stream: many are only passed on the way to another. */
const IN_VIEW_MS = 250;

/**
 * Subscribes to the events of a person's letters, beginning with what changed since this page read its data. A tab has a
 * stream while it is in view, and goes on from its last event when it is seen again. The server ends the oldest beyond two of a
 * browser: that tab asks again once it is focused, or after the minute that the server names.
 * @param options.unknownStart answers are still on their way, so that everything counts as missed
 * @returns unsubscribes
 */
export function subscribeToEvents(
  onEvent: (event: LiveEvent) => void,
  { unknownStart }: { unknownStart: boolean },
): () => void {
  let since = unknownStart ? [] : takeEventPositions();
  let refusals = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource | null = null;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    const query = since.length > 0 ? `?${new URLSearchParams({ since: since.join(',') })}` : '';
    const opened = new EventSource(`/api/events${query}`);
    source = opened;
    opened.onopen = () => {
      refusals = 0;
    };
    opened.onmessage = ({ data, lastEventId }) => {
      // Without one it was sent while the server had lost its place.
      since = lastEventId ? [lastEventId] : [];
      onEvent(liveEvent.parse(JSON.parse(data)));
    };
    opened.onerror = () => {
      if (opened.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, RETRY_MS[Math.min(refusals++, RETRY_MS.length - 1)]);
    };
  };
  const follow = () => {
    if (document.visibilityState !== 'visible') return close();
    if (source?.readyState === EventSource.OPEN) return;
    clearTimeout(timer);
    timer = setTimeout(open, IN_VIEW_MS);
  };

  follow();
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('focus', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('focus', follow);
    close();
  };
}
