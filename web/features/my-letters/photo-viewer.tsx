import { useEffect, useEffectEvent } from 'react';
import type { Letter } from '../../../shared/letters.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { PhotoImage } from '../../components/photo-image.tsx';
import styles from './photo-viewer.module.css';
import { photoFileName, useSavePhoto } from './save-photo.ts';

interface PhotoViewerProps {
  letter: Letter;
  /** position of the photo in the letter, counted from 0 */
  position: number;
  onMove: (position: number) => void;
  onClose: () => void;
}

/** One photo at full size, whole; arrow keys turn the pages, Download keeps it. */
export function PhotoViewer({ letter, position, onMove, onClose }: PhotoViewerProps) {
  const { save, saving } = useSavePhoto();
  const count = letter.photos.length;
  const photo = letter.photos[position];
  const turn = (step: number) => {
    const next = position + step;
    if (next >= 0 && next < count) onMove(next);
  };
  useArrowKeys(turn);
  if (!photo) return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={count > 1 ? `Photo ${position + 1} of ${count}` : 'Photo'}
      width={1180}
      className={styles.viewer}
      footer={
        <>
          <Button busy={saving !== null} onClick={() => save(photo.url, photoFileName(letter.id, position))}>
            <Icon name="download" />
            Download
          </Button>
          {count > 1 ? (
            <div className={styles.turn}>
              <IconButton
                icon="back"
                label="Previous photo"
                aria-disabled={position === 0}
                onClick={() => turn(-1)}
              />
              <IconButton
                icon="forward"
                label="Next photo"
                aria-disabled={position === count - 1}
                onClick={() => turn(1)}
              />
            </div>
          ) : null}
        </>
      }
    >
      <p className="vh" role="status">
        {count > 1 ? `Photo ${position + 1} of ${count}` : ''}
      </p>
      <div className={styles.table}>
        <PhotoImage
          key={photo.url}
          url={photo.url}
          size="display"
          loading="eager"
          alt={photo.alt || `Photo ${position + 1} of letter #${letter.id}`}
          width={photo.width}
          height={photo.height}
        />
      </div>
    </Dialog>
  );
}

function useArrowKeys(turn: (step: number) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
