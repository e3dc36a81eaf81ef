import { useEffect, useEffectEvent, useState } from 'react';
import { listen } from '../../lib/listen.ts';

/** Files dropped anywhere or pasted. @returns whether files are dragged over the page */
export function useIncomingFiles(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    return listen(document, {
      dragover: (event) => {
        if (!hasFiles(event) || !event.dataTransfer) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      },
      // Only when the pointer leaves the window.
      dragleave: (event) => event.relatedTarget === null && setOver(false),
      drop: (event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        take([...(event.dataTransfer?.files ?? [])]);
      },
      paste: (event) => {
        const { files = [], types = [] } = event.clipboardData ?? {};
        // Text from some programs has a picture of itself beside it.
        const isText = types.includes('text/plain') && event.target instanceof HTMLTextAreaElement;
        if (files.length === 0 || isText) return;
        event.preventDefault();
        take([...files]);
      },
    });
  }, []);

  return over;
}
