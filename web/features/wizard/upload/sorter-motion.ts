import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Place } from './sorter.ts';

/** Height of the bands at the window's upper and lower edge in which a held item scrolls the page, and their speed. */
const EDGE_PX = 72;
const FASTEST_PX_A_FRAME = 16;
const SETTLE_MS = 320;

/** Where an item lies in its list, without what transforms or running animations do to it. */
export function placeOf({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Place {
  return { x: offsetLeft, y: offsetTop, width: offsetWidth, height: offsetHeight };
}

/** Scrolls only as far as needed to see what lies at `top` of the page, both in CSS pixels. */
export function scrollIntoSight(top: number, height: number): void {
  const above = top - EDGE_PX - window.scrollY;
  const below = top + height + EDGE_PX - (window.scrollY + window.innerHeight);
  if (above < 0) window.scrollBy({ top: above, behavior: 'smooth' });
  else if (below > 0) window.scrollBy({ top: Math.min(below, above), behavior: 'smooth' });
}

/** Lets an element glide from where it was seen to where it now lies; at once where less motion is asked for. */
export function settleInto(element: HTMLElement, from: DOMRect): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const to = element.getBoundingClientRect();
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px)`, zIndex: 2 },
      { transform: 'none', zIndex: 2 },
    ],
    {
      duration: SETTLE_MS,
      easing: 'cubic-bezier(.2,.7,.2,1)',
    },
  );
}

/** While `active`, a pointer near the window's edge scrolls the page; `onScroll` gets the point it then is over. */
export function useEdgeScrolling(active: boolean, onScroll: (pageX: number, pageY: number) => void): void {
  const latest = useRef(onScroll);
  useLayoutEffect(() => {
    latest.current = onScroll;
  });
  useEffect(() => {
    if (!active) return;
    let pointer: { x: number; y: number } | null = null;
    const onMove = (event: PointerEvent) => {
      pointer = { x: event.clientX, y: event.clientY };
    };
    let frame = requestAnimationFrame(function step() {
      frame = requestAnimationFrame(step);
      if (!pointer) return;
      const before = window.scrollY;
      window.scrollBy(0, scrollSpeed(pointer.y, window.innerHeight));
      if (window.scrollY !== before) latest.current(pointer.x + window.scrollX, pointer.y + window.scrollY);
    });
    window.addEventListener('pointermove', onMove);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', onMove);
    };
  }, [active]);
}

/** Pixels a frame, upwards negative, for a pointer at `y` in a window of this height. */
export function scrollSpeed(y: number, height: number): number {
  const up = Math.max(0, EDGE_PX - y);
  const down = Math.max(0, y - (height - EDGE_PX));
  return Math.round((Math.min(1, down / EDGE_PX) - Math.min(1, up / EDGE_PX)) * FASTEST_PX_A_FRAME);
}
