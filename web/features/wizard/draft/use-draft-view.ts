import { useEffect, useSyncExternalStore } from 'react';
import type { DraftSync, DraftView } from './draft-sync.ts';

/** What the desk has to say of the letter on the server; looks there first, and saves when the page is left. */
export function useDraftView(drafts: DraftSync): DraftView {
  useEffect(() => {
    void drafts.begin();
    const left = () => drafts.flush();
    const hidden = () => {
      if (document.visibilityState === 'hidden') drafts.flush();
    };
    window.addEventListener('pagehide', left);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      drafts.flush();
      window.removeEventListener('pagehide', left);
      document.removeEventListener('visibilitychange', hidden);
    };
  }, [drafts]);
  return useSyncExternalStore(drafts.subscribe, drafts.get);
}
