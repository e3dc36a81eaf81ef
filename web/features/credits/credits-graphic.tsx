import { useId } from 'react';
import { HEIGHT, StampDrawing, WIDTH } from '../../components/stamp.tsx';
import { n } from '../../lib/words.tsx';
import styles from './credits-graphic.module.css';

/** Larger packages are drawn with this many stamps. */
const MOST_DRAWN = 200;

/** One stamp per credit; all packages are drawn at the same scale, so that the area shows the value. */
export function CreditsGraphic({ credits }: { credits: number }) {
  const id = useId();
  const drawn = Math.min(credits, MOST_DRAWN);
  const columns = credits <= 15 ? Math.min(5, drawn) : 10;
  const rows = Math.ceil(drawn / columns);
  return (
    <svg
      className={styles.stamps}
      style={{ '--columns': columns }}
      viewBox={`0 0 ${columns * WIDTH} ${rows * HEIGHT}`}
      role="img"
      aria-label={n(credits, '1 stamp', '{n} stamps')}
    >
      <defs>
        <g id={id}>
          <StampDrawing />
        </g>
      </defs>
      <path className={styles.sheet} d={outline(drawn, columns)} />
      {Array.from({ length: drawn }, (_, index) => {
        const x = (index % columns) * WIDTH;
        const y = Math.floor(index / columns) * HEIGHT;
        return <use key={`${x} ${y}`} href={`#${id}`} x={x} y={y} />;
      })}
    </svg>
  );
}

/** The sheet's outline: its last row may have fewer stamps. */
function outline(drawn: number, columns: number): string {
  const last = drawn % columns;
  const whole = Math.floor(drawn / columns) * HEIGHT;
  const part = last > 0 ? `M0 ${whole}h${last * WIDTH}v${HEIGHT}H0z` : '';
  return `M0 0h${columns * WIDTH}v${whole}H0z${part}`;
}

export function CreditsHeld({ credits }: { credits: number }) {
  return (
    <figure className={styles.held}>
      <figcaption>{n(credits, 'You have 1 credit', 'You have {n} credits')}</figcaption>
      {credits > 0 ? <CreditsGraphic credits={credits} /> : null}
    </figure>
  );
}
