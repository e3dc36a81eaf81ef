import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { listen } from '../../../lib/listen.ts';
import {
  columnsOf,
  glideFrom,
  indexByKey,
  nearestPlace,
  type Place,
  placeOf,
  scrollIntoView,
  shownIndex,
  useEdgeScrolling,
} from './sortable-grid.ts';

/** Pixels that a pressed pointer must move before it drags: a shaky click is still a click. */
const DRAG_THRESHOLD_PX = 5;

interface Dragged {
  id: string;
  from: number;
  to: number;
  places: Place[];
  /** upper left corner of the list, page coordinates */
  origin: { x: number; y: number };
  /** where the pointer was pressed, page coordinates; null while it is moved by keyboard */
  start: { x: number; y: number } | null;
  offset: { x: number; y: number };
}

export type SortEvent = 'picked-up' | 'moved' | 'dropped' | 'cancelled';

interface SortableOptions {
  /** ids of the items in their order; each item's element carries `data-sort-id` */
  ids: readonly string[];
  onMove: (id: string, to: number) => void;
  /** tells assistive technology; positions count from 1 */
  announce: (event: SortEvent, from: number, position: number) => void;
}

export type Sortable = ReturnType<typeof useSortable>;

/**
 * Sorting of items in a grid by mouse, touch (on the grip) and keyboard: Space or Enter picks an item up and drops it,
 * arrows, Home and End move it, Escape cancels. Why not a library: docs/decisions/0032-own-sortable-grid.md.
 */
