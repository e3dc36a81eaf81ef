import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveEvent } from '../../../../shared/conversations.ts';
import { CHANGED_BY_REPLY, OF_LETTERS } from '../../../lib/stale-queries.ts';
import { subscribeToEvents } from './subscribe-to-events.ts';

/** The credit balance, in the header of every page and in the ledger, and the payment that a page waits for. */
const BALANCE = ['user', 'ledger', 'checkout', '/api/gifts'];

/** What came from others: replies, and letters. */
const OF_REPLIES = [...CHANGED_BY_REPLY, '/api/unread', '/api/arrivals', '/api/received-letters'];

/** First element of the keys of the queries that an event makes stale. */
const CHANGED_BY: Record<LiveEvent['type'], readonly string[]> = {
  reply: OF_REPLIES,
  // Sending a letter takes a credit; a letter that failed or bounced returns it.
  letter: [...OF_LETTERS, ...BALANCE],
  balance: BALANCE,
  refresh: [...OF_REPLIES, ...OF_LETTERS, ...BALANCE],
};

/** Milliseconds in which events are collected before queries are refetched: a letter changes its status several times in a row. */
const COLLECT_MS = 150;
/** Milliseconds after which a page subscribes, so that its own requests come first. */
const SUBSCRIBE_AFTER_MS = 1_500;
const AGAIN_AFTER_MS = 250;
const LATEST_MS = 10_000;

/** While mounted, refetches queries of letters and replies when they change on the server. */
export function useEvents(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | null = null;
    const begun = Date.now();
    let start = setTimeout(function subscribe() {
      // Where the stream stood is known of answers that have come, not of those still on their way.
      const loading = queryClient.isFetching() > 0;
      const late = Date.now() - begun > LATEST_MS;
      if (loading && !late) start = setTimeout(subscribe, AGAIN_AFTER_MS);
      else stop = subscribeToEvents(queryInvalidator(queryClient), { unknownStart: loading });
    }, SUBSCRIBE_AFTER_MS);
    return () => {
      clearTimeout(start);
      stop?.();
    };
  }, [queryClient]);
}

/**
 * Invalidates the queries that events change: active ones are refetched now, others when they are used. One round at a
 * time, so that many events neither pile up requests nor delay any of them without end.
 */
export function queryInvalidator(queryClient: QueryClient): (event: LiveEvent) => void {
  const changed = new Set<string>();
  let refreshing = false;
  const refresh = async () => {
    refreshing = true;
    while (changed.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, COLLECT_MS));
      const paths = new Set(changed);
      changed.clear();
      await queryClient.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && paths.has(path),
      });
    }
    refreshing = false;
  };
  return (event) => {
    for (const path of CHANGED_BY[event.type]) changed.add(path);
    // A failed query shows its own error.
    if (!refreshing)
      refresh().catch((error: unknown) => console.error('Queries could not be invalidated', error));
  };
}
