import { type RefObject, useEffect, useRef, useState } from 'react';
import { useKeyDown } from '../../../lib/listen.ts';

type Printing =
  | { phase: 'idle' }
  | { phase: 'loading'; done: number; total: number }
  /** places of the photos that could not be loaded */
  | { phase: 'failed'; places: string[] }
  | { phase: 'printed' };

/** Prints once every photo was decoded, at a press of the button or by the browser's own keys. */
export function usePrint(pages: RefObject<HTMLElement | null>) {
  const [printing, setPrinting] = useState<Printing>({ phase: 'idle' });
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);

  async function print() {
    current.current = new AbortController();
    const { signal } = current.current;
    const images = [...(pages.current?.querySelectorAll('img') ?? [])];
    const places: string[] = [];
    for (let done = 0; done < images.length; done += AT_ONCE) {
      setPrinting({ phase: 'loading', done, total: images.length });
      const some = images.slice(done, done + AT_ONCE);
      const decoded = await Promise.all(some.map((image) => decode(image, signal)));
      if (signal.aborted) return;
      places.push(...some.filter((_, index) => !decoded[index]).map(({ dataset }) => dataset.place ?? ''));
    }
    // No photo may be missing in print.
    if (places.length > 0) return setPrinting({ phase: 'failed', places });
    setPrinting({ phase: 'printed' });
    window.print();
  }

  useKeyDown((event) => {
    if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (printing.phase !== 'loading') void print();
  });

  return { printing, print };
}

/** Photos decoded at the same time: each takes up to 17 MB while it is decoded. */
const AT_ONCE = 10;
/** Delays before the second and the third try, ms. */
const RETRY_MS = [1_000, 3_000];
/** A try in which a photo neither loads nor fails counts as failed after this time, ms. */
const TIMEOUT_MS = 60_000;

/** @returns false for one that failed after three tries */
async function decode(image: HTMLImageElement, signal: AbortSignal): Promise<boolean> {
  image.loading = 'eager';
  for (const delay of [0, ...RETRY_MS]) {
    if (signal.aborted) return false;
    if (delay > 0) {
      await wait(delay);
      if (signal.aborted) return false;
      // Setting `src` requests it again.
      const { src } = image;
      image.src = src;
    }
    const decoding = decodeOnce(image).then(
      () => true,
      () => false,
    );
    if (await Promise.race([decoding, wait(TIMEOUT_MS).then(() => false)])) return true;
  }
  return false;
}

/** Not `image.decode()`: browsers keep its result, half a gigabyte in all, until the page is closed. */
async function decodeOnce(image: HTMLImageElement): Promise<void> {
  if (!image.complete)
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve, { once: true });
      image.addEventListener('error', reject, { once: true });
    });
  (await createImageBitmap(image)).close();
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
