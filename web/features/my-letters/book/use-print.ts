import { type RefObject, useEffect, useRef, useState } from 'react';
import { useKeyDown } from '../../../lib/listen.ts';
import { decodePhotos } from './decode-photos.ts';

type Printing =
  | { phase: 'idle' }
  | { phase: 'loading'; done: number; total: number }
  /** places of the photos that could not be loaded */
  | { phase: 'failed'; places: string[] }
  | { phase: 'printed' };

/**
 * Prints once every photo was decoded, also by the browser's own keys for printing.
 * @param version of what is shown, null while there is nothing; a change gives up what is being prepared
 */
export function usePrint(pages: RefObject<HTMLElement | null>, version: unknown) {
  const [printing, setPrinting] = useState<Printing>({ phase: 'idle' });
  const current = useRef<AbortController>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each version
  useEffect(() => {
    setPrinting({ phase: 'idle' });
    return () => current.current?.abort();
  }, [version]);

  async function print() {
    current.current = new AbortController();
    const { signal } = current.current;
    const images = [...(pages.current?.querySelectorAll('img') ?? [])];
    const total = images.length;
    const failed = await decodePhotos(images, {
      signal,
      onProgress: (done) => signal.aborted || setPrinting({ phase: 'loading', done, total }),
    });
    if (signal.aborted) return;
    if (failed.length > 0) {
      setPrinting({ phase: 'failed', places: failed.map((image) => image.dataset.place ?? '') });
      return;
    }
    setPrinting({ phase: 'printed' });
    window.print();
  }

  useKeyDown((event) => {
    if (version === null || event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (printing.phase !== 'loading') void print();
  });

  return { printing, print };
}
