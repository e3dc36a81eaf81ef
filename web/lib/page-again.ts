import { useEffect, useEffectEvent } from 'react';
import { listen } from './listen.ts';

/** Called when somebody comes back to this page from another site's, and a browser, Safari above all, shows it as it was left. */
export function usePageAgain(onAgain: () => void): void {
  const onShow = useEffectEvent(({ persisted }: PageTransitionEvent) => persisted && onAgain());
  useEffect(() => listen(window, { pageshow: (event) => onShow(event) }), []);
}
