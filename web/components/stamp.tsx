import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import { SNAIL } from './snail.tsx';
import styles from './stamp.module.css';

export const WIDTH = 36;
export const HEIGHT = 44;
const PITCH = 4;
const HOLE = 1.25;

/** Outline of a 36 × 44 stamp with half a hole every 4 units, so that neighbours on a sheet share their holes. */
const PERFORATED = (() => {
  const edge = (count: number, dx: number, dy: number) => {
    const step = PITCH - 2 * HOLE;
    const straight = `l${dx * step} ${dy * step}`;
    const hole = `a${HOLE} ${HOLE} 0 0 0 ${dx * 2 * HOLE} ${dy * 2 * HOLE}`;
    return `${straight}${`${hole}${straight}`.repeat(count - 1)}`;
  };
  const corner = (dx: number, dy: number) => `a${HOLE} ${HOLE} 0 0 0 ${dx * HOLE} ${dy * HOLE}`;
  return [
    `M${HOLE} 0`,
    edge(WIDTH / PITCH, 1, 0),
    corner(1, 1),
    edge(HEIGHT / PITCH, 0, 1),
    corner(-1, 1),
    edge(WIDTH / PITCH, -1, 0),
    corner(-1, -1),
    edge(HEIGHT / PITCH, 0, -1),
    corner(1, -1),
    'z',
  ].join('');
})();

/** One stamp, to be placed in an svg with 36 × 44 units for each. */
export function StampDrawing() {
  return (
    <>
      <path className={styles.paper} d={PERFORATED} />
      <rect className={styles.field} x="3.2" y="3.2" width="29.6" height="37.6" />
      <path className={styles.lines} strokeWidth="3.1" transform="translate(5.2 12.2) scale(.41)" d={SNAIL} />
      <path className={styles.lines} d="M6 34.4h24M6 37.2h24" strokeWidth=".9" />
    </>
  );
}

/** Decorative: the number of credits is written beside it. */
function Frame({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <svg className={className} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export function Stamp({ className }: { className?: string | undefined }) {
  return (
    <Frame className={classNames(styles.stamp, className)}>
      <StampDrawing />
    </Frame>
  );
}

function StampHole() {
  return (
    <Frame className={styles.stamp}>
      <rect className={styles.hole} x="2" y="2" width="32" height="40" />
    </Frame>
  );
}

const STRIP_LENGTH = 5;

export function CreditStrip({ credits, className }: { credits: number; className?: string | undefined }) {
  return (
    <span className={classNames(styles.strip, className)} aria-hidden="true">
      {Array.from({ length: STRIP_LENGTH }, (_, place) => {
        const key = `place-${place}`;
        return place < credits ? <SmallStamp key={key} /> : <StampHole key={key} />;
      })}
    </span>
  );
}

function SmallStamp() {
  return (
    <Frame>
      <path className={styles.paper} d={PERFORATED} />
      <rect className={styles.field} x="3.6" y="3.6" width="28.8" height="36.8" />
      <circle className={styles.paper} cx="18" cy="22" r="10" />
      <path
        className={styles.smallShell}
        d="M17.6 22.4a2 2 0 0 1 4 0a4.2 4.2 0 0 1-8.4 0a6 6 0 0 1 11.4-2.6"
        strokeWidth="2.1"
      />
    </Frame>
  );
}
