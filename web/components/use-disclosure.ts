import { useEffect, useRef, useState } from 'react';
import { listen } from '../lib/listen.ts';
import { useCloseOnBack } from './close-on-back.ts';

/** Closed by Escape, by a press or focus outside, and by Back. `ref` is for the element around button and panel. */
export function useDisclosure<T extends HTMLElement>() {
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
    return listen(document, { keydown: onKey, pointerdown: onPress, focusin: onPress });
  }, [open]);
  const close = () => setOpen(false);
  useCloseOnBack(open, close);
  /** The focus goes to the button, so that a dialog opened next returns it there. */
  const leave = () => {
    close();
    focusButton(ref.current);
  };
  return { open, toggle: () => setOpen((was) => !was), close, leave, ref };
}

const focusButton = (around: HTMLElement | null): void =>
  around?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
