import { useState } from 'react';
import type { Letter } from '../../../../shared/letters.ts';
import { displayUrl } from '../../../../shared/photos.ts';
import { PhotoImage } from '../../../components/photo-image.tsx';
import { sortLetters } from '../letter-dates.ts';
import styles from './photo-fan.module.css';

const PHOTOS_SHOWN = 3;

/** The first photos of the newest letters, overlapping. Decorative; nothing when none loads. */
export function PhotoFan({ letters }: { letters: readonly Letter[] }) {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const firstPhotos = sortLetters(letters).flatMap((letter) => letter.photos.slice(0, 1));
  const photos = [...new Map(firstPhotos.map((photo) => [photo.url, photo])).values()]
    .filter((photo) => displayUrl(photo.url) !== null && !broken.has(photo.url))
    .slice(0, PHOTOS_SHOWN);
  if (photos.length === 0) return null;
  return (
    <figure className={styles.fan} aria-hidden="true">
      {photos.map((photo) => (
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
