import { type ReactNode, startTransition, useEffect, useState } from 'react';

/** Spec section 9, ms. */
const RETRY_MS = 2000;
const SUCCESS_DELAY_MS = 500;

/** Asks until the server is ready, then prepares the app. The overlay stays half a second longer. */
export function useWarmUp(
  isServing: () => Promise<boolean>,
  prepare: () => Promise<ReactNode>,
): { app: ReactNode; warming: boolean } {
  const [app, setApp] = useState<ReactNode>(null);
  const [warming, setWarming] = useState(true);

  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const ready = (await isServing()) ? await prepare().catch(notReady) : null;
      if (stopped) return;
      // In slices, so that a slow phone answers taps meanwhile.
      startTransition(() => setApp(ready));
      timer = ready ? setTimeout(() => setWarming(false), SUCCESS_DELAY_MS) : setTimeout(ask, RETRY_MS);
    };
    ask();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [isServing, prepare]);

  return { app, warming };
}

function notReady(error: unknown): null {
  console.info('Not ready yet', error);
  return null;
}
