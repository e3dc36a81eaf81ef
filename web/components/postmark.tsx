import { isValid } from 'date-fns/isValid';
import { useId } from 'react';
import { classNames } from '../lib/class-names.ts';
import { DAY, formatted } from '../lib/dates.ts';
import { productName } from '../lib/product-name.ts';
import { language, t } from '../lib/words.tsx';
import styles from './postmark.module.css';

interface PostmarkProps {
  word: string;
  /** ISO 8601 or a Date */
  date: string | Date | null | undefined;
  tone: 'success' | 'secondary';
  /** degrees */
  tilt?: number;
  className?: string | undefined;
}

export function Postmark({ word, date, tone, tilt = -9, className }: PostmarkProps) {
  const struck = date ? new Date(date) : null;
  const day = struck && isValid(struck) ? formatted(struck, 'd MMM yyyy', DAY) : '';
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

export function Cancellation({ date, className }: { date: Date; className?: string | undefined }) {
  const at = formatted(date, 'd MMMM yyyy, h:mm a', { dateStyle: 'long', timeStyle: 'short' });
  return (
    <svg
      className={classNames(styles.mark, className)}
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

/** What surrounds the word: its outline, the width it leaves and the largest type. */
const RING = { outline: 'M20 50a30 30 0 1 1 60 0a30 30 0 1 1-60 0z', width: 54, largest: 16 };
/** For a word that would be too small in the ring: a bridge across the whole mark, as on bridge postmarks. */
const BRIDGE = {
  outline: 'M21.7 40a30 30 0 0 1 56.6 0M21.7 60a30 30 0 0 0 56.6 0M5 40h90M5 60h90',
  width: 82,
  largest: 12,
};
const BRIDGE_OF_TWO_LINES = {
  outline: 'M23 37a30 30 0 0 1 54 0M23 63a30 30 0 0 0 54 0M6 37h88M6 63h88',
  width: 82,
  largest: 10.5,
};
const LEAST_SIZE = 7.8;

/** The width of a line in ems: an ideograph takes a whole one, a joined letter less than a capital. */
function widthOf(line: string): number {
  const letters = [...line.replace(/\p{Mn}/gu, '')];
  const widths = letters.map((letter) => {
    if (letter === ' ') return 0.5;
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter)) return 1;
    return /\p{Script=Arabic}/u.test(letter) ? 0.49 : 0.73;
  });
  return widths.reduce((sum, width) => sum + width, 0);
}

/** Two lines of a phrase, as even as its spaces allow; one of a word. */
function twoLines(phrase: string): string[] {
  const words = phrase.split(' ');
  const lines = words.slice(1).map((_, index) => {
    const at = index + 1;
    return [words.slice(0, at).join(' '), words.slice(at).join(' ')];
  });
  const widest = (pair: string[]) => Math.max(...pair.map(widthOf));
  return lines.sort((one, other) => widest(one) - widest(other))[0] ?? [phrase];
}

function Rings({ above, below, word }: { above: string; below: string; word: string }) {
  const id = useId();
  const fitsRing = RING.width / widthOf(word) >= LEAST_SIZE;
  const lines = fitsRing ? [word] : twoLines(word);
  const bridge = lines.length > 1 ? BRIDGE_OF_TWO_LINES : BRIDGE;
  const { outline, width, largest } = fitsRing ? RING : bridge;
  const size = Math.min(largest, width / Math.max(...lines.map(widthOf)));
  return (
    <>
      <circle cx="50" cy="50" r="46" strokeWidth="2.4" />
      <path d={outline} strokeWidth="1.4" />
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
      {lines.map((line, index) => (
        <text
          key={line}
          x="50"
          y={50 + size * (0.35 + (index - (lines.length - 1) / 2) * 1.1)}
          fontSize={size}
          textAnchor="middle"
          letterSpacing=".4"
        >
          {line}
        </text>
      ))}
    </>
  );
}
