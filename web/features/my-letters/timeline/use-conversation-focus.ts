import { useEffect, useRef } from 'react';

/** Milliseconds to wait for an element before the focus stays where it is. */
const TIMEOUT_MS = 4_000;
/** Up to this width the conversation replaces the recipient list, as in the style sheets. */
const ONE_COLUMN = '(width <= 1100px)';

/** In one column the focus goes to the heading and back to the entry; in two the conversation is scrolled into view. */
export function useConversationFocus(chosen: string | null, address: string | null): void {
  const last = useRef(chosen);
  const lastAddress = useRef(address);
  useEffect(() => {
    lastAddress.current = address ?? lastAddress.current;
  }, [address]);
  useEffect(() => {
    const before = last.current;
    if (before === chosen) return;
    last.current = chosen;
    if (chosen === null) {
      return whenVisible(`[data-recipient="${CSS.escape(lastAddress.current ?? '')}"]`, focusIfLost);
    }
    const conversation = document.getElementById('conversation');
    if (!conversation) return;
    if (matchMedia(ONE_COLUMN).matches) {
      conversation.scrollIntoView();
      return whenVisible('#conversation h1', (heading) => focusIfLost(heading, { preventScroll: true }));
    }
    if (conversation.getBoundingClientRect().top < 0) conversation.scrollIntoView();
  }, [chosen]);
}

function whenVisible(selector: string, callback: (element: HTMLElement) => void): () => void {
  const deadline = performance.now() + TIMEOUT_MS;
  let frame = 0;
  const check = () => {
    const element = document.querySelector<HTMLElement>(selector);
    if (element?.checkVisibility()) callback(element);
    else if (performance.now() < deadline) frame = requestAnimationFrame(check);
  };
  check();
  return () => cancelAnimationFrame(frame);
}

function focusIfLost(element: HTMLElement, options?: FocusOptions): void {
  const focused = document.activeElement;
  if (!focused || focused === document.body || !focused.checkVisibility()) element.focus(options);
}
