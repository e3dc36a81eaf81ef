import { listen } from './listen.ts';

/** Delays before each further try to load a picture, ms. */
const RETRY_MS = [3_000, 10_000, 30_000, 120_000];

/** Tries to load a picture after each delay, and whenever the connection or the person comes back. @returns ends it */
export function whenLoadable(src: string, onLoadable: () => void): () => void {
  let stopped = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tryAgain = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') return;
    const image = new Image();
    image.onload = () => {
      if (!stopped) onLoadable();
    };
    image.onerror = wait;
    image.src = src;
  };
  const wait = () => {
    clearTimeout(timer);
    const delay = RETRY_MS[tries++];
    if (delay !== undefined && !stopped) timer = setTimeout(tryAgain, delay);
  };
  const end = listen(window, { online: tryAgain, visibilitychange: tryAgain });
  wait();
  return () => {
    stopped = true;
    end();
    clearTimeout(timer);
  };
}
