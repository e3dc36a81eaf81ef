import { useEffect, useEffectEvent } from 'react';

/** Height of the bands at the window's upper and lower edge in which a dragged item scrolls the page, and the speed. */
const EDGE_PX = 72;
const FASTEST_PX_A_FRAME = 16;
const GLIDE_MS = 320;

/** CSS pixels, from the upper left of the list. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The place whose centre is nearest to a point; -1 when there are none. */
export function nearestPlace(places: readonly Place[], x: number, y: number): number {
  const distances = places.map((place) =>
    Math.hypot(place.x + place.width / 2 - x, place.y + place.height / 2 - y),
  );
  return distances.indexOf(Math.min(...distances));
}

/** The index at which the item at `index` is shown while the item at `from` is dragged over `to`. */
export function shownIndex(index: number, from: number, to: number): number {
  if (index === from) return to;
  if (from < index && index <= to) return index - 1;
  if (to <= index && index < from) return index + 1;
  return index;
}

/** How many places are in the first row: an arrow key up or down moves by as many. */
export function columnsOf(places: readonly Place[]): number {
  const [first] = places;
  if (!first) return 1;
  const next = places.findIndex((place) => place.y >= first.y + first.height / 2);
  return next < 0 ? places.length : Math.max(1, next);
}

export interface Grid {
  count: number;
  columns: number;
  rightToLeft: boolean;
}

/** The index that a key moves to from `at`, or null for any other key. */
export function indexByKey(key: string, at: number, { count, columns, rightToLeft }: Grid): number | null {
  const last = count - 1;
  switch (key) {
    case rightToLeft ? 'ArrowRight' : 'ArrowLeft':
      return Math.max(0, at - 1);
    case rightToLeft ? 'ArrowLeft' : 'ArrowRight':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return at - columns < 0 ? at : at - columns;
    case 'ArrowDown':
      return at + columns > last ? at : at + columns;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** Without transforms and running animations. */
export function placeOf({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Place {
  return { x: offsetLeft, y: offsetTop, width: offsetWidth, height: offsetHeight };
}

/** Scrolls only as far as needed to show what is at `top` of the page, both in CSS pixels. */
export function scrollIntoView(top: number, height: number): void {
  const above = top - EDGE_PX - window.scrollY;
  const below = top + height + EDGE_PX - (window.scrollY + window.innerHeight);
  if (above < 0) window.scrollBy({ top: above, behavior: 'smooth' });
  else if (below > 0) window.scrollBy({ top: Math.min(below, above), behavior: 'smooth' });
}

export function glideFrom(element: HTMLElement, from: DOMRect): void {
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
      duration: GLIDE_MS,
      easing: 'cubic-bezier(.2,.7,.2,1)',
    },
  );
}

/** @returns pixels a frame, upwards negative */
export function scrollSpeed(y: number, height: number): number {
  const up = Math.max(0, EDGE_PX - y);
  const down = Math.max(0, y - (height - EDGE_PX));
  return Math.round((Math.min(1, down / EDGE_PX) - Math.min(1, up / EDGE_PX)) * FASTEST_PX_A_FRAME);
}

/** While `active`, a pointer near the window's edge scrolls the page; `onScroll` gets the page coordinates under it. */
export function useEdgeScrolling(active: boolean, onScroll: (pageX: number, pageY: number) => void): void {
  const onScrolled = useEffectEvent(onScroll);
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
      if (window.scrollY !== before) onScrolled(pointer.x + window.scrollX, pointer.y + window.scrollY);
    });
    window.addEventListener('pointermove', onMove);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', onMove);
    };
  }, [active]);
}
