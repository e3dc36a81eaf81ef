import { type FocusEvent, useEffect, useRef } from 'react';

/** For what is around buttons that go: where one leaves with the focus, the first that stays gets it, else the page. */
export function useKeptFocus<Around extends HTMLElement>() {
  const around = useRef<Around>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    hadFocus.current = false;
    const stays = around.current?.querySelector<HTMLElement>('button:enabled');
    (stays ?? document.getElementById('main'))?.focus({ preventScroll: true });
  });
  return {
    ref: around,
    onFocus: () => {
      hadFocus.current = true;
    },
    // What is taken away with the focus reports no blur; where the whole window loses it, the element stays active.
    onBlur: ({ target, relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      hadFocus.current =
        document.activeElement === target ||
        (relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
    },
  };
}
