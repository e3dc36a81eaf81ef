import { useSyncExternalStore } from 'react';
import { listen } from './listen.ts';

export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    (changed) => listen(window, { online: changed, offline: changed }),
    () => navigator.onLine,
    () => true,
  );
