import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveEvent } from '../../../../shared/conversations.ts';
import { subscribeToEvents } from './event-stream.ts';

/** Where the credits stand: in the header of every page, and in the ledger. */
const BALANCE = ['user', 'ledger'];

/** Which queries would be answered differently after an event, by the beginning of their keys. */
const CHANGED_BY: Record<LiveEvent['type'], readonly string[]> = {
  reply: ['/api/replies', '/api/conversations', '/api/unread'],
  // A letter takes a credit along, and one that failed or came back brings it home.
  letter: ['/api/letters', '/api/correspondents', '/api/letter-totals', '/api/conversations', ...BALANCE],
  refresh: [
    '/api/replies',
    '/api/conversations',
    '/api/unread',
    '/api/letters',
    '/api/correspondents',
    '/api/letter-totals',
    ...BALANCE,
  ],
};

/** Milliseconds that events gather before the page looks again: a letter passes through its states quickly. */
const GATHERING_MS = 150;
/** Milliseconds that a page has to itself before it begins to listen. */
const PAGE_FIRST_MS = 1_500;

/** While it is mounted, what is shown of letters and replies follows what happens to them, in every tab. */
export function useLiveUpdates(uid: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | null = null;
    const start = setTimeout(() => {
      stop = subscribeToEvents(uid, queryInvalidator(queryClient));
    }, PAGE_FIRST_MS);
    return () => {
      clearTimeout(start);
      stop?.();
    };
  }, [uid, queryClient]);
}

/**
 * Makes whatever an event changed be read again, and what nobody looks at when somebody does. One round at a time:
 * a storm of events neither piles up calls nor starves any.
 */
export function queryInvalidator(queryClient: QueryClient): (event: LiveEvent) => void {
  const changed = new Set<string>();
  let atWork = false;
  const freshen = async () => {
    atWork = true;
    while (changed.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHERING_MS));
      const paths = new Set(changed);
      changed.clear();
      await queryClient.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && paths.has(path),
      });
    }
    atWork = false;
  };
  return (event) => {
    for (const path of CHANGED_BY[event.type]) changed.add(path);
    // What fails is said where it is shown.
    if (!atWork) freshen().catch((error: unknown) => console.error('Letters were not read again', error));
  };
}
