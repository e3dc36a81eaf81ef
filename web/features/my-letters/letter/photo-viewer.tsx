import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PhotoDialog } from '../../../components/photo-dialog.tsx';
import type { PhotoSet } from './photo-set.ts';
import { photoFileName, useSavePhoto } from './save-photo.ts';

interface PhotoViewerProps {
  album: PhotoSet;
  /** position of the photo in the album, counted from 0 */
  position: number;
  onMove: (position: number) => void;
  onClose: () => void;
}

/** One photo at full size; Download keeps it (spec section 2, full-size image dialog). */
export function PhotoViewer({ album, position, onMove, onClose }: PhotoViewerProps) {
  const { save, saving } = useSavePhoto();
  const photo = album.photos[position];
  if (!photo) return null;
  return (
    <PhotoDialog
      photos={album.photos}
      position={position}
      alt={photo.alt || `Photo ${position + 1} of ${album.subject}`}
      actions={
        <Button busy={saving !== null} onClick={() => save(photo.url, photoFileName(album, position))}>
          <Icon name="download" />
          Download
        </Button>
      }
      onMove={onMove}
      onClose={onClose}
    />
  );
}
