import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../lib/class-names.ts';
import { listen } from '../lib/listen.ts';
import { t } from '../lib/words.tsx';
import { IconButton } from './icon-button.tsx';
import { PhotoImage } from './photo-image.tsx';
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

/** Two taps within this time, ms, and this distance, px, are a double tap. */
const DOUBLE_TAP_MS = 350;
const DOUBLE_TAP_PX = 40;
/** Zoom of one line of a wheel turned with Ctrl, as a trackpad reports a pinch. */
const PER_LINE = 1.01;

type ZoomTo = (wanted: (zoom: number) => number, clientX: number, clientY: number) => void;

/** Pinches, double taps and presses of a mouse; one finger scrolls. @param zoomTo a stable function */
function useZoomGestures(
  element: RefObject<HTMLElement | null>,
  zoomTo: ZoomTo,
  onToggle: (event: MouseEvent<HTMLElement>) => void,
) {
  const pointer = useRef('mouse');
  const lastTap = useRef({ at: 0, x: 0, y: 0 });

  useEffect(() => {
    const box = element.current;
    if (!box) return;
    let distance = 0;
    const onTouch = (event: TouchEvent) => {
      const [first, second] = event.touches;
      if (!first || !second) {
        distance = 0;
        return;
      }
      // Not passive: the browser would zoom the whole page.
      event.preventDefault();
      const now = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
      const change = distance > 0 ? now / distance : 1;
      distance = now;
      zoomTo(
        (zoom) => zoom * change,
        (first.clientX + second.clientX) / 2,
        (first.clientY + second.clientY) / 2,
      );
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomTo((zoom) => zoom * PER_LINE ** -event.deltaY, event.clientX, event.clientY);
    };
    const touches = { touchstart: onTouch, touchmove: onTouch, touchend: onTouch, touchcancel: onTouch };
    return listen(box, { ...touches, wheel: onWheel }, { passive: false });
  }, [element, zoomTo]);

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      pointer.current = event.pointerType;
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (pointer.current !== 'touch') return onToggle(event);
      const { at, x, y } = lastTap.current;
      const twice =
        event.timeStamp - at < DOUBLE_TAP_MS &&
        Math.hypot(event.clientX - x, event.clientY - y) < DOUBLE_TAP_PX;
      lastTap.current = { at: twice ? 0 : event.timeStamp, x: event.clientX, y: event.clientY };
      if (twice) onToggle(event);
    },
  };
}
