import { useEffect, useRef } from 'react';

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
      focusUnlessHeld(document.querySelector<HTMLElement>(`[data-recipient="${CSS.escape(before ?? '')}"]`));
      return;
    }
    const conversation = document.getElementById('conversation');
    if (!conversation) return;
    if (matchMedia(ONE_COLUMN).matches) {
      conversation.querySelector('h1')?.focus({ preventScroll: true });
      conversation.scrollIntoView();
    } else if (conversation.getBoundingClientRect().top < 0) {
      conversation.scrollIntoView();
    }
  }, [chosen]);
}

/** Focus that a person has placed on something still there is left alone. */
function focusUnlessHeld(element: HTMLElement | null): void {
  const held = document.activeElement;
  if (!held || held === document.body) element?.focus();
}
