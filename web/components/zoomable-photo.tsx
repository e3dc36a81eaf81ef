import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import { IconButton } from './button.tsx';
import { PhotoImage } from './photo-image.tsx';
import styles from './zoomable-photo.module.css';

interface ZoomablePhotoProps {
  url: string;
  alt: string;
  /** px of the display variant */
  width: number;
  height: number;
  className?: string | undefined;
}

/**
 * A photo fitted to the window, or zoomed and scrollable. Pinch and scroll gestures stay the browser's own.
 */
export function ZoomablePhoto({ url, alt, width, height, className }: ZoomablePhotoProps) {
  const table = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [broken, setBroken] = useState(false);
  /** the point to be centred, in shares of the photo's width and height */
  const aim = useRef({ x: 0.5, y: 0.5 });

  useLayoutEffect(() => {
    const { current } = table;
    if (!near || !current) return;
    current.scrollLeft = aim.current.x * current.scrollWidth - current.clientWidth / 2;
    current.scrollTop = aim.current.y * current.scrollHeight - current.clientHeight / 2;
  }, [near]);

  function toggle(event?: MouseEvent<HTMLElement>) {
    if (broken) return;
    const photo = table.current?.querySelector('img')?.getBoundingClientRect();
    aim.current =
      event && photo
        ? {
            x: (event.clientX - photo.left) / photo.width,
            y: (event.clientY - photo.top) / photo.height,
          }
        : { x: 0.5, y: 0.5 };
    setNear(!near);
  }

  return (
    <div className={classNames(styles.frame, className)}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button beside it does the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
      <div
        ref={table}
        className={classNames(styles.table, near && styles.near, broken && styles.gone)}
        // Focusable while zoomed, so that arrow keys scroll it.
        {...(near ? { tabIndex: 0, role: 'group', 'aria-label': 'Photo at full size' } : {})}
        data-zoomed={near || undefined}
        onClick={toggle}
      >
        <PhotoImage
          url={url}
          size="display"
          // Fitted: limited by the height of the window. Zoomed: at full resolution.
          sizes={near ? `${width}px` : `min(100vw, 1180px, ${Math.round((100 * width) / height)}vh)`}
          loading="eager"
          alt={alt}
          width={width}
          height={height}
          className={styles.photo}
          onBroken={() => setBroken(true)}
        />
      </div>
      {broken ? null : (
        <IconButton
          icon={near ? 'minus' : 'plus'}
          label={near ? 'Show the whole photo' : 'Show at full size'}
          className={styles.zoom}
          onClick={() => toggle()}
        />
      )}
    </div>
  );
}
