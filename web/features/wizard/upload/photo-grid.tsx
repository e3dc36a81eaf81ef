import { useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { useToast } from '../../../components/toast.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { PhotoEditor } from '../../photo-editor/photo-editor.tsx';
import type { LetterPhoto } from '../../uploads/letter-photo.ts';
import { moveItem } from '../../uploads/page-order.ts';
import type { UploadQueue } from '../../uploads/upload-queue.ts';
import { pagesInOrder, type UploadStore } from '../../uploads/upload-store.ts';
import type { Wizard } from '../use-wizard.ts';
import styles from './photo-grid.module.css';
import { PhotoLook } from './photo-look.tsx';
import { PhotoPage } from './photo-page.tsx';
import { sortingWords } from './sorting-messages.ts';
import { UploadPage } from './upload-page.tsx';
import { useSorter } from './use-sorter.ts';

interface ContactSheetProps {
  wizard: Wizard;
  uploads: UploadStore;
  queue: UploadQueue;
  room: number;
  onBrowse: () => void;
  /** the sheet's last photo was deleted: its controls are gone */
  onEmptied: () => void;
}

/** The letter's pages in their order, those on their way among them. */
export function PhotoGrid({ wizard, uploads, queue, room, onBrowse, onEmptied }: ContactSheetProps) {
  const { state, dispatch } = wizard;
  const { photos } = state;
  const toast = useToast();
  const [said, setSaid] = useState('');
  const [opened, setOpened] = useState<{ id: string; to: 'look' | 'edit' } | null>(null);
  const refocus = useRef<string | null>(null);
  const ids = photos.map((photo) => photo.id);

  function move(id: string, to: number) {
    dispatch({ type: 'photo-moved', id, to });
    toast({ title: 'Photo reordered' });
  }

  const sorter = useSorter<HTMLOListElement>({
    ids,
    onMove: move,
    announce: (event, from, place) => setSaid(sortingWords(event, from, place, ids.length)),
  });

  // Moving an element in the document takes the focus off what is in it.
  const { listRef } = sorter;
  useLayoutEffect(() => {
    const { current } = refocus;
    refocus.current = null;
    if (current) listRef.current?.querySelector<HTMLElement>(current)?.focus();
  });

  function moveBy(photo: LetterPhoto, index: number, step: -1 | 1) {
    move(photo.id, index + step);
    setSaid(sortingWords('dropped', index + 1, index + 1 + step, ids.length));
    refocus.current = `[data-sort-id="${CSS.escape(photo.id)}"] [data-nudge="${step}"]`;
  }

  function remove(photo: LetterPhoto, index: number) {
    dispatch({ type: 'photo-deleted', id: photo.id });
    toast({
      title: 'Photo deleted',
      action: { label: 'Undo', onAct: () => dispatch({ type: 'photo-restored', photo, index }) },
    });
    const next = moveItem(ids, index, ids.length - 1)[Math.min(index, ids.length - 2)];
    if (next === undefined) onEmptied();
    else refocus.current = `[data-sort-id="${CSS.escape(next)}"] [data-delete]`;
  }

  /** The dialog of one page may have been opened from that of looking at it, which is gone. */
  function closeEditor(photo: LetterPhoto) {
    setOpened(null);
    refocus.current = `[data-sort-id="${CSS.escape(photo.id)}"] [data-edit]`;
  }

  function undoable(original: LetterPhoto) {
    toast({
      title: 'Photo edited',
      action: {
        label: 'Undo',
        onAct: () => dispatch({ type: 'photo-replaced', id: original.id, image: original }),
      },
    });
  }

  const openedPhoto = photos.find((photo) => photo.id === opened?.id);
  const pages = pagesInOrder(photos, queue);
  const numbers = photos.map((photo) => pages.indexOf(photo) + 1);
  return (
    <>
      <ol
        ref={sorter.listRef}
        className={classNames(styles.sheet, sorter.heldId && styles.sorting)}
        aria-label="Pages of the letter"
      >
        {pages.map((page, place) => {
          if ('file' in page) {
            return (
              <UploadPage
                key={page.id}
                upload={page}
                number={place + 1}
                mayRetry={room > 0}
                onRetry={() => uploads.retry(page.id)}
                onRemove={() => uploads.remove(page.id)}
              />
            );
          }
          const index = ids.indexOf(page.id);
          return (
            <PhotoPage
              key={page.id}
              photo={page}
              number={place + 1}
              count={pages.length}
              seenNumber={numbers[sorter.seenIndex(index)] ?? place + 1}
              sorter={sorter}
              isFirst={index === 0}
              isLast={index === ids.length - 1}
              onMoveBy={(step) => moveBy(page, index, step)}
              onLook={() => setOpened({ id: page.id, to: 'look' })}
              onEdit={() => setOpened({ id: page.id, to: 'edit' })}
              onDelete={() => remove(page, index)}
              onDescribe={(alt) => dispatch({ type: 'photo-described', id: page.id, alt })}
            />
          );
        })}
        {room > 0 && pages.length > 0 ? (
          <li className={styles.page}>
            <button type="button" className={styles.add} onClick={onBrowse}>
              <Icon name="plus" />
              Add a page
            </button>
          </li>
        ) : null}
        {sorter.gap ? <li className={styles.gap} style={sorter.gap} aria-hidden="true" /> : null}
      </ol>
      <p className="vh" role="status">
        {said}
      </p>
      {openedPhoto && opened?.to === 'edit' ? (
        <PhotoEditor
          photo={openedPhoto}
          number={pages.indexOf(openedPhoto) + 1}
          uploads={uploads}
          onClose={() => closeEditor(openedPhoto)}
          onSaved={undoable}
        />
      ) : null}
      {openedPhoto && opened?.to === 'look' ? (
        <PhotoLook
          photos={photos}
          shown={openedPhoto}
          onTurn={(id) => setOpened({ id, to: 'look' })}
          onEdit={() => setOpened({ id: openedPhoto.id, to: 'edit' })}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}
