import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { listen } from '../lib/listen.ts';

/** Two taps within this time, ms, and this distance, px, are a double tap. */
const DOUBLE_TAP_MS = 350;
const DOUBLE_TAP_PX = 40;
/** Zoom of one line of a wheel turned with Ctrl, as a trackpad reports a pinch. */
const PER_LINE = 1.01;

type ZoomTo = (wanted: (zoom: number) => number, clientX: number, clientY: number) => void;

/** Pinches, double taps and presses of a mouse; one finger scrolls. @param zoomTo a stable function */
export function useZoomGestures(
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
