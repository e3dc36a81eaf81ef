import { useEffect, useEffectEvent, useState } from 'react';
import { displayUrl, type PhotoVariant, photoSrcSet } from '../../shared/photos.ts';
import { classNames } from '../lib/class-names.ts';
import { whenLoadable } from '../lib/when-loadable.ts';
import { t } from '../lib/words.tsx';
import { Icon } from './icon.tsx';
import styles from './photo-image.module.css';

interface PhotoImageProps {
  /** `width` and `height` are those of the display variant, px; they reserve the space before the photo is loaded */
  photo: { url: string; width?: number | undefined; height?: number | undefined };
  size?: PhotoVariant;
  /** `sizes` of the image: with it the browser chooses among all variants */
  sizes?: string;
  alt: string;
  whenBroken?: 'placeholder' | 'hidden';
  onBroken?: ((broken: boolean) => void) | undefined;
  loading?: 'lazy' | 'eager';
  className?: string | undefined;
}

/** URLs that may not be shown count as broken (spec section 3). Sets `--photo-ratio` and `--photo-width`. */
export function PhotoImage(props: PhotoImageProps) {
  const { photo, size, sizes, alt, loading = 'lazy', className } = props;
  const { url, width, height } = photo;
  const { whenBroken = 'placeholder', onBroken } = props;
  const [broken, setBroken] = useState(false);
  const [drawn, setDrawn] = useState(false);
  const src = displayUrl(url, size);
  const report = useEffectEvent((now: boolean) => onBroken?.(now));

  useEffect(() => {
    if (src === null) report(true);
  }, [src]);
  useEffect(() => {
    if (!broken || src === null) return;
    return whenLoadable(src, () => {
      setBroken(false);
      report(false);
    });
  }, [broken, src]);

  if (broken || src === null) {
    if (whenBroken === 'hidden') return null;
    return (
      <span
        className={classNames(styles.broken, className)}
        role="img"
        aria-label={alt ? t('{photo}: not available', { photo: alt }) : t('Photo: not available')}
      >
        <Icon name="image" />
        <span aria-hidden="true">{t('This photo can’t be shown')}</span>
      </span>
    );
  }
  const measured = width && height ? { width, height } : null;
  return (
    <img
      className={classNames(!drawn && styles.awaited, className)}
      style={
        measured
          ? { '--photo-ratio': measured.width / measured.height, '--photo-width': `${measured.width}px` }
          : undefined
      }
      alt={alt}
      width={width}
      height={height}
      loading={loading}
      decoding="async"
      sizes={sizes}
      srcSet={sizes && measured ? photoSrcSet({ url, ...measured }) : undefined}
      src={src}
      onLoad={(event) => {
        const done = () => setDrawn(true);
        // Rejected when the source changes meanwhile; the new one is decoded by itself.
        event.currentTarget.decode().then(done, done);
      }}
      onError={() => {
        setBroken(true);
        onBroken?.(true);
      }}
    />
  );
}
