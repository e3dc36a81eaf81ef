import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { PhotoImage } from '../../components/photo-image.tsx';
import { classNames } from '../../lib/class-names.ts';
import type { LetterPhoto } from '../uploads/letter-photo.ts';
import type { UploadStore } from '../uploads/upload-store.ts';
import { FIRST_CROP, isSameBox } from './crop-box.ts';
import { CropFrame } from './crop-frame.tsx';
import { editWording, savingWording } from './editor-messages.ts';
import { type EditorMode, ModeChoice } from './mode-choice.tsx';
import {
  isChanged,
  isCropped,
  NO_EDIT,
  type PhotoEdit,
  quarterTurns,
  turned,
  withoutRotation,
} from './photo-edit.ts';
import styles from './photo-editor.module.css';
import { useSaveEdit } from './use-save-edit.ts';

/** A pause after which what was done is said aloud, ms: a held arrow key would talk without end. */
const SAY_AFTER_MS = 700;

interface PhotoEditorProps {
  photo: LetterPhoto;
  /** page number, from 1 */
  number: number;
  uploads: UploadStore;
  onClose: () => void;
  /** the photo has been replaced by its edited one */
  onSaved: (original: LetterPhoto) => void;
}

/** Turns and crops one photo (spec sections 2 and 4). Nothing is decoded here but what is looked at. */
export function PhotoEditor({ photo, number, uploads, onClose, onSaved }: PhotoEditorProps) {
  const [mode, setMode] = useState<EditorMode>('rotate');
  const [edit, setEdit] = useState<PhotoEdit>(NO_EDIT);
  const { save, saving } = useSaveEdit(photo, uploads, () => {
    onSaved(photo);
    onClose();
  });
  const said = useSaidLater(edit);

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
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            className={styles.save}
            busy={saving !== null}
            onClick={() => (isChanged(edit) ? void save(edit) : onClose())}
          >
            {saving ? savingWording(saving.share) : 'Save Changes'}
          </Button>
        </>
      }
    >
      <div className={styles.table} inert={saving !== null}>
        <Stage photo={photo} number={number} edit={edit} mode={mode} onChange={setEdit} />
        {mode === 'rotate' ? (
          <RotateTools edit={edit} onChange={setEdit} />
        ) : (
          <CropTools edit={edit} onChange={setEdit} />
        )}
      </div>
      <p className="vh" role="status">
        {saving ? 'Saving the edited photo' : said}
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

/** The photo as it will be, whole, with its frame upon it. */
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
            onChange={(crop) => onChange({ ...edit, crop })}
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
        <Button variant="secondary" size="sm" onClick={() => onChange(turned(edit, false))}>
          <Icon name="rotate-left" />
          Rotate left
        </Button>
        <Button variant="secondary" size="sm" onClick={() => onChange(turned(edit, true))}>
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
        {atStart
          ? 'Drag a corner, or move the frame. Arrow keys work too. Until then the whole photo is kept.'
          : 'Drag a corner, or move the frame. Arrow keys work too.'}
      </p>
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={atStart}
        onClick={() => onChange({ ...edit, crop: FIRST_CROP })}
      >
        Reset crop
      </Button>
    </div>
  );
}

function useSaidLater(edit: PhotoEdit): string {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (edit === NO_EDIT) return;
    const timer = setTimeout(() => setSaid(editWording(edit)), SAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [edit]);
  return said;
}
