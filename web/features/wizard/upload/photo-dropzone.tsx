import { type ChangeEvent, type RefObject, useRef } from 'react';
import { PHOTO_MAX_BYTES, PHOTOS_PER_LETTER } from '../../../../shared/limits.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { classNames } from '../../../lib/class-names.ts';
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
          JPEG, PNG, HEIC, WebP or AVIF, up to {PHOTOS_PER_LETTER} photos of {PHOTO_MAX_BYTES / (1024 * 1024)}{' '}
          MB each. HEIC is converted automatically.
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
          Take a photo
        </Button>
        <Button ref={browseRef} variant="secondary" disabled={full} onClick={() => chooser.current?.click()}>
          Browse photos
        </Button>
      </div>
      <input ref={chooser} hidden type="file" accept={PHOTO_TYPES} multiple onChange={take} />
      <input ref={camera} hidden type="file" accept="image/*" capture="environment" onChange={take} />
    </div>
  );
}

function Invitation({ full }: { full: boolean }) {
  if (full) return `The envelope is full: ${PHOTOS_PER_LETTER} photos.`;
  return (
    <>
      <span className={styles.wide}>Drop photos of your letter here</span>
      <span className={styles.narrow}>Photograph your letter page by page</span>
    </>
  );
}

function dropMessage(files: number | null, room: number): string {
  if (room === 0) return 'The envelope is full';
  if (files === null) return 'Let go to add your photos';
  const some = Math.min(files, room);
  return `Let go to add ${some === 1 ? '1 photo' : `${some} photos`}`;
}
