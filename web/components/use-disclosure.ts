import { useEffect, useRef, useState } from 'react';
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
    const closed = new AbortController();
    const { signal } = closed;
    document.addEventListener('keydown', onKey, { signal });
    document.addEventListener('pointerdown', onPress, { signal });
    document.addEventListener('focusin', onPress, { signal });
    return () => closed.abort();
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

function focusButton(around: HTMLElement | null): void {
  around?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
}
