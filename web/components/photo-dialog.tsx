import type { ReactNode } from 'react';
import { directionOf } from '../../shared/words.ts';
import { useKeyDown } from '../lib/listen.ts';
import { language, t } from '../lib/words.tsx';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './photo-dialog.module.css';
import { ZoomablePhoto } from './zoomable-photo.tsx';

interface PhotoDialogProps {
  /** `width` and `height` are those of the display variant, px */
  photos: readonly { url: string; width: number; height: number }[];
  position: number;
  alt: string;
  actions: ReactNode;
  onMove: (position: number) => void;
  onClose: () => void;
}

export function PhotoDialog(props: PhotoDialogProps) {
  const { photos, position, alt, actions, onMove, onClose } = props;
  const count = photos.length;
  const turn = (step: -1 | 1) => {
    const next = position + step;
    if (next >= 0 && next < count) onMove(next);
  };
  useArrowKeys(turn);
  const photo = photos[position];
  if (!photo) return null;
  const title = count > 1 ? t('Photo {position} of {count}', { position: position + 1, count }) : t('Photo');
  return (
    <Dialog
      onClose={onClose}
      title={title}
      width={1180}
      className={styles.viewer}
      footer={
        <>
          {count > 1 ? (
            <div className={styles.turn}>
              <IconButton
                icon="back"
                label={t('Previous photo')}
                aria-disabled={position === 0}
                onClick={() => turn(-1)}
              />
              <IconButton
                icon="forward"
                label={t('Next photo')}
                aria-disabled={position === count - 1}
                onClick={() => turn(1)}
              />
            </div>
          ) : null}
          {actions}
        </>
      }
    >
      <p className="vh" role="status">
        {count > 1 ? title : ''}
      </p>
      <ZoomablePhoto key={photo.url} photo={photo} alt={alt} />
    </Dialog>
  );
}

function useArrowKeys(turn: (step: -1 | 1) => void): void {
  useKeyDown((event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // A zoomed photo is scrolled with the arrow keys.
    if (event.target instanceof Element && event.target.closest('[data-zoomed]')) return;
    const onward = directionOf(language()) === 'rtl' ? -1 : 1;
    if (event.key === 'ArrowLeft') turn(onward === 1 ? -1 : 1);
    if (event.key === 'ArrowRight') turn(onward);
  });
}
