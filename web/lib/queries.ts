import { type Query, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { LiveEvent } from '../../shared/conversations.ts';
import { type ResponseParser, read } from './api.ts';

const LETTERS = ['/api/letters', '/api/correspondents', '/api/letter-totals', '/api/conversations'] as const;
const ANSWERS = ['/api/conversations', '/api/replies'] as const;
/** Changed when an answer or a letter to the person arrives. */
const ARRIVED = [
  ...ANSWERS,
  '/api/unread',
  '/api/correspondents',
  '/api/received-letters',
  '/api/letter-totals',
] as const;
/** Changed with the balance: every page has it in its header, and one may wait for a payment. */
const BALANCE = ['user', 'ledger', 'checkout', '/api/gifts'] as const;

/** First elements of the keys of all queries: the path of the call where it is one, else a name. */
export type QueryName =
  | (typeof LETTERS | typeof ARRIVED | typeof BALANCE)[number]
  | '/api/access-tokens'
  | '/api/account/holdings'
  | '/api/correspondences'
  | '/api/credit-packages'
  | '/api/occasions'
  | '/api/passkeys'
  | '/api/recipient-groups'
  | '/api/recipients'
  | '/api/reminder-settings'
  | '/api/security-events'
  | '/api/sender-pause'
  | '/api/sessions'
  | '/api/suppressions'
  | '/api/welcome-coupon'
  | 'letter words'
  | 'receipt'
  | 'templates';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [QueryName, ...unknown[]];
  }
}

/** What the server answers at a path. Errors: `ApiFailure`. */
export const queryOf = <Answer>(path: QueryName & `/api/${string}`, schema: ResponseParser<Answer>) =>
  queryOptions({ queryKey: [path], queryFn: () => read(path, schema) });

/** Queries that become stale: by an event from the server, then by a change that was made on this page. */
const STALE = {
  reply: ARRIVED,
  // Sending a letter takes a credit; a letter that failed or bounced returns it.
  letter: [...LETTERS, ...BALANCE],
  balance: BALANCE,
  refresh: [...ARRIVED, ...LETTERS, ...BALANCE],

  'access tokens': ['/api/access-tokens'],
  'address book': ['/api/recipients'],
  answer: ANSWERS,
  coupon: ['/api/welcome-coupon', 'user'],
  days: ['/api/occasions'],
  gift: ['ledger', 'user'],
  'imported people': ['/api/recipients', '/api/occasions'],
  // Sent to another address, it belongs to the conversation with that address.
  'letter retried': [...LETTERS, '/api/replies', '/api/received-letters', '/api/suppressions', 'user'],
  'letter sent': [...LETTERS, '/api/recipients', 'user'],
  'mark as read': [...ANSWERS, '/api/unread', '/api/correspondents'],
  mute: ['/api/conversations'],
  passkeys: ['/api/passkeys'],
  'sign-ins': ['/api/sessions', '/api/access-tokens', '/api/security-events'],
  suppression: ['/api/suppressions'],
  'waiting letter': [...LETTERS, 'user'],
  'web page': ['/api/letters'],
} satisfies Record<LiveEvent['type'], readonly QueryName[]> & Record<string, readonly QueryName[]>;

export type Change = keyof typeof STALE;

/** Queries that hold no sentence of the server; all others are read again in another language. */
const WITHOUT_SERVER_WORDS: readonly QueryName[] = ['templates', 'letter words', 'user'];

export function invalidate(queryClient: QueryClient, changes: Iterable<Change>): Promise<void> {
  const stale = new Set<QueryName>([...changes].flatMap((change) => STALE[change]));
  return readAgain(queryClient, (name) => stale.has(name));
}

export const invalidateWords = (queryClient: QueryClient): Promise<void> =>
  readAgain(queryClient, (name) => !WITHOUT_SERVER_WORDS.includes(name));

/** Reads stale queries again: at once if they are shown, else when they are used next. */
export async function readAgain(queryClient: QueryClient, isStale: (name: QueryName) => boolean) {
  const isOfThese = ({ queryKey: [name] }: Query) => isStale(name as QueryName);
  const isFirst = (query: Query) => isOfThese(query) && query.state.data === undefined;
  const cache = queryClient.getQueryCache();
  const first = cache.findAll({ fetchStatus: 'fetching', predicate: isFirst });
  // Its answer would mark the query as fresh, even if read before the change. Not aborted: a link may wait for it.
  for (const running of cache.findAll({ fetchStatus: 'fetching', type: 'inactive', predicate: isOfThese }))
    void Promise.allSettled([running.promise]).then(() =>
      queryClient.invalidateQueries({ predicate: (query) => query === running }),
    );
  await queryClient.invalidateQueries({ predicate: isOfThese });
  // The library does not repeat a first request that is running, whose answer may be from before the change.
  if (first.length > 0) await queryClient.invalidateQueries({ predicate: (query) => first.includes(query) });
}

export function useInvalidation(): (change: Change) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback((change) => invalidate(queryClient, [change]), [queryClient]);
}
