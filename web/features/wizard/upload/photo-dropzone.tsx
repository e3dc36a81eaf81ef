import { type RefObject, useRef } from 'react';
import { PHOTOS_PER_LETTER } from '../../../../shared/limits.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { takeFiles } from '../../../lib/take-files.ts';
import { n, t } from '../../../lib/words.tsx';
import styles from './photo-dropzone.module.css';

/** `accept` of the file input. HEIC and AVIF are named because not every system knows that they are images. */
const PHOTO_TYPES = 'image/*,.heic,.heif,.avif,.webp,.pdf';

interface PhotoDropzoneProps {
  /** files are dragged over the page */
  over: boolean;
  room: number;
  /** among pages that are there, for one more */
  isTile: boolean;
  browseRef: RefObject<HTMLButtonElement | null>;
  onFiles: (files: File[]) => void;
}

/** Takes photos from a file input or the camera; `use-incoming-files.ts` takes those dropped. */
export function PhotoDropzone({ over, room, isTile, browseRef, onFiles }: PhotoDropzoneProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const full = room === 0;
  const take = takeFiles(onFiles);

  const inputs = (
    <>
      <input ref={chooser} hidden type="file" accept={PHOTO_TYPES} multiple onChange={take} />
      <input ref={camera} hidden type="file" accept="image/*" capture="environment" onChange={take} />
    </>
  );
  const takePhoto = (
    <Button
      variant={isTile ? 'quiet' : 'secondary'}
      className={styles.camera}
      disabled={full}
      onClick={() => camera.current?.click()}
    >
      <Icon name="camera" />
      {t('Take a photo')}
    </Button>
  );
  if (isTile)
    return (
      <li className={classNames(styles.tile, over && !full && styles.over)}>
        <button
          ref={browseRef}
          type="button"
          className={styles.add}
          disabled={full}
          onClick={() => chooser.current?.click()}
        >
          {full ? null : <Icon name="plus" />}
          {over ? dropMessage(full) : full ? <Full /> : t('Add a page')}
        </button>
        {full ? null : takePhoto}
        {inputs}
      </li>
    );
  return (
    <div className={classNames(styles.dropzone, over && styles.over)}>
      <div className={styles.opening} aria-hidden="true" />
      <p className={styles.invitation}>
        {over ? (
          dropMessage(full)
        ) : (
          <>
            <span className={styles.wide}>{t('Drop photos of your letter here')}</span>
            <span className={styles.narrow}>{t('Photograph your letter page by page')}</span>
          </>
        )}
      </p>
      <div className={styles.actions}>
        {takePhoto}
        <Button ref={browseRef} variant="secondary" onClick={() => chooser.current?.click()}>
          {t('Browse photos')}
        </Button>
      </div>
      {inputs}
    </div>
  );
}

const Full = () =>
  n(PHOTOS_PER_LETTER, 'The envelope is full: 1 photo.', 'The envelope is full: {n} photos.');

const dropMessage = (full: boolean): string =>
  full ? t('The envelope is full') : t('Let go to add your photos');
