import { useState } from 'react';
import type { Letter } from '../../../../shared/letters.ts';
import { displayUrl } from '../../../../shared/photos.ts';
import { PhotoImage } from '../../../components/photo-image.tsx';
import { sortLetters } from '../letter-dates.ts';
import styles from './photo-fan.module.css';

const PRINTS = 3;

/** Pages of the newest letters lying on the sheet, whole. Decorative; nothing when none loads. */
export function PhotoFan({ letters }: { letters: readonly Letter[] }) {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const firstPages = sortLetters(letters).flatMap((letter) => letter.photos.slice(0, 1));
  const prints = [...new Map(firstPages.map((photo) => [photo.url, photo])).values()]
    .filter((photo) => displayUrl(photo.url) !== null && !broken.has(photo.url))
    .slice(0, PRINTS);
  if (prints.length === 0) return null;
  return (
    <figure className={styles.fan} data-prints={prints.length} aria-hidden="true">
      {prints.map((photo) => (
        <PhotoImage
          key={photo.url}
          url={photo.url}
          size="mail"
          alt=""
          width={photo.width}
          height={photo.height}
          onBroken={() => setBroken((before) => new Set(before).add(photo.url))}
        />
      ))}
    </figure>
  );
}
