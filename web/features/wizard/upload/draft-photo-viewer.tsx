import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PhotoDialog } from '../../../components/photo-dialog.tsx';
import { t } from '../../../lib/words.tsx';
import type { LetterPhoto } from '../../uploads/letter-photo.ts';

interface DraftPhotoViewerProps {
  photos: readonly LetterPhoto[];
  shown: LetterPhoto;
  onShow: (id: string) => void;
  onEdit: () => void;
  onClose: () => void;
}

/** One photo of the letter, large. */
export function DraftPhotoViewer({ photos, shown, onShow, onEdit, onClose }: DraftPhotoViewerProps) {
  const position = photos.indexOf(shown);
  const number = position + 1;
  return (
    <PhotoDialog
      photos={photos}
      position={position}
      alt={t('Photo {number}: {description}', { number, description: shown.alt || shown.originalName })}
      loneTitle={t('Photo 1')}
      actions={
        <Button variant="secondary" onClick={onEdit}>
          <Icon name="crop" />
          {t('Edit photo {number}', { number })}
        </Button>
      }
      onMove={(index) => {
        const photo = photos[index];
        if (photo) onShow(photo.id);
      }}
      onClose={onClose}
    />
  );
}
