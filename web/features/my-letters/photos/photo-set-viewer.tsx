import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PhotoDialog } from '../../../components/photo-dialog.tsx';
import { t } from '../../../lib/words.tsx';
import type { PhotoSet } from './photo-set.ts';
import { useSavePhoto } from './save-photo.ts';

interface PhotoSetViewerProps {
  photoSet: PhotoSet;
  /** counted from 0 */
  position: number;
  onMove: (position: number) => void;
  onClose: () => void;
}

export function PhotoSetViewer({ photoSet, position, onMove, onClose }: PhotoSetViewerProps) {
  const { save, isSaving, failureOf } = useSavePhoto();
  const photo = photoSet.photos[position];
  if (!photo) return null;
  return (
    <PhotoDialog
      photos={photoSet.photos}
      position={position}
      alt={photo.alt || photoSet.altOf(position + 1)}
      actions={
        <>
          <Button busy={isSaving(photo.url)} onClick={() => save(photo.url, photoSet.fileName(position + 1))}>
            <Icon name="download" />
            {t('Download')}
          </Button>
          <Failure error={failureOf(photo.url)} what={t('Download failed.')} />
        </>
      }
      onMove={onMove}
      onClose={onClose}
    />
  );
}
