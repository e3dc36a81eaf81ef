import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import { PhotoDialog } from '../../../components/photo-dialog.tsx';
import { useToast } from '../../../components/toast.tsx';
import { t } from '../../../lib/words.tsx';
import type { LetterPhoto } from '../../uploads/letter-photo.ts';
import type { UploadStore } from '../../uploads/upload-store.ts';
import type { Wizard } from '../wizard-store.ts';

const PhotoEditor = lazyDialog(async () => (await import('../../photo-editor/photo-editor.tsx')).PhotoEditor);
const PhotoSheet = lazyDialog(async () => (await import('./photo-sheet.tsx')).PhotoSheet);

/** What is open of a photo: large, to be edited, as a list of what can be done with it, or its description. */
export interface Opened {
  id: string;
  as: 'viewer' | 'editor' | 'options' | 'description';
}

interface OpenedPhotoProps {
  wizard: Wizard;
  uploads: UploadStore;
  opened: Opened | null;
  /** the page's number, which counts uploads as well */
  number: number;
  onOpen: (opened: Opened | null) => void;
  /** the editor or the list is closed: the focus goes to the photo's own button */
  onDone: (photo: LetterPhoto) => void;
  onMove: (id: string, to: number) => void;
  onRemove: (photo: LetterPhoto, index: number) => void;
}

/** The dialogs of one photo of the letter. */
export function OpenedPhoto(props: OpenedPhotoProps) {
  const { wizard, uploads, opened, number, onOpen, onDone, onMove, onRemove } = props;
  const { dispatch } = wizard;
  const { photos } = wizard.state;
  const toast = useToast();
  const index = photos.findIndex(({ id }) => id === opened?.id);
  const photo = photos[index];
  if (!photo || !opened) return null;

  /** @param before the photo as it was */
  function undoable(title: string, before: LetterPhoto) {
    toast({
      title,
      action: {
        label: t('Undo'),
        onAct: () => dispatch({ type: 'photo-replaced', id: before.id, image: before, edit: before.edit }),
      },
    });
  }

  const backToOriginal = () => {
    if (!photo.original) return;
    dispatch({ type: 'photo-replaced', id: photo.id, image: photo.original });
    undoable(t('Back to the original'), photo);
    onDone(photo);
  };

  const edit = () => onOpen({ id: photo.id, as: 'editor' });
  switch (opened.as) {
    case 'editor':
      return (
        <PhotoEditor
          photo={photo}
          number={number}
          uploads={uploads}
          onClose={() => onDone(photo)}
          onSaved={(before) => undoable(t('Photo edited'), before)}
          onOriginal={backToOriginal}
          onRendered={(image, made) => dispatch({ type: 'photo-replaced', id: photo.id, image, edit: made })}
        />
      );
    case 'viewer':
      return (
        <DraftPhotoViewer
          photos={photos}
          shown={photo}
          onShow={(id) => onOpen({ id, as: 'viewer' })}
          onEdit={edit}
          onClose={() => onOpen(null)}
        />
      );
    default:
      return (
        <PhotoSheet
          isDescribing={opened.as === 'description'}
          photo={photo}
          place={index + 1}
          count={photos.length}
          onEdit={edit}
          onDescribe={(alt) => dispatch({ type: 'photo-described', id: photo.id, alt })}
          onMoveBy={(step) => onMove(photo.id, index + step)}
          onOriginal={backToOriginal}
          onRemove={() => {
            onOpen(null);
            onRemove(photo, index);
          }}
          onClose={() => (opened.as === 'description' ? onOpen(null) : onDone(photo))}
        />
      );
  }
}

interface DraftPhotoViewerProps {
  photos: readonly LetterPhoto[];
  shown: LetterPhoto;
  onShow: (id: string) => void;
  onEdit: () => void;
  onClose: () => void;
}

/** One photo of the letter, large. */
function DraftPhotoViewer({ photos, shown, onShow, onEdit, onClose }: DraftPhotoViewerProps) {
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
