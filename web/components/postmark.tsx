import { isValid } from 'date-fns/isValid';
import { useId } from 'react';
import { directionOf } from '../../shared/words.ts';
import { classNames } from '../lib/class-names.ts';
import { formatted } from '../lib/dates.ts';
import { productName } from '../lib/product-name.ts';
import { language, t } from '../lib/words.tsx';
import styles from './postmark.module.css';

interface PostmarkProps {
  /** the status, e.g. `sent`; shown in capitals */
  word: string;
  /** ISO 8601 or a Date */
  date: string | Date | null | undefined;
  /** `success` for sent, `secondary` for anything else */
  tone: 'success' | 'secondary';
  /** rotation, degrees */
  tilt?: number;
  className?: string | undefined;
}

/** The status of a letter with its date, drawn as a postmark and labelled with the same text. */
export function Postmark({ word, date, tone, tilt = -9, className }: PostmarkProps) {
  const struck = date ? new Date(date) : null;
  const day = struck && isValid(struck) ? formatted(struck, 'd MMM yyyy', { dateStyle: 'medium' }) : '';
  return (
    <svg
      className={classNames(styles.mark, styles[tone], className)}
      viewBox="0 0 100 100"
      role="img"
      aria-label={day ? t('{status}, {date}', { status: word, date: day }) : word}
    >
      <g transform={`rotate(${tilt} 50 50)`}>
        <Rings above={productName()} below={day} word={word.toLocaleUpperCase(language())} />
      </g>
    </svg>
  );
}

/** The postmark over the stamp of a sent letter. */
export function Cancellation({ date, className }: { date: Date; className?: string | undefined }) {
  const at = formatted(date, 'd MMMM yyyy, h:mm a', { dateStyle: 'long', timeStyle: 'short' });
  return (
    <svg
      className={classNames(styles.mark, styles.cancellation, className)}
      viewBox="0 0 190 100"
      role="img"
      aria-label={t('Postmarked {date}', { date: at })}
    >
      <g transform="rotate(-7 50 50)">
        <Rings
          above={productName()}
          below={formatted(date, 'h.mm aaa', { timeStyle: 'short' })}
          word={formatted(date, 'd MMM', { day: 'numeric', month: 'short' }).toLocaleUpperCase(language())}
        />
        {[26, 38, 50, 62, 74].map((y) => (
          <path key={y} d={`M100 ${y}q6-7 12 0t12 0 12 0 12 0 12 0 12 0 12 0`} strokeWidth="2.4" />
        ))}
      </g>
    </svg>
  );
}

/** Words of fewer letters fit the ring at full size. */
const SHORT_WORD = 5;
const FULL_SIZE = 16;
/** Size of a word of one letter, if it filled the ring; joined letters are narrower than capitals. */
const ROOM = { ltr: 74, rtl: 110 };

function Rings({ above, below, word }: { above: string; below: string; word: string }) {
  const id = useId();
  const letters = word.replace(/\p{Mn}/gu, '').length;
  const room = ROOM[directionOf(language())] / letters;
  const size = letters < SHORT_WORD ? FULL_SIZE : Math.min(FULL_SIZE, Math.max(7, room));
  return (
    <>
      <circle cx="50" cy="50" r="46" strokeWidth="2.4" />
      <circle cx="50" cy="50" r="30" strokeWidth="1.4" />
      <path id={`${id}a`} d="M13.5 50a36.5 36.5 0 0 1 73 0" stroke="none" />
      <path id={`${id}b`} d="M8.8 50a41.2 41.2 0 0 0 82.4 0" stroke="none" />
      <text fontSize="9.6" letterSpacing=".7" textAnchor="middle">
        <textPath href={`#${id}a`} startOffset="50%">
          {above}
        </textPath>
      </text>
      <text fontSize="9.6" letterSpacing=".6" textAnchor="middle">
        <textPath href={`#${id}b`} startOffset="50%">
          {below}
        </textPath>
      </text>
      <text x="50" y={50 + size * 0.35} fontSize={size} textAnchor="middle" letterSpacing=".4">
        {word}
      </text>
    </>
  );
}
