import { useEffect, useEffectEvent } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { ZoomablePhoto } from '../../../components/zoomable-photo.tsx';
import type { WizardPhoto } from '../wizard-state.ts';
import styles from './photo-look.module.css';

interface PhotoLookProps {
  photos: readonly WizardPhoto[];
  shown: WizardPhoto;
  onTurn: (id: string) => void;
  onEdit: () => void;
  onClose: () => void;
}

/** One page of the letter, large; arrow keys turn the pages while the whole page is seen. */
export function PhotoLook({ photos, shown, onTurn, onEdit, onClose }: PhotoLookProps) {
  const position = photos.indexOf(shown);
  const number = position + 1;
  const title = photos.length > 1 ? `Photo ${number} of ${photos.length}` : 'Photo 1';
  const turn = (step: -1 | 1) => {
    const next = photos[position + step];
    if (next) onTurn(next.id);
  };
  useArrowKeys(turn);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      width={1180}
      className={styles.viewer}
      footer={
        <>
          {photos.length > 1 ? (
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
                aria-disabled={number === photos.length}
                onClick={() => turn(1)}
              />
            </div>
          ) : null}
          <Button variant="line" onClick={onEdit}>
            <Icon name="crop" />
            Edit photo {number}
          </Button>
        </>
      }
    >
      <p className="vh" role="status">
        {title}
      </p>
      <ZoomablePhoto
        key={shown.url}
        url={shown.url}
        width={shown.width}
        height={shown.height}
        alt={`Photo ${number}: ${shown.alt || shown.originalName}`}
      />
    </Dialog>
  );
}

function useArrowKeys(turn: (step: -1 | 1) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // There the arrows scroll.
    if (event.target instanceof Element && event.target.closest('[data-zoomed]')) return;
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
