import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type LiveEvent, liveEvent } from '../../../../shared/conversations.ts';
import { takeEventPositions } from '../../../lib/event-positions.ts';
import { listen } from '../../../lib/listen.ts';
import { type Change, invalidate } from '../../../lib/queries.ts';
import { arrivalMessage, useUnread } from '../unread/unread.ts';

/** On every page of a signed-in person. Announces new replies to screen readers. */
export default function Events() {
  useEvents();
  const { data: unread } = useUnread();
  const last = useRef(unread);
  const [message, setMessage] = useState({ text: '', number: 0 });
  useEffect(() => {
    if (!unread) return;
    const arrived = last.current ? arrivalMessage(last.current, unread) : '';
    last.current = unread;
    if (arrived) setMessage(({ number }) => ({ text: arrived, number: number + 1 }));
  }, [unread]);
  return (
    <p className="vh" role="status">
      {/* The same sentence a second time is announced only as a new element. */}
      <span key={message.number}>{message.text}</span>
    </p>
  );
}

/** Events are collected for this time, ms: a letter changes its status several times in a row. */
const COLLECT_MS = 150;
/** Wait before the stream is opened, ms: the page's requests come first. Longer while any run, up to `SUBSCRIBE_WITHIN_MS`. */
const SUBSCRIBE_AFTER_MS = 1_500;
const CHECK_AGAIN_AFTER_MS = 250;
const SUBSCRIBE_WITHIN_MS = 10_000;

function useEvents(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | null = null;
    const begun = Date.now();
    let start = setTimeout(function subscribe() {
      // An answer that has not come yet has not told at which position of the stream it is read.
      const loading = queryClient.isFetching() > 0;
      const late = Date.now() - begun > SUBSCRIBE_WITHIN_MS;
      if (loading && !late) start = setTimeout(subscribe, CHECK_AGAIN_AFTER_MS);
      else stop = subscribeToEvents(queryInvalidator(queryClient), loading ? [] : takeEventPositions());
    }, SUBSCRIBE_AFTER_MS);
    return () => {
      clearTimeout(start);
      stop?.();
    };
  }, [queryClient]);
}

/** Refetches in rounds, one at a time: many events neither pile up requests nor delay them without end. */
export function queryInvalidator(queryClient: QueryClient): (event: LiveEvent) => void {
  const changed = new Set<Change>();
  let refreshing = false;
  const refresh = async () => {
    refreshing = true;
    while (changed.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, COLLECT_MS));
      const now = [...changed];
      changed.clear();
      await invalidate(queryClient, now);
    }
    refreshing = false;
  };
  return (event) => {
    changed.add(event.type);
    // A failed query shows its own error.
    if (!refreshing)
      refresh().catch((error: unknown) => console.error('Queries could not be invalidated', error));
  };
}

/** Delays before a refused connection is requested again, ms; the last one is repeated. */
const RETRY_MS = [5_000, 15_000, 60_000];
/** A tab opens its stream after this time in view, ms: many are only passed on the way to another. */
const IN_VIEW_MS = 250;

/**
 * A tab has a stream while it is in view. The server ends the oldest beyond two of a browser: that tab asks again once it
 * is focused.
 * @param start positions of the stream at which the page's data was read; empty if unknown: everything since then counts as missed
 */
function subscribeToEvents(onEvent: (event: LiveEvent) => void, start: string[]) {
  let since = start;
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
      // An event without an id was sent while the server did not know its own position.
      since = lastEventId ? [lastEventId] : [];
      // One that a newer server knows may have changed anything.
      onEvent(liveEvent.catch({ type: 'refresh' }).parse(JSON.parse(data)));
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
  const end = listen(window, { visibilitychange: follow, focus: follow });
  return () => {
    end();
    close();
  };
}
