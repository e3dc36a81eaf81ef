import { type RefObject, useEffect, useRef, useState } from 'react';
import { useCloseOnBack } from './close-on-back.ts';

interface Disclosure<T extends HTMLElement> {
  open: boolean;
  toggle: () => void;
  close: () => void;
  /** closes it and focuses the button, so that a dialog opened next returns the focus there */
  leave: () => void;
  /** for the element around the button and the panel */
  ref: RefObject<T | null>;
}

/** A panel opened by a button; closed by Escape, which focuses the button, by a press or focus outside, and by Back. */
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
  useCloseOnBack(open, close);
  const leave = () => {
    close();
    focusButton(ref.current);
  };
  return { open, toggle: () => setOpen((was) => !was), close, leave, ref };
}

function focusButton(around: HTMLElement | null): void {
  around?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
}
