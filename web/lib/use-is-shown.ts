import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still on the page, for what an answer from the server leads to. */
export function useIsShown(): RefObject<boolean> {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}
