import { useEffect, useRef, useState } from 'react';
import type { Letter } from '../../../../shared/letters.ts';
import { displayUrl } from '../../../../shared/photos.ts';
import { PhotoImage } from '../../../components/photo-image.tsx';
import { classNames } from '../../../lib/class-names.ts';
import styles from './letter-thumbnails.module.css';
import { thumbnailsOf } from './thumbnails.ts';

interface LetterThumbnailsProps {
  photos: Letter['photos'];
  /** position of the photo among all, counted from 0 */
  onOpen: (position: number) => void;
  onMore: () => void;
}

/** The first three photos that load, and how many more do (spec section 2, letter card). Nothing when none does. */
export function LetterThumbnails({ photos, onOpen, onMore }: LetterThumbnailsProps) {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const markBroken = (url: string) => setBroken((before) => new Set(before).add(url));
  const { shown, others } = thumbnailsOf(photos, broken);
  const row = useLoadingCheck(photos, markBroken);
  if (shown.length === 0) return null;
  return (
    <div className={styles.row} ref={row}>
      {shown.map((photo) => {
        const position = photos.indexOf(photo);
        return (
          <button
            type="button"
            key={photo.url}
            className={styles.well}
            aria-label={`Open photo ${position + 1}${photo.alt ? `: ${photo.alt}` : ''}`}
            onClick={() => onOpen(position)}
          >
            <PhotoImage
              url={photo.url}
              size="thumbnail"
              alt=""
              width={photo.width}
              height={photo.height}
              whenBroken="hidden"
              onBroken={() => markBroken(photo.url)}
            />
          </button>
        );
      })}
      {others.length > 0 ? (
        <button
          type="button"
          className={classNames(styles.well, styles.more)}
          aria-label={`+${others.length} more ${others.length === 1 ? 'photo' : 'photos'}`}
          onClick={onMore}
        >
          +{others.length}
        </button>
      ) : null}
    </div>
  );
}

/**
 * The number of further photos must leave out those that fail, though they have no place of their own: each is
 * fetched once, as a thumbnail, when the card comes near the screen.
 */
function useLoadingCheck(photos: Letter['photos'], markBroken: (url: string) => void) {
  const row = useRef<HTMLDivElement>(null);
  const urls = photos.map(({ url }) => url).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the same photos, whoever handles the outcome
  useEffect(() => {
    const { others } = thumbnailsOf(photos, new Set());
    if (!row.current || others.length === 0) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        for (const { url } of others) {
          const image = new Image();
          image.onerror = () => markBroken(url);
          image.src = displayUrl(url, 'thumbnail') ?? '';
        }
      },
      { rootMargin: '400px' },
    );
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [urls]);
  return row;
}
