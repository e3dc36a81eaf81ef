import { useId } from 'react';
import { StampDrawing } from '../../components/stamp.tsx';
import styles from './credits-graphic.module.css';

const WIDTH = 36;
const HEIGHT = 44;
/** A larger package than this is shown by its number; the drawing stays a drawing. */
const MOST_DRAWN = 200;

/** A sheet of stamps, one per credit, all sheets at one scale: value is area. */
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
      aria-label={credits === 1 ? '1 stamp' : `${credits} stamps`}
    >
      <defs>
        <g id={id}>
          <StampDrawing />
        </g>
      </defs>
      {Array.from({ length: drawn }, (_, index) => {
        const x = (index % columns) * WIDTH;
        const y = Math.floor(index / columns) * HEIGHT;
        return <use key={`${x} ${y}`} href={`#${id}`} x={x} y={y} />;
      })}
    </svg>
  );
}
