import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { Point, Quad } from '../../../packages/page-finder/geometry.ts';
import { displayUrl } from '../../../shared/photos.ts';
import { msg } from '../../../shared/words.ts';
import { ARROW_KEYS } from '../../lib/arrow-keys.ts';
import { locale, t } from '../../lib/words.tsx';
import styles from './corner-handles.module.css';
import { movedCorner, turnedCorners } from './page-corners.ts';

const NAMES = [
  msg('top left corner of the page'),
  msg('top right corner of the page'),
  msg('bottom right corner of the page'),
  msg('bottom left corner of the page'),
];
/** How far an arrow key moves a corner, alone and with Shift; share of the photo. */
const STEP = 0.002;
const LONG_STEP = 0.02;

interface CornerHandlesProps {
  stage: RefObject<HTMLElement | null>;
  url: string;
  /** quarters clockwise by which the photo is shown turned */
  turn: number;
  /** on the photo as it came */
  corners: Quad;
  onChange: (corners: Quad) => void;
}

interface Drag {
  index: number;
  pointer: number;
  from: Point;
  corner: Point;
}

/** While a corner is dragged only this is drawn anew; what else depends on the corners hears of them at the end. */
export function CornerHandles({ stage, url, turn, corners, onChange }: CornerHandlesProps) {
  const drag = useRef<Drag | null>(null);
  const [active, setActive] = useState<number | null>(null);
  const [dragged, setDragged] = useState<Quad | null>(null);
  const shown = dragged ?? turnedCorners(corners, turn);

  function report(moved: Quad | null) {
    setDragged(null);
    if (moved) onChange(turnedCorners(moved, (4 - turn) % 4));
  }

  function begin(event: PointerEvent<HTMLElement>, index: number, corner: Point) {
    if (event.button !== 0 || !event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { index, pointer: event.pointerId, from: { x: event.clientX, y: event.clientY }, corner };
    setActive(index);
  }

  function follow(event: PointerEvent<HTMLElement>) {
    const size = stage.current?.getBoundingClientRect();
    const { current } = drag;
    if (!size || event.pointerId !== current?.pointer) return;
    const moved = movedCorner(shown, current.index, {
      x: current.corner.x + (event.clientX - current.from.x) / size.width,
      y: current.corner.y + (event.clientY - current.from.y) / size.height,
    });
    if (moved) setDragged(moved);
  }

  function end(event: PointerEvent<HTMLElement>) {
    const { current } = drag;
    if (event.pointerId !== current?.pointer) return;
    drag.current = null;
    setActive(null);
    report(event.type === 'pointercancel' ? null : dragged);
  }

  function step(event: KeyboardEvent<HTMLElement>, index: number, { x, y }: Point) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const [right, down] = ARROW_KEYS[event.key] ?? [0, 0];
    if (right === 0 && down === 0) return;
    event.preventDefault();
    const length = event.shiftKey ? LONG_STEP : STEP;
    setActive(index);
    report(movedCorner(shown, index, { x: x + right * length, y: y + down * length }));
  }

  const magnified = active === null ? undefined : shown[active];
  return (
    <div className={styles.layer}>
      <svg className={styles.outline} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <polygon points={shown.map(({ x, y }) => `${x},${y}`).join(' ')} vectorEffect="non-scaling-stroke" />
      </svg>
      {shown.map((corner, index) => (
        <div
          key={NAMES[index]}
          role="slider"
          tabIndex={0}
          className={styles.corner}
          style={{ left: `${corner.x * 100}%`, top: `${corner.y * 100}%` }}
          aria-label={NAMES[index] && t(NAMES[index])}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(corner.x * 100)}
          aria-valuetext={t('{across}% from the left, {down}% from the top', {
            across: percent(corner.x),
            down: percent(corner.y),
          })}
          onPointerDown={(event) => begin(event, index, corner)}
          onPointerMove={follow}
          onPointerUp={end}
          onPointerCancel={end}
          onBlur={() => setActive(null)}
          onKeyDown={(event) => step(event, index, corner)}
        />
      ))}
      {magnified ? <Magnifier url={url} turn={turn} at={magnified} stage={stage} /> : null}
    </div>
  );
}

const percent = (share: number) =>
  (share * 100).toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

interface MagnifierProps extends Pick<CornerHandlesProps, 'url' | 'turn' | 'stage'> {
  at: Point;
}

/** How many times larger the magnifier shows the photo. */
const ENLARGED = 3;

function Magnifier({ url, turn, at, stage }: MagnifierProps) {
  const size = stage.current?.getBoundingClientRect();
  const src = displayUrl(url);
  if (!size || !src) return null;
  const width = size.width * ENLARGED;
  const height = size.height * ENLARGED;
  const sideways = turn % 2 === 1;
  return (
    <div className={styles.magnifier} data-side={at.x > 0.5 ? 'left' : 'right'} aria-hidden="true">
      <div
        className={styles.enlarged}
        style={{ width, height, translate: `${-at.x * width}px ${-at.y * height}px` }}
      >
        <img
          src={src}
          alt=""
          style={{
            width: sideways ? height : width,
            height: sideways ? width : height,
            rotate: `${90 * turn}deg`,
          }}
        />
      </div>
    </div>
  );
}
