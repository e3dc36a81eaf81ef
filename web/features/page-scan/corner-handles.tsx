import { type RefObject, useState } from 'react';
import type { Point, Quad } from '../../../packages/page-finder/geometry.ts';
import { displayUrl } from '../../../shared/photos.ts';
import { msg } from '../../../shared/words.ts';
import { locale, t } from '../../lib/words.tsx';
import styles from './corner-handles.module.css';
import { movedCorner, turnedCorners } from './page-corners.ts';
import { useHandles } from './use-handles.ts';

const NAMES = [
  msg('top left corner of the page'),
  msg('top right corner of the page'),
  msg('bottom right corner of the page'),
  msg('bottom left corner of the page'),
];

interface CornerHandlesProps {
  stage: RefObject<HTMLElement | null>;
  url: string;
  /** quarter turns clockwise of the photo as it is shown */
  turn: number;
  /** on the photo before those turns */
  corners: Quad;
  onChange: (corners: Quad) => void;
}

interface PressedCorner {
  index: number;
  corner: Point;
}

/** While a corner is dragged only this is rendered; `onChange` is called at the end. */
export function CornerHandles({ stage, url, turn, corners, onChange }: CornerHandlesProps) {
  const [active, setActive] = useState<number | null>(null);
  const [dragged, setDragged] = useState<Quad | null>(null);
  const shown = dragged ?? turnedCorners(corners, turn);

  const movedBy = ({ index, corner }: PressedCorner, x: number, y: number) =>
    movedCorner(shown, index, { x: corner.x + x, y: corner.y + y });

  function report(moved: Quad | null) {
    setDragged(null);
    if (moved) onChange(turnedCorners(moved, (4 - turn) % 4));
  }

  const handle = useHandles<PressedCorner>({
    stage,
    step: 0.002,
    onPress: ({ index }) => setActive(index),
    onDrag: (pressed, x, y) => setDragged((now) => movedBy(pressed, x, y) ?? now),
    onEnd: (_, isKept) => {
      setActive(null);
      report(isKept ? dragged : null);
    },
    onStep: (pressed, x, y) => {
      setActive(pressed.index);
      report(movedBy(pressed, x, y));
    },
  });
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
          {...handle({ index, corner })}
          onBlur={() => setActive(null)}
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
