import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';

/** Data is never stale by itself, not refetched on focus, not polled, not retried (spec section 7). */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: cacheThatKeepsFailures(),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** A failed query stays failed while it is retried: the library sets it to pending, which would make the screen jump. */
function cacheThatKeepsFailures(): QueryCache {
  const failures = new WeakMap<Query<unknown, unknown>, Error>();
  const cache = new QueryCache({ onError: (error, query) => void failures.set(query, error) });
  cache.subscribe((event) => {
    const { type, query } = event;
    // A later visit starts without the failure.
    if (type === 'observerAdded' && query.getObserversCount() === 1) failures.delete(query);
    const error = failures.get(query);
    if (type === 'updated' && event.action.type === 'fetch' && error && query.state.status === 'pending')
      query.setState({ status: 'error', error });
  });
  return cache;
}
