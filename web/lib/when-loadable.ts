import { listen } from './listen.ts';

/** Milliseconds before a picture that could not be loaded is tried again. */
const RETRY_MS = [3_000, 10_000, 30_000, 120_000];

/** Tries again after a while, a few times, and whenever the connection or the reader comes back. */
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