export function useSortable({ ids, onMove, announce }: SortableOptions) {
  const listRef = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [pressed, setPressed] = useState<{ id: string; pointer: number; x: number; y: number } | null>(null);
  const droppedAt = useRef<{ id: string; from: DOMRect; focus: boolean } | null>(null);

  const element = (id: string) =>
    listRef.current?.querySelector<HTMLElement>(`[data-sort-id="${CSS.escape(id)}"]`) ?? null;

  function pickUp(id: string, start: Dragged['start']) {
    const list = listRef.current;
    const from = ids.indexOf(id);
    const places = ids.flatMap((other) => {
      const item = element(other);
      return item ? [placeOf(item)] : [];
    });
    if (!list || from < 0 || places.length !== ids.length) return;
    const { left, top } = list.getBoundingClientRect();
    const origin = { x: left + window.scrollX, y: top + window.scrollY };
    setDragged({ id, from, to: from, places, origin, start, offset: { x: 0, y: 0 } });
    announce('picked-up', from + 1, from + 1);
  }

  function moveTo(next: Dragged) {
    setDragged(next);
    if (next.to !== dragged?.to) announce('moved', next.from + 1, next.to + 1);
  }

  function follow(x: number, y: number) {
    const own = dragged?.places[dragged.from];
    if (!dragged?.start || !own) return;
    const offset = { x: x - dragged.start.x, y: y - dragged.start.y };
    const centre = { x: own.x + own.width / 2 + offset.x, y: own.y + own.height / 2 + offset.y };
    moveTo({ ...dragged, offset, to: nearestPlace(dragged.places, centre.x, centre.y) });
  }

  function drop(kept: boolean) {
    setPressed(null);
    if (!dragged) return;
    const item = element(dragged.id);
    if (item)
      droppedAt.current = {
        id: dragged.id,
        from: item.getBoundingClientRect(),
        focus: dragged.start === null,
      };
    setDragged(null);
    announce(kept ? 'dropped' : 'cancelled', dragged.from + 1, (kept ? dragged.to : dragged.from) + 1);
    if (kept && dragged.to !== dragged.from) onMove(dragged.id, dragged.to);
  }

  // The item glides from where it was dropped to its place; moved by keyboard, it keeps the focus.
  useLayoutEffect(() => {
    const { current } = droppedAt;
    if (dragged || !current) return;
    droppedAt.current = null;
    const item = element(current.id);
    if (!item) return;
    glideFrom(item, current.from);
    if (current.focus) item.querySelector<HTMLElement>('[data-grip]')?.focus({ preventScroll: true });
  });

  const byPointer = dragged?.start != null;
  useEdgeScrolling(byPointer, follow);
  const onFollow = useEffectEvent(follow);
  const onFar = useEffectEvent(pickUp);
  const onEnd = useEffectEvent(drop);

  useEffect(() => {
    if (!pressed) return;
    const end = (kept: boolean) => {
      if (byPointer) suppressClick();
      onEnd(kept);
    };
    return listen(window, {
      pointermove: (event) => {
        if (event.pointerId !== pressed.pointer) return;
        const far = Math.hypot(event.pageX - pressed.x, event.pageY - pressed.y) >= DRAG_THRESHOLD_PX;
        if (byPointer) onFollow(event.pageX, event.pageY);
        else if (far) onFar(pressed.id, { x: pressed.x, y: pressed.y });
      },
      pointerup: () => end(true),
      pointercancel: () => end(false),
      keydown: ({ key }) => key === 'Escape' && end(false),
    });
  }, [pressed, byPointer]);

  function press(event: PointerEvent, id: string) {
    if (event.button !== 0 || !event.isPrimary) return;
    if (dragged) drop(true);
    setPressed({ id, pointer: event.pointerId, x: event.pageX, y: event.pageY });
  }

  function onKeyDown(event: KeyboardEvent, id: string) {
    const toggles = event.key === ' ' || event.key === 'Enter';
    if (toggles) event.preventDefault();
    if (dragged?.id !== id) {
      if (toggles) pickUp(id, null);
      return;
    }
    if (toggles) return drop(true);
    if (event.key === 'Escape') return drop(false);
    const to = indexByKey(event.key, dragged.to, {
      count: ids.length,
      columns: columnsOf(dragged.places),
      rightToLeft: event.currentTarget.matches(':dir(rtl)'),
    });
    if (to === null) return;
    event.preventDefault();
    moveTo({ ...dragged, to });
    const place = dragged.places[to];
    if (place) scrollIntoView(dragged.origin.y + place.y, place.height);
  }

  const gap = dragged?.places[dragged.to];
  return {
    listRef,
    draggedId: dragged?.id ?? null,
    gap: gap ? { left: gap.x, top: gap.y, width: gap.width } : null,
    shownIndex: (index: number) => (dragged ? shownIndex(index, dragged.from, dragged.to) : index),
    itemStyle: (id: string) => (dragged ? styleWhile(dragged, ids.indexOf(id)) : undefined),
    /** A mouse drags the item's image, a finger scrolls. */
    onPicturePointerDown: (event: PointerEvent, id: string) => {
      if (event.pointerType === 'mouse') press(event, id);
    },
    gripProps: (id: string) => ({
      'data-grip': true,
      onPointerDown: (event: PointerEvent) => press(event, id),
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, id),
      // Screen readers in browse mode send a click without pointer or key events.
      onClick: (event: MouseEvent) => {
        if (event.detail !== 0) return;
        if (dragged?.id === id) drop(true);
        else pickUp(id, null);
      },
      onBlur: () => {
        if (dragged?.id === id && !dragged.start) drop(true);
      },
    }),
  };
}

/** The pointer release that ends a drag must not click what is under it. */
function suppressClick(): void {
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }));
}

function styleWhile(dragged: Dragged, index: number): CSSProperties | undefined {
  const own = dragged.places[index];
  const target = dragged.places[shownIndex(index, dragged.from, dragged.to)];
  if (!own || !target) return undefined;
  const x = target.x - own.x;
  const y = target.y - own.y;
  if (index !== dragged.from) return { transform: `translate(${x}px, ${y}px)` };
  const { offset } = dragged;
  const taken = dragged.start ? `${offset.x}px, ${offset.y}px` : `${x + 6}px, ${y - 8}px`;
  return {
    transform: `translate(${taken}) rotate(-1.2deg)`,
    ...(dragged.start ? { transition: 'none' } : {}),
  };
}
