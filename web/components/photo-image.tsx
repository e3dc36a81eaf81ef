import { useEffect, useState } from 'react';
import { displayUrl, type PhotoVariant } from '../../shared/photos.ts';
import { classNames } from '../lib/class-names.ts';
import { Icon } from './icon.tsx';
import styles from './photo-image.module.css';

interface PhotoImageProps {
  /** the photo's url as the API names it */
  url: string;
  size?: PhotoVariant;
  alt: string;
  /** pixels, so that the page keeps its place while the photo comes */
  width?: number | undefined;
  height?: number | undefined;
  /** what a photo that can't be shown leaves behind: a placeholder, or nothing */
  whenBroken?: 'placeholder' | 'hidden';
  onBroken?: (() => void) | undefined;
  loading?: 'lazy' | 'eager';
  className?: string | undefined;
}

/** A stored photo, whole and unfiltered. Addresses that may not be shown count as broken (spec section 3). */
export function PhotoImage(props: PhotoImageProps) {
  const {
    url,
    size,
    alt,
    width,
    height,
    whenBroken = 'placeholder',
    onBroken,
    loading = 'lazy',
    className,
  } = props;
  const [broken, setBroken] = useState(false);
  const src = displayUrl(url, size);
  const gone = broken || src === null;

  useEffect(() => {
    if (src === null) onBroken?.();
  }, [src, onBroken]);

  if (gone) {
    if (whenBroken === 'hidden') return null;
    return (
      <span
        className={classNames(styles.broken, className)}
        role="img"
        aria-label={`${alt || 'Photo'}: not available`}
      >
        <Icon name="image" />
        <span aria-hidden="true">This photo can’t be shown</span>
      </span>
    );
  }
  return (
    <img
      className={className}
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={loading}
      decoding="async"
      onError={() => {
        setBroken(true);
        onBroken?.();
      }}
    />
  );
}
