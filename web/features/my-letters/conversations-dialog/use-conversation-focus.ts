import { useEffect, useRef } from 'react';

/** Milliseconds that something may take to be drawn before the focus stays where it is. */
const PATIENCE_MS = 4_000;
/** Up to this width the pigeonholes give way to the conversation, as in the style sheets. */
const ONE_COLUMN = '(max-width: 1000px)';

/**
 * Takes the focus along when a conversation opens or closes while the page is open. Where it takes the place of
 * the pigeonholes its heading gets the focus; on the way back the envelope that was opened does. Beside the
 * pigeonholes the focus stays on the envelope, and the conversation is brought into view.
 * @param chosen key of the chosen recipient, or null
 */
export function useConversationFocus(chosen: string | null): void {
  const last = useRef(chosen);
  useEffect(() => {
    const before = last.current;
    if (before === chosen) return;
    last.current = chosen;
    if (chosen === null) {
      return whenDrawn(`[data-recipient="${CSS.escape(before ?? '')}"]`, (envelope) =>
        focusUnlessHeld(envelope),
      );
    }
    const conversation = document.getElementById('conversation');
    if (!conversation) return;
    if (matchMedia(ONE_COLUMN).matches) {
      conversation.scrollIntoView();
      return whenDrawn('#conversation h1', (heading) => focusUnlessHeld(heading, { preventScroll: true }));
    }
    if (conversation.getBoundingClientRect().top < 0) conversation.scrollIntoView();
  }, [chosen]);
}

/**
 * Acts on the first element that matches, as soon as there is one that can be seen.
 * @returns ends the wait
 */
function whenDrawn(selector: string, act: (element: HTMLElement) => void): () => void {
  const until = performance.now() + PATIENCE_MS;
  let frame = 0;
  const look = () => {
    const element = document.querySelector<HTMLElement>(selector);
    if (element?.checkVisibility()) act(element);
    else if (performance.now() < until) frame = requestAnimationFrame(look);
  };
  look();
  return () => cancelAnimationFrame(frame);
}

/** Focus that a person has placed on something still in sight is left alone. */
function focusUnlessHeld(element: HTMLElement, options?: FocusOptions): void {
  const held = document.activeElement;
  if (!held || held === document.body || !held.checkVisibility()) element.focus(options);
}
