import { useRef } from 'react';

/**
 * Where focus goes as a dialog opens, and back to what it was opened from as it closes. Radix gives it back to a
 * Trigger of its own; our dialogs are opened from anywhere.
 * @param focusFirst puts the focus into the dialog
 */
export function useReturnFocus(focusFirst: (dialog: HTMLElement) => void) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus(event: Event) {
      event.preventDefault();
      opener.current = document.activeElement;
      if (event.target instanceof HTMLElement) focusFirst(event.target);
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const { current } = opener;
      if (current instanceof HTMLElement) current.focus();
      // What it was opened from may have gone with what was done in it: then the page itself.
      if (!current?.isConnected && document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true });
    },
  };
}
