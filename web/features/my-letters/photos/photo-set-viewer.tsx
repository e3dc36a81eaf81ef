import { useState } from 'react';
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
  /** null once it is closed */
  onMove: (position: number | null) => void;
}

export function PhotoSetViewer({ photoSet, position, onMove }: PhotoSetViewerProps) {
  const { save, isSaving, failureOf } = useSavePhoto();
  const [asItCame, setAsItCame] = useState<string | null>(null);
  const photo = photoSet.photos[position];
  if (!photo) return null;
  const { original } = photo;
  const isAsItCame = asItCame === photo.url;
  const shown = original && isAsItCame ? { ...photo, ...original } : photo;
  return (
    <PhotoDialog
      photos={photoSet.photos.with(position, shown)}
      position={position}
      alt={photo.alt || photoSet.altOf(position + 1)}
      actions={
        <>
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
      onMove={onMove}
      onClose={() => onMove(null)}
    />
  );
}
