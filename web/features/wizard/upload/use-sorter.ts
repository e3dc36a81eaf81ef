import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { columnsOf, indexByKey, nearestPlace, type Place, seenAt } from './sorter.ts';
import { placeOf, scrollIntoSight, settleInto, useEdgeScrolling } from './sorter-motion.ts';

/** Pixels that a pressed pointer must travel before it drags: a shaky click is still a click. */
const DRAG_THRESHOLD_PX = 5;

interface Held {
  id: string;
  from: number;
  to: number;
  places: Place[];
  /** corner of the list, in page pixels */
  origin: { x: number; y: number };
  /** where the pointer took it, in page pixels; null while it is moved by keyboard */
  start: { x: number; y: number } | null;
  offset: { x: number; y: number };
}

interface SorterOptions {
  /** ids of the items in their order; each item's element carries `data-sort-id` */
  ids: readonly string[];
  onMove: (id: string, to: number) => void;
  /** says aloud what happens; places count from 1 */
  announce: (event: 'lifted' | 'moved' | 'dropped' | 'cancelled', from: number, place: number) => void;
}

export interface Sorter<E extends HTMLElement> {
  listRef: RefObject<E | null>;
  heldId: string | null;
  /** where the held item would come to lie, relative to the list */
  gap: CSSProperties | null;
  itemStyle: (id: string) => CSSProperties | undefined;
  /** the index at which the item at `index` is seen right now */
  seenIndex: (index: number) => number;
  /** for the item's picture: a mouse may take it there, a finger scrolls */
  onPicturePointerDown: (event: PointerEvent, id: string) => void;
  gripProps: (id: string) => {
    'data-grip': true;
    onPointerDown: (event: PointerEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
    onClick: (event: MouseEvent) => void;
    onBlur: () => void;
  };
}

/**
 * Sorting of items in a grid by mouse, finger (on the grip) and keyboard. By keyboard: Space or Enter lifts an item
 * and puts it down, arrows, Home and End move it, Escape takes it back.
 */
export function useSorter<E extends HTMLElement>({ ids, onMove, announce }: SorterOptions): Sorter<E> {
  const listRef = useRef<E>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const pressed = useRef<{ id: string; pointer: number; x: number; y: number } | null>(null);
  const settling = useRef<{ id: string; from: DOMRect; focus: boolean } | null>(null);

  const element = (id: string) =>
    listRef.current?.querySelector<HTMLElement>(`[data-sort-id="${CSS.escape(id)}"]`) ?? null;

  function lift(id: string, start: Held['start']) {
    const list = listRef.current;
    const from = ids.indexOf(id);
    const places = ids.flatMap((other) => {
      const item = element(other);
      return item ? [placeOf(item)] : [];
    });
    if (!list || from < 0 || places.length !== ids.length) return;
    const { left, top } = list.getBoundingClientRect();
    const origin = { x: left + window.scrollX, y: top + window.scrollY };
    setHeld({ id, from, to: from, places, origin, start, offset: { x: 0, y: 0 } });
    announce('lifted', from + 1, from + 1);
  }

  function carry(next: Held) {
    setHeld(next);
    if (next.to !== held?.to) announce('moved', next.from + 1, next.to + 1);
  }

  function follow(x: number, y: number) {
    const own = held?.places[held.from];
    if (!held?.start || !own) return;
    const offset = { x: x - held.start.x, y: y - held.start.y };
    const centre = { x: own.x + own.width / 2 + offset.x, y: own.y + own.height / 2 + offset.y };
    carry({ ...held, offset, to: nearestPlace(held.places, centre.x, centre.y) });
  }

  function letGo(kept: boolean) {
    pressed.current = null;
    if (!held) return;
    const item = element(held.id);
    if (item)
      settling.current = { id: held.id, from: item.getBoundingClientRect(), focus: held.start === null };
    setHeld(null);
    announce(kept ? 'dropped' : 'cancelled', held.from + 1, (kept ? held.to : held.from) + 1);
    if (kept && held.to !== held.from) onMove(held.id, held.to);
  }

  // The item glides from where it was let go to its place; moved by keyboard, it keeps the focus.
  useLayoutEffect(() => {
    const { current } = settling;
    if (held || !current) return;
    settling.current = null;
    const item = element(current.id);
    if (!item) return;
    settleInto(item, current.from);
    if (current.focus) item.querySelector<HTMLElement>('[data-grip]')?.focus({ preventScroll: true });
  });

  const byPointer = held?.start != null;
  useEdgeScrolling(byPointer, follow);
  const latest = useRef({ follow, letGo, lift });
  useLayoutEffect(() => {
    latest.current = { follow, letGo, lift };
  });

  const [pressing, setPressing] = useState(false);
  useEffect(() => {
    if (!pressing) return;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const end = (kept: boolean) => {
      if (byPointer) swallowClick();
      latest.current.letGo(kept);
      setPressing(false);
    };
    window.addEventListener(
      'pointermove',
      (event) => {
        const { current } = pressed;
        if (event.pointerId !== current?.pointer) return;
        const far = Math.hypot(event.pageX - current.x, event.pageY - current.y) >= DRAG_THRESHOLD_PX;
        if (byPointer) latest.current.follow(event.pageX, event.pageY);
        else if (far) latest.current.lift(current.id, { x: current.x, y: current.y });
      },
      options,
    );
    window.addEventListener('pointerup', () => end(true), options);
    window.addEventListener('pointercancel', () => end(false), options);
    window.addEventListener('keydown', (event) => event.key === 'Escape' && end(false), options);
    return () => listening.abort();
  }, [pressing, byPointer]);

  function press(event: PointerEvent, id: string) {
    if (event.button !== 0 || !event.isPrimary) return;
    if (held) letGo(true);
    pressed.current = { id, pointer: event.pointerId, x: event.pageX, y: event.pageY };
    setPressing(true);
  }

  function onKeyDown(event: KeyboardEvent, id: string) {
    const toggles = event.key === ' ' || event.key === 'Enter';
    if (toggles) event.preventDefault();
    if (held?.id !== id) {
      if (toggles) lift(id, null);
      return;
    }
    if (toggles) return letGo(true);
    if (event.key === 'Escape') return letGo(false);
    const to = indexByKey(event.key, held.to, ids.length, columnsOf(held.places));
    if (to === null) return;
    event.preventDefault();
    carry({ ...held, to });
    const place = held.places[to];
    if (place) scrollIntoSight(held.origin.y + place.y, place.height);
  }

  return {
    listRef,
    heldId: held?.id ?? null,
    gap: held ? gapStyle(held) : null,
    seenIndex: (index) => (held ? seenAt(index, held.from, held.to) : index),
    itemStyle: (id) => (held ? styleWhile(held, ids.indexOf(id)) : undefined),
    onPicturePointerDown: (event, id) => {
      if (event.pointerType === 'mouse') press(event, id);
    },
    gripProps: (id) => ({
      'data-grip': true,
      onPointerDown: (event) => press(event, id),
      onKeyDown: (event) => onKeyDown(event, id),
      // A click without a pointer or key comes from a screen reader.
      onClick: (event) => {
        if (event.detail !== 0) return;
        if (held?.id === id) letGo(true);
        else lift(id, null);
      },
      onBlur: () => {
        if (held?.id === id && !held.start) letGo(true);
      },
    }),
  };
}

/** The press that ends a drag is no click on what lies under it. */
function swallowClick(): void {
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }));
}

function styleWhile(held: Held, index: number): CSSProperties | undefined {
  const own = held.places[index];
  const target = held.places[seenAt(index, held.from, held.to)];
  if (!own || !target) return undefined;
  const x = target.x - own.x;
  const y = target.y - own.y;
  if (index !== held.from) return { transform: `translate(${x}px, ${y}px)` };
  const { offset } = held;
  const taken = held.start ? `${offset.x}px, ${offset.y}px` : `${x + 6}px, ${y - 8}px`;
  return { transform: `translate(${taken}) rotate(-1.2deg)`, ...(held.start ? { transition: 'none' } : {}) };
}

function gapStyle({ places, to }: Held): CSSProperties | null {
  const place = places[to];
  return place ? { left: place.x, top: place.y, width: place.width } : null;
}
