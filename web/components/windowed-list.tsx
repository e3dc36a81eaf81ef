import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { listen } from '../lib/listen.ts';

/** How far above and below what is seen rows are rendered, px: so that Tab and a turn of the wheel find them there. */
const MARGIN = 800;
const WHOLE_UP_TO = 60;

export interface RowProps {
  'data-row': string;
  'aria-setsize': number;
  'aria-posinset': number;
}

interface WindowedListProps<Item> {
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  /** height of a usual row, px */
  rowHeight: number;
  /** a row that holds what somebody typed stays rendered */
  isKept: (item: Item) => boolean;
  className?: string | undefined;
  ref?: RefObject<HTMLUListElement | null>;
  children: (item: Item, row: RowProps) => ReactNode;
}

/** Renders rows near the screen, and those around the focus, so that Tab goes on from it. */
export function WindowedList<Item>(props: WindowedListProps<Item>) {
  const { label, items, idOf, rowHeight, isKept, className, children } = props;
  const own = useRef<HTMLUListElement>(null);
  const list = props.ref ?? own;
  const heights = useRef(new Map<string, number>());
  const [view, setView] = useState({ from: 0, to: WHOLE_UP_TO });
  const [focused, setFocused] = useState<string | null>(null);

  const heightOf = (at: number) => {
    const item = items[at];
    return (item && heights.current.get(idOf(item))) ?? rowHeight;
  };

  function look() {
    const element = list.current;
    if (!element) return;
    for (const row of element.querySelectorAll<HTMLElement>(':scope > [data-row]'))
      heights.current.set(row.dataset.row ?? '', row.offsetHeight);
    const { top } = element.getBoundingClientRect();
    const frame = scrollerOf(element)?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight };
    const next = rowsInView(items.length, heightOf, frame.top - top - MARGIN, frame.bottom - top + MARGIN);
    setView((now) => (now.from === next.from && now.to === next.to ? now : next));
  }
  const onChange = useEffectEvent(look);

  useLayoutEffect(look);
  useLayoutEffect(() => {
    const scroller = (list.current && scrollerOf(list.current)) ?? window;
    const again = () => onChange();
    const ends = [listen(scroller, { scroll: again }, { passive: true }), listen(window, { resize: again })];
    return () => ends.forEach((end) => void end());
  }, [list]);

  const follow = ({ target, relatedTarget, currentTarget, type }: FocusEvent<HTMLElement>) => {
    const next = type === 'blur' ? relatedTarget : target;
    const row = next instanceof Element && currentTarget.contains(next) ? next.closest('[data-row]') : null;
    setFocused(row?.getAttribute('data-row') ?? null);
  };

  const whole = items.length <= WHOLE_UP_TO;
  const focusedAt = focused === null ? -1 : items.findIndex((item) => idOf(item) === focused);
  const isRendered = (item: Item, at: number) =>
    whole ||
    (at >= view.from && at < view.to) ||
    (focusedAt >= 0 && Math.abs(at - focusedAt) <= 1) ||
    isKept(item);

  const rows: ReactNode[] = [];
  let gap = 0;
  const closeGap = (at: number) => {
    if (gap > 0) rows.push(<li key={`before ${at}`} aria-hidden="true" style={{ height: gap }} />);
    gap = 0;
  };
  for (const [at, item] of items.entries()) {
    if (!isRendered(item, at)) {
      gap += heightOf(at);
      continue;
    }
    closeGap(at);
    rows.push(
      children(item, { 'data-row': idOf(item), 'aria-setsize': items.length, 'aria-posinset': at + 1 }),
    );
  }
  closeGap(items.length);
  return (
    <ul ref={list} className={className} tabIndex={-1} aria-label={label} onFocus={follow} onBlur={follow}>
      {rows}
    </ul>
  );
}

/** The nearest element around that scrolls; null where the window does. */
function scrollerOf(element: HTMLElement): Element | null {
  for (let around = element.parentElement; around; around = around.parentElement)
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around;
  return null;
}

/** Heights are px from the top of the list. @returns from the first row in view to before the one behind the last */
export function rowsInView(
  count: number,
  heightOf: (at: number) => number,
  top: number,
  bottom: number,
): { from: number; to: number } {
  let from = 0;
  let end = 0;
  while (from < count && end + heightOf(from) <= top) end += heightOf(from++);
  let to = from;
  while (to < count && end < bottom) end += heightOf(to++);
  return { from, to };
}
