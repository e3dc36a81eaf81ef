import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page, or pasted.
 * @returns while files are dragged over the page: how many, or null where the browser tells only when they are dropped
 */
export function useIncomingFiles(onFiles: (files: File[]) => void): { files: number | null } | null {
  const [over, setOver] = useState<{ files: number | null } | null>(null);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

    document.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event) || !event.dataTransfer) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        const files = event.dataTransfer.items.length || null;
        setOver((held) => (held?.files === files ? held : { files }));
      },
      options,
    );
    document.addEventListener(
      'dragleave',
      (event) => {
        // Only when the pointer leaves the window.
        if (event.relatedTarget === null) setOver(null);
      },
      options,
    );
    document.addEventListener(
      'drop',
      (event) => {
        setOver(null);
        if (!hasFiles(event)) return;
        event.preventDefault();
        take([...(event.dataTransfer?.files ?? [])]);
      },
      options,
    );
    document.addEventListener(
      'paste',
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        take(files);
      },
      options,
    );
    return () => listening.abort();
  }, []);

  return over;
}
