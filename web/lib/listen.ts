import { useEffect, useEffectEvent } from 'react';

type Heard = WindowEventMap & DocumentEventMap;
type Listeners = { [Name in keyof Heard]?: (event: Heard[Name]) => void };

/** @returns removes the listeners */
export function listen(to: EventTarget, listeners: Listeners, options?: AddEventListenerOptions): () => void {
  const over = new AbortController();
  for (const [name, listener] of Object.entries(listeners))
    to.addEventListener(name, listener as EventListener, { ...options, signal: over.signal });
  return () => over.abort();
}

/** Listens to keys on the whole page, whatever has the focus. */
export function useKeyDown(listener: (event: KeyboardEvent) => void): void {
  const onKeyDown = useEffectEvent(listener);
  useEffect(() => listen(document, { keydown: (event) => onKeyDown(event) }), []);
}
