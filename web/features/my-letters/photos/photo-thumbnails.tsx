import { useEffect, useState } from 'react';
import type { Letter } from '../../../../shared/letters.ts';
import { THUMBNAILS_ON_CARD } from '../../../../shared/limits.ts';
import { displayUrl } from '../../../../shared/photos.ts';
import { PhotoImage } from '../../../components/photo-image.tsx';
import { whenLoadable } from '../../../lib/when-loadable.ts';
import { formatNumber, n, t } from '../../../lib/words.tsx';
import styles from './photo-thumbnails.module.css';

interface PhotoThumbnailsProps {
  photos: Letter['photos'];
  /** counted from 0 */
  onOpen: (position: number) => void;
  /** without one, the first of the others is opened */
  onMore?: () => void;
}

/** The first three photos that load, and a button with the number of others (spec section 2, letter card). */
export function PhotoThumbnails(props: PhotoThumbnailsProps) {
  const { photos, onOpen, onMore = () => onOpen(THUMBNAILS_ON_CARD) } = props;
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const markBroken = (url: string) => setBroken((before) => new Set(before).add(url));
  useEffect(() => {
    const stops = [...broken].map((url) =>
      whenLoadable(displayUrl(url, 'thumbnail') ?? '', () =>
        setBroken((before) => new Set([...before].filter((other) => other !== url))),
      ),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [broken]);
  const { shown, others } = thumbnailsOf(photos, broken);
  if (shown.length === 0) return null;
  return (
    <div className={styles.row}>
      {shown.map((photo) => {
        const position = photos.indexOf(photo);
        return (
          <button
            type="button"
            key={photo.url}
            className={styles.well}
            aria-label={openLabel(position + 1, photo.alt)}
            onClick={() => onOpen(position)}
          >
            <PhotoImage
              photo={photo}
              size="thumbnail"
              alt=""
              whenBroken="hidden"
              onBroken={(now) => now && markBroken(photo.url)}
            />
          </button>
        );
      })}
      {others.length > 0 ? (
        <button
          type="button"
          className={`${styles.well} screen-only`}
          aria-label={n(others.length, '+1 more photo', '+{n} more photos')}
          onClick={onMore}
        >
          <bdi dir="ltr">+{formatNumber(others.length)}</bdi>
        </button>
      ) : null}
      {/* Their count leaves out those that fail to load: the browser fetches them when the card comes near. */}
      {others.map(({ url }) => (
        <img
          key={url}
          className={styles.tried}
          src={displayUrl(url, 'thumbnail') ?? undefined}
          alt=""
          loading="lazy"
          onError={() => markBroken(url)}
        />
      ))}
    </div>
  );
}

const openLabel = (number: number, words: string): string =>
  words ? t('Open photo {number}: {words}', { number, words }) : t('Open photo {number}', { number });

/** Leaves out photos without an address to show them from (spec section 3) and those that failed to load. */
export function thumbnailsOf<P extends { url: string }>(
  photos: readonly P[],
  broken: ReadonlySet<string>,
): { shown: P[]; others: P[] } {
  const usable = photos.filter((photo) => displayUrl(photo.url) !== null && !broken.has(photo.url));
  return { shown: usable.slice(0, THUMBNAILS_ON_CARD), others: usable.slice(THUMBNAILS_ON_CARD) };
}
