import { useEffect, useEffectEvent } from 'react';
import { listen } from './listen.ts';

/** `onAgain` is called when a browser, Safari above all, shows this page again as it was left for another site. */
export function usePageAgain(onAgain: () => void): void {
  const onShow = useEffectEvent(({ persisted }: PageTransitionEvent) => persisted && onAgain());
  useEffect(() => listen(window, { pageshow: (event) => onShow(event) }), []);
}
