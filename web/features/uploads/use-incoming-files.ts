import { useEffect, useEffectEvent, useState } from 'react';
import { listen } from '../../lib/listen.ts';

/** Files dropped anywhere or pasted. @returns how many are dragged over the page, null where that is not told */
export function useIncomingFiles(onFiles: (files: File[]) => void): { files: number | null } | null {
  const [over, setOver] = useState<{ files: number | null } | null>(null);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    return listen(document, {
      dragover: (event) => {
        if (!hasFiles(event) || !event.dataTransfer) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        const files = event.dataTransfer.items.length || null;
        setOver((held) => (held?.files === files ? held : { files }));
      },
      // Only when the pointer leaves the window.
      dragleave: (event) => event.relatedTarget === null && setOver(null),
      drop: (event) => {
        setOver(null);
        if (!hasFiles(event)) return;
        event.preventDefault();
        take([...(event.dataTransfer?.files ?? [])]);
      },
      paste: (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        take(files);
      },
    });
  }, []);

  return over;
}
