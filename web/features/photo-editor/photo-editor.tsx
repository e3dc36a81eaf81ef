import { useEffect, useEffectEvent, useState } from 'react';
import { LIGHT } from '../../../packages/page-finder/even-light.ts';
import type { Quad } from '../../../packages/page-finder/geometry.ts';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/choice.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { useToast } from '../../components/toast.tsx';
import { t } from '../../lib/words.tsx';
import { sureCorners, type UsePage, usePage } from '../page-scan/use-page.ts';
import { editedFrom, type LetterPhoto, type PhotoReplaced } from '../uploads/letter-photo.ts';
import { CropTools, DescribeTools, RotateTools, StraightenTools } from './edit-tools.tsx';
import { editMessage, savingMessage } from './editor-messages.ts';
import modes from './modes.module.css';
import { isChanged, isCropped, isScanned, NO_EDIT, type PhotoEdit, photoEditOf } from './photo-edit.ts';
import styles from './photo-editor.module.css';
import { type EditorMode, Stage } from './stage.tsx';
import { useSaveEdit } from './use-save-edit.ts';

/** Pause before an edit is announced, ms: a held arrow key would announce every step. */
const ANNOUNCE_AFTER_MS = 700;

interface PhotoEditorProps {
  photo: LetterPhoto;
  /** number of the page, from 1, and how many there are */
  number: number;
  count: number;
  dispatch: (action: PhotoReplaced | { type: 'photo-described'; id: string; alt: string }) => void;
  onMoveBy: (step: -1 | 1) => void;
  onClose: () => void;
}

/** All that can be done with one photo (spec sections 2 and 4). Only this photo is decoded. */
export function PhotoEditor(props: PhotoEditorProps) {
  const { photo, number, count, dispatch, onMoveBy, onClose } = props;
  const { id, original } = photo;
  const toast = useToast();
  const [mode, setMode] = useState<EditorMode>('rotate');
  const { image: source, edit: earlier } = editedFrom(photo);
  const [before] = useState<PhotoEdit>(() => (earlier ? photoEditOf(earlier) : NO_EDIT));
  const [edit, setEdit] = useState(before);
  const [alt, setAlt] = useState(photo.alt);
  const { save, saving, failure } = useSaveEdit({
    photo,
    dispatch,
    onSaved: () => {
      offerUndo(t('Photo edited'));
      close();
    },
  });
  const announcement = useAnnouncement(edit, before, mode === 'crop' && !isCropped(edit));
  const page = usePage({
    photo: source,
    isWanted: mode === 'straighten' || isScanned(edit),
    corners: edit.corners,
    light: edit.light,
    // In straighten mode the preview is small, so that it is drawn quickly after each change.
    longest: mode === 'straighten' ? 480 : 1200,
  });
  usePageFound(page, mode === 'straighten' && edit.corners === null, (corners) =>
    // With even light, as the offer above the photos has it.
    setEdit((current) => ({ ...current, corners, light: current.light || LIGHT.even })),
  );

  function offerUndo(title: string) {
    const onAct = () => dispatch({ type: 'photo-replaced', id, image: photo, edit: photo.edit });
    toast({ title, action: { label: t('Undo'), onAct } });
  }

  function close() {
    if (alt !== photo.alt) dispatch({ type: 'photo-described', id, alt });
    onClose();
  }

  return (
    <Dialog
      onClose={onClose}
      holdsWork={edit !== before || alt !== photo.alt}
      title={t('Edit photo {number}', { number })}
      width={980}
      className={styles.editor}
      tools={
        <Choice
          className={modes.modes}
          legend={t('Mode')}
          titled={false}
          options={[
            ['rotate', t('Rotate')],
            ['crop', t('Crop')],
            ['straighten', t('Straighten')],
            ['describe', t('Describe')],
          ]}
          chosen={mode}
          onChoose={setMode}
        />
      }
      footer={
        <>
          <Failure error={failure} what={t('Failed to upload edited photo.')} />
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            className={styles.save}
            busy={saving !== null}
            onClick={() => (isChanged(edit, before) ? void save(edit) : close())}
          >
            {saving ? savingMessage(saving.share) : t('Save Changes')}
          </Button>
        </>
      }
    >
      <div className={styles.table} data-mode={mode} inert={saving !== null}>
        <Stage
          source={source}
          alt={t('Photo {number}: {description}', { number, description: photo.alt || photo.originalName })}
          mode={mode}
          edit={edit}
          page={page}
          onChange={setEdit}
        />
        <div className={styles.aside}>
          {mode === 'rotate' ? <RotateTools edit={edit} onChange={setEdit} /> : null}
          {mode === 'crop' ? <CropTools edit={edit} onChange={setEdit} /> : null}
          {mode === 'straighten' ? <StraightenTools page={page} edit={edit} onChange={setEdit} /> : null}
          {mode === 'describe' ? <DescribeTools number={number} alt={alt} onChange={setAlt} /> : null}
          {mode === 'rotate' || mode === 'describe' ? (
            <div className={styles.place}>
              <IconButton
                icon="back"
                label={t('Move photo {number} earlier', { number })}
                aria-disabled={number === 1}
                onClick={() => number === 1 || onMoveBy(-1)}
              />
              <IconButton
                icon="forward"
                label={t('Move photo {number} later', { number })}
                aria-disabled={number === count}
                onClick={() => number === count || onMoveBy(1)}
              />
              {original ? (
                <Button
                  variant="quiet"
                  size="sm"
                  onClick={() => {
                    dispatch({ type: 'photo-replaced', id, image: original });
                    offerUndo(t('Back to the original'));
                    close();
                  }}
                >
                  <Icon name="reset" />
                  {t('Back to the original')}
                </Button>
              ) : null}
            </div>
          ) : null}
        </div>
      </div>
      <p className="vh" role="status">
        {saving ? t('Saving the edited photo') : announcement}
      </p>
    </Dialog>
  );
}

/** Reports the corners of a page that is sure, once, if it is found while the handles are at those of the whole photo. */
function usePageFound({ search }: UsePage, isAwaited: boolean, onFound: (corners: Quad) => void) {
  // A later search finds the same page, but the person may have chosen the whole photo since.
  const [isReported, setReported] = useState(false);
  const report = useEffectEvent(onFound);
  useEffect(() => {
    const corners = sureCorners(search);
    if (!corners || isReported || !isAwaited) return;
    setReported(true);
    report(corners);
  }, [search, isReported, isAwaited]);
}

function useAnnouncement(edit: PhotoEdit, before: PhotoEdit, isFrameIdle: boolean): string {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (edit === before && !isFrameIdle) return;
    const message = isFrameIdle ? t('Nothing is cut yet') : editMessage(edit);
    const timer = setTimeout(() => setAnnouncement(message), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [edit, before, isFrameIdle]);
  return announcement;
}
