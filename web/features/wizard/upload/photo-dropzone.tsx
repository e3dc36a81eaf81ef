import { type ChangeEvent, type RefObject, useRef } from 'react';
import { PHOTO_MAX_BYTES, PHOTOS_PER_LETTER } from '../../../../shared/limits.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { n, t } from '../../../lib/words.tsx';
import styles from './photo-dropzone.module.css';

/** `accept` of the file input. HEIC and AVIF are named because not every system knows that they are images. */
const PHOTO_TYPES = 'image/*,.heic,.heif,.avif,.webp';

interface PhotoDropzoneProps {
  /** files are dragged over the page; how many, or null when the browser doesn't tell */
  over: { files: number | null } | null;
  /** how many more photos fit */
  room: number;
  browseRef: RefObject<HTMLButtonElement | null>;
  onFiles: (files: File[]) => void;
}

/** Adds photos by file input or camera, and shows that files are dragged over the page (`use-incoming-files.ts` takes them). */
export function PhotoDropzone({ over, room, browseRef, onFiles }: PhotoDropzoneProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const full = room === 0;

  function take(event: ChangeEvent<HTMLInputElement>) {
    onFiles([...(event.target.files ?? [])]);
    // So that the same file can be chosen again after it was deleted.
    event.target.value = '';
  }

  return (
    <div className={classNames(styles.dropzone, over && !full && styles.over)}>
      <div className={styles.opening} aria-hidden="true" />
      <div>
        <p className={styles.invitation}>
          {over ? dropMessage(over.files, room) : <Invitation full={full} />}
        </p>
        <p className={styles.limits}>
          {n(
            PHOTOS_PER_LETTER,
            'JPEG, PNG, HEIC, WebP or AVIF, up to 1 photo of {megabytes} MB. HEIC is converted automatically.',
            'JPEG, PNG, HEIC, WebP or AVIF, up to {n} photos of {megabytes} MB each. HEIC is converted automatically.',
            { megabytes: PHOTO_MAX_BYTES / (1024 * 1024) },
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          className={styles.camera}
          disabled={full}
          onClick={() => camera.current?.click()}
        >
          <Icon name="camera" />
          {t('Take a photo')}
        </Button>
        <Button ref={browseRef} variant="secondary" disabled={full} onClick={() => chooser.current?.click()}>
          {t('Browse photos')}
        </Button>
      </div>
      <input ref={chooser} hidden type="file" accept={PHOTO_TYPES} multiple onChange={take} />
      <input ref={camera} hidden type="file" accept="image/*" capture="environment" onChange={take} />
    </div>
  );
}

function Invitation({ full }: { full: boolean }) {
  if (full)
    return n(PHOTOS_PER_LETTER, 'The envelope is full: 1 photo.', 'The envelope is full: {n} photos.');
  return (
    <>
      <span className={styles.wide}>{t('Drop photos of your letter here')}</span>
      <span className={styles.narrow}>{t('Photograph your letter page by page')}</span>
    </>
  );
}

function dropMessage(files: number | null, room: number): string {
  if (room === 0) return t('The envelope is full');
  if (files === null) return t('Let go to add your photos');
  return n(Math.min(files, room), 'Let go to add 1 photo', 'Let go to add {n} photos');
}
