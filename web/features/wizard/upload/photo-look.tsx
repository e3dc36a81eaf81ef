import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PhotoDialog } from '../../../components/photo-dialog.tsx';
import type { LetterPhoto } from '../../uploads/letter-photo.ts';

interface PhotoLookProps {
  photos: readonly LetterPhoto[];
  shown: LetterPhoto;
  onTurn: (id: string) => void;
  onEdit: () => void;
  onClose: () => void;
}

/** One page of the letter, large. */
export function PhotoLook({ photos, shown, onTurn, onEdit, onClose }: PhotoLookProps) {
  const position = photos.indexOf(shown);
  const number = position + 1;
  return (
    <PhotoDialog
      photos={photos}
      position={position}
      alt={`Photo ${number}: ${shown.alt || shown.originalName}`}
      loneTitle="Photo 1"
      actions={
        <Button variant="secondary" onClick={onEdit}>
          <Icon name="crop" />
          Edit photo {number}
        </Button>
      }
      onMove={(next) => {
        const turned = photos[next];
        if (turned) onTurn(turned.id);
      }}
      onClose={onClose}
    />
  );
}
