import { type RefObject, useEffect, useRef, useState } from 'react';

interface Disclosure<T extends HTMLElement> {
  open: boolean;
  toggle: () => void;
  close: () => void;
  /** closes it with the focus back on the button, for what opens over the page */
  leave: () => void;
  /** goes around the button and what it opens */
  ref: RefObject<T | null>;
}

/** Something a button opens: closed by Escape (the focus returns to the button) and by a press elsewhere. */
export function useDisclosure<T extends HTMLElement>(): Disclosure<T> {
  const ref = useRef<T>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      focusButton(ref.current);
    };
    const onPress = (event: Event) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusin', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusin', onPress);
    };
  }, [open]);
  const close = () => setOpen(false);
  const leave = () => {
    close();
    focusButton(ref.current);
  };
  return { open, toggle: () => setOpen((was) => !was), close, leave, ref };
}

function focusButton(around: HTMLElement | null): void {
  around?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
}
