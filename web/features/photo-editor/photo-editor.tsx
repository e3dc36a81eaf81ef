import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { Icon } from '../../components/icon.tsx';
import { PhotoImage } from '../../components/photo-image.tsx';
import { classNames } from '../../lib/class-names.ts';
import type { LetterPhoto } from '../uploads/letter-photo.ts';
import type { UploadStore } from '../uploads/upload-store.ts';
import { FIRST_CROP, isSameBox } from './crop-box.ts';
import { CropFrame } from './crop-frame.tsx';
import { editMessage, savingMessage } from './editor-messages.ts';
import { type EditorMode, ModeChoice } from './mode-choice.tsx';
import {
  isChanged,
  isCropped,
  NO_EDIT,
  type PhotoEdit,
  quarterTurns,
  rotated,
  withoutRotation,
} from './photo-edit.ts';
import styles from './photo-editor.module.css';
import { useSaveEdit } from './use-save-edit.ts';

/** Pause before an edit is announced, ms: a held arrow key would announce every step. */
const ANNOUNCE_AFTER_MS = 700;

interface PhotoEditorProps {
  photo: LetterPhoto;
  /** number of the photo, from 1 */
  number: number;
  uploads: UploadStore;
  onClose: () => void;
  /** the photo's image has been replaced by the edited one */
  onSaved: (before: LetterPhoto) => void;
  /** the image before the first edit is wanted */
  onOriginal: () => void;
}

/** Rotates and crops one photo (spec sections 2 and 4). Only this photo is decoded. */
export function PhotoEditor({ photo, number, uploads, onClose, onSaved, onOriginal }: PhotoEditorProps) {
  const [mode, setMode] = useState<EditorMode>('rotate');
  const [edit, setEdit] = useState<PhotoEdit>(NO_EDIT);
  const { save, saving, failure } = useSaveEdit(photo, uploads, () => {
    onSaved(photo);
    onClose();
  });
  const announcement = useAnnouncement(edit);

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      holdsWork={edit !== NO_EDIT}
      title={`Edit photo ${number}`}
      width={980}
      className={styles.editor}
      tools={<ModeChoice mode={mode} onChoose={setMode} />}
      footer={
        <>
          <Failure error={failure} what="Failed to upload edited photo." />
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            className={styles.save}
            busy={saving !== null}
            onClick={() => (isChanged(edit) ? void save(edit) : onClose())}
          >
            {saving ? savingMessage(saving.share) : 'Save Changes'}
          </Button>
        </>
      }
    >
      <div className={styles.table} inert={saving !== null}>
        <Stage photo={photo} number={number} edit={edit} mode={mode} onChange={setEdit} />
        <div className={styles.aside}>
          {mode === 'rotate' ? (
            <RotateTools edit={edit} onChange={setEdit} />
          ) : (
            <CropTools edit={edit} onChange={setEdit} />
          )}
          {photo.original ? (
            <Button variant="quiet" size="sm" className={styles.original} onClick={onOriginal}>
              <Icon name="reset" />
              Back to the original
            </Button>
          ) : null}
        </div>
      </div>
      <p className="vh" role="status">
        {saving ? 'Saving the edited photo' : announcement}
      </p>
    </Dialog>
  );
}

interface EditProps {
  edit: PhotoEdit;
  onChange: (edit: PhotoEdit) => void;
}

interface StageProps extends EditProps {
  photo: LetterPhoto;
  number: number;
  mode: EditorMode;
}

/** The rotated photo, whole, with the crop frame over it. */
function Stage({ photo, number, edit, mode, onChange }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const { url, width, height, alt, originalName } = photo;
  const sideways = quarterTurns(edit) % 2 === 1;
  const untouched = !isCropped(edit);
  return (
    <div className={styles.light}>
      <div
        ref={stage}
        className={classNames(styles.stage, sideways && styles.sideways)}
        style={{ '--ratio': sideways ? height / width : width / height, '--rotation': `${edit.rotation}deg` }}
      >
        <PhotoImage
          url={url}
          size="display"
          loading="eager"
          alt={`Photo ${number}: ${alt || originalName}`}
          width={width}
          height={height}
          className={styles.photo}
        />
        {mode === 'crop' || !untouched ? (
          <CropFrame
            stage={stage}
            box={edit.crop}
            active={mode === 'crop'}
            untouched={untouched}
            onChange={(crop, handle) =>
              onChange({ ...edit, crop, resized: edit.resized || handle !== 'frame' })
            }
          />
        ) : null}
      </div>
    </div>
  );
}

function RotateTools({ edit, onChange }: EditProps) {
  return (
    <div className={styles.tools}>
      <p className={styles.hint}>Turn the page until it can be read.</p>
      <div className={styles.turns}>
        <Button variant="secondary" size="sm" onClick={() => onChange(rotated(edit, false))}>
          <Icon name="rotate-left" />
          Rotate left
        </Button>
        <Button variant="secondary" size="sm" onClick={() => onChange(rotated(edit, true))}>
          <Icon name="rotate-right" />
          Rotate right
        </Button>
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={edit.rotation === 0}
        onClick={() => onChange(withoutRotation(edit))}
      >
        Reset rotation
      </Button>
    </div>
  );
}

function CropTools({ edit, onChange }: EditProps) {
  const atStart = isSameBox(edit.crop, FIRST_CROP);
  return (
    <div className={styles.tools}>
      <p className={styles.hint}>
        {isCropped(edit)
          ? 'Drag a corner, or move the frame. Arrow keys work too.'
          : 'Nothing is cut: the whole photo is kept. Drag a corner to crop it. Arrow keys work too.'}
      </p>
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={atStart}
        onClick={() => onChange({ ...edit, crop: FIRST_CROP, resized: false })}
      >
        Reset crop
      </Button>
    </div>
  );
}

function useAnnouncement(edit: PhotoEdit): string {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (edit === NO_EDIT) return;
    const timer = setTimeout(() => setAnnouncement(editMessage(edit)), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [edit]);
  return announcement;
}
