import { useState } from 'react';
import { directionOf } from '../../../../shared/words.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Icon } from '../../../components/icon.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { ZoomablePhoto } from '../../../components/zoomable-photo.tsx';
import { useKeyDown } from '../../../lib/listen.ts';
import { language, t } from '../../../lib/words.tsx';
import type { PhotoSet } from './photo-set.ts';
import styles from './photo-set-viewer.module.css';
import { useSavePhoto } from './save-photo.ts';

interface PhotoSetViewerProps {
  photoSet: PhotoSet;
  /** counted from 0 */
  position: number;
  /** null once it is closed */
  onMove: (position: number | null) => void;
}

export function PhotoSetViewer({ photoSet, position, onMove }: PhotoSetViewerProps) {
  const { save, isSaving, failureOf } = useSavePhoto();
  const [asItCame, setAsItCame] = useState<string | null>(null);
  const count = photoSet.photos.length;
  const turn = (step: -1 | 1) => {
    const next = position + step;
    if (next >= 0 && next < count) onMove(next);
  };
  useKeyDown(({ key, altKey, ctrlKey, metaKey, shiftKey, target }) => {
    if (altKey || ctrlKey || metaKey || shiftKey || !['ArrowLeft', 'ArrowRight'].includes(key)) return;
    // A zoomed photo is scrolled with the arrow keys.
    if (target instanceof Element && target.closest('[data-zoomed]')) return;
    turn((key === 'ArrowRight') === (directionOf(language()) === 'rtl') ? -1 : 1);
  });
  const photo = photoSet.photos[position];
  if (!photo) return null;
  const { original } = photo;
  const isAsItCame = asItCame === photo.url;
  const shown = original && isAsItCame ? { ...photo, ...original } : photo;
  const title = count > 1 ? t('Photo {position} of {count}', { position: position + 1, count }) : t('Photo');
  return (
    <Dialog
      onClose={() => onMove(null)}
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
          {original ? (
            <Button
              variant="secondary"
              aria-pressed={isAsItCame}
              onClick={() => setAsItCame(isAsItCame ? null : photo.url)}
            >
              {t('As photographed')}
            </Button>
          ) : null}
          <Button busy={isSaving(shown.url)} onClick={() => save(shown.url, photoSet.fileName(position + 1))}>
            <Icon name="download" />
            {t('Download')}
          </Button>
          <Failure error={failureOf(shown.url)} what={t('Download failed.')} />
        </>
      }
    >
      <p className="vh" role="status">
        {count > 1 ? title : ''}
      </p>
      <ZoomablePhoto key={shown.url} photo={shown} alt={photo.alt || photoSet.altOf(position + 1)} />
    </Dialog>
  );
}
