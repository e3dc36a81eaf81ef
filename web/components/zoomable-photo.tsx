import { type MouseEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import { t } from '../lib/words.tsx';
import { IconButton } from './icon-button.tsx';
import { PhotoImage } from './photo-image.tsx';
import { useZoomGestures } from './use-zoom-gestures.ts';
import styles from './zoomable-photo.module.css';

interface ZoomablePhotoProps {
  /** `width` and `height` are those of the display variant, px */
  photo: { url: string; width: number; height: number };
  alt: string;
  fit?: 'whole' | 'reading';
  className?: string | undefined;
}

const LARGEST = 6;

/** A press of the mouse, a double tap, a pinch or the button beside it zoom the photo. */
export function ZoomablePhoto({ photo, alt, fit = 'whole', className }: ZoomablePhotoProps) {
  const { width, height } = photo;
  const table = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const [broken, setBroken] = useState(false);
  const near = zoom > 1;
  /** the point of the photo, in shares of its width and height, that is to be at a point of the window, px */
  const aim = useRef<{ x: number; y: number; clientX: number; clientY: number } | null>(null);

  const zoomTo = useCallback((wanted: (zoom: number) => number, clientX: number, clientY: number) => {
    const shown = table.current?.querySelector('img')?.getBoundingClientRect();
    if (!shown) return;
    const share = (value: number) => Math.min(1, Math.max(0, value));
    aim.current = {
      x: share((clientX - shown.left) / shown.width),
      y: share((clientY - shown.top) / shown.height),
      clientX,
      clientY,
    };
    setZoom((before) => Math.min(LARGEST, Math.max(1, wanted(before))));
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the photo has its new size once the zoom is rendered
  useLayoutEffect(() => {
    const { current } = table;
    const shown = current?.querySelector('img')?.getBoundingClientRect();
    if (!current || !shown || !aim.current) return;
    const { x, y, clientX, clientY } = aim.current;
    current.scrollLeft += shown.left + x * shown.width - clientX;
    current.scrollTop += shown.top + y * shown.height - clientY;
  }, [zoom]);

  function toggle(event?: MouseEvent<HTMLElement>) {
    const box = table.current?.getBoundingClientRect();
    const shown = table.current?.querySelector('img')?.getBoundingClientRect().width;
    if (broken || !box || !shown) return;
    const full = Math.max(2, width / shown);
    const [clientX, clientY] = event
      ? [event.clientX, event.clientY]
      : [box.left + box.width / 2, box.top + box.height / 2];
    zoomTo((before) => (before > 1 ? 1 : full), clientX, clientY);
  }
  const isReached = near || fit === 'reading';
  const press = useZoomGestures(table, zoomTo, toggle);

  return (
    <div className={classNames(styles.frame, className)}>
      <div
        ref={table}
        className={classNames(styles.table, near && styles.near, broken && styles.gone)}
        style={{ '--zoom': zoom }}
        // Reached by Tab while it can be scrolled. After that it stays focusable: it would lose the focus of a press to
        // the page, and the arrow keys would turn nothing.
        tabIndex={isReached ? 0 : -1}
        {...(isReached ? { role: 'group', 'aria-label': near ? t('Photo at full size') : alt } : {})}
        data-zoomed={near || undefined}
        data-fit={fit}
        {...press}
      >
        <PhotoImage
          photo={photo}
          size="display"
          // Fitted: limited by the height of the window. Zoomed: at full resolution.
          sizes={
            near || fit === 'reading'
              ? `${width}px`
              : `min(100vw, 1180px, ${Math.round((100 * width) / height)}vh)`
          }
          loading="eager"
          alt={alt}
          className={styles.photo}
          onBroken={setBroken}
        />
      </div>
      {broken ? null : (
        <IconButton
          icon={near ? 'minus' : 'plus'}
          label={near ? t('Show the whole photo') : t('Show at full size')}
          className={styles.zoom}
          onClick={() => toggle()}
        />
      )}
    </div>
  );
}
