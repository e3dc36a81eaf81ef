import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import { useToast } from '../../../components/toast.tsx';
import { t } from '../../../lib/words.tsx';
import type { LetterPhoto } from '../../uploads/letter-photo.ts';
import type { UploadStore } from '../../uploads/upload-store.ts';
import type { Wizard } from '../wizard-store.ts';

const PhotoEditor = lazyDialog(async () => (await import('../../photo-editor/photo-editor.tsx')).PhotoEditor);

interface OpenedPhotoProps {
  wizard: Wizard;
  uploads: UploadStore;
  photo: LetterPhoto;
  /** its page, and how many there are, with the uploads */
  number: number;
  count: number;
  onMoveBy: (step: -1 | 1) => void;
  onClose: () => void;
}

export function OpenedPhoto({ wizard, photo, onClose, ...props }: OpenedPhotoProps) {
  const { dispatch } = wizard;
  const toast = useToast();

  function undoable(title: string, before: LetterPhoto) {
    toast({
      title,
      action: {
        label: t('Undo'),
        onAct: () => dispatch({ type: 'photo-replaced', id: before.id, image: before, edit: before.edit }),
      },
    });
  }

  return (
    <PhotoEditor
      {...props}
      photo={photo}
      onClose={onClose}
      onSaved={(before) => undoable(t('Photo edited'), before)}
      onOriginal={() => {
        if (!photo.original) return;
        dispatch({ type: 'photo-replaced', id: photo.id, image: photo.original });
        undoable(t('Back to the original'), photo);
        onClose();
      }}
      onRendered={(image, edit) => dispatch({ type: 'photo-replaced', id: photo.id, image, edit })}
      onDescribe={(alt) => dispatch({ type: 'photo-described', id: photo.id, alt })}
    />
  );
}
