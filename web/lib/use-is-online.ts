import { useSyncExternalStore } from 'react';

const CHANGES = ['online', 'offline'];

function subscribe(changed: () => void): () => void {
  for (const change of CHANGES) addEventListener(change, changed);
  return () => {
    for (const change of CHANGES) removeEventListener(change, changed);
  };
}

export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
