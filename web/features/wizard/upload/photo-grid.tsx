import { useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { useToast } from '../../../components/toast.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { n, t } from '../../../lib/words.tsx';
import { type LetterPhoto, moveItem } from '../../uploads/letter-photo.ts';
import type { UploadQueue } from '../../uploads/upload-queue.ts';
import { pageNumbers, type UploadStore, withUploads } from '../../uploads/upload-store.ts';
import type { Wizard } from '../wizard-store.ts';
import { type Opened, OpenedPhoto } from './opened-photo.tsx';
import styles from './photo-grid.module.css';
import { PhotoItem } from './photo-item.tsx';
import { UploadItem } from './upload-item.tsx';
import { type SortEvent, useSortable } from './use-sortable.ts';

/** Read after the photos. */
const PageOffer = lazyPart(async () => (await import('../../page-scan/page-offer.tsx')).PageOffer);

interface PhotoGridProps {
  wizard: Wizard;
  uploads: UploadStore;
  queue: UploadQueue;
  room: number;
  onBrowse: () => void;
  /** the last photo was deleted, and the focused control with it */
  onEmptied: () => void;
}

/** The letter's photos in their order, with the uploads among them. */
export function PhotoGrid({ wizard, uploads, queue, room, onBrowse, onEmptied }: PhotoGridProps) {
  const { state, dispatch } = wizard;
  const { photos } = state;
  const toast = useToast();
  const [announcement, setAnnouncement] = useState('');
  const [opened, setOpened] = useState<Opened | null>(null);
  const refocus = useRef<string | null>(null);
  const ids = photos.map((photo) => photo.id);

  function move(id: string, to: number) {
    dispatch({ type: 'photo-moved', id, to });
    toast({ title: t('Photo reordered') });
  }

  const sortable = useSortable<HTMLOListElement>({
    ids,
    onMove: move,
    announce: (event, from, position) => setAnnouncement(sortMessage(event, from, position, ids.length)),
  });

  // An element that is moved in the document loses the focus.
  const { listRef } = sortable;
  useLayoutEffect(() => {
    const { current } = refocus;
    refocus.current = null;
    if (!current) return;
    // On a phone one control stands for several; the hidden ones take no focus.
    for (const control of listRef.current?.querySelectorAll<HTMLElement>(current) ?? []) {
      control.focus();
      if (document.activeElement === control) return;
    }
  });

  function moveBy(photo: LetterPhoto, index: number, step: -1 | 1) {
    move(photo.id, index + step);
    setAnnouncement(sortMessage('dropped', index + 1, index + 1 + step, ids.length));
    refocus.current = `[data-sort-id="${CSS.escape(photo.id)}"] [data-nudge="${step}"]`;
  }

  function remove(photo: LetterPhoto, index: number) {
    dispatch({ type: 'photo-deleted', id: photo.id });
    toast({
      title: t('Photo deleted'),
      action: { label: t('Undo'), onAct: () => dispatch({ type: 'photo-restored', photo, index }) },
    });
    const next = moveItem(ids, index, ids.length - 1)[Math.min(index, ids.length - 2)];
    if (next === undefined) onEmptied();
    else refocus.current = `[data-sort-id="${CSS.escape(next)}"] :is([data-delete], [data-options])`;
  }

  /** The editor may have been opened from the viewer, which is gone: the focus goes to the photo's own button. */
  function closeOpened(photo: LetterPhoto) {
    setOpened(null);
    refocus.current = `[data-sort-id="${CSS.escape(photo.id)}"] :is([data-edit], [data-options])`;
  }

  /**
   * @param before the photos as they were, whose pages are straight and bright now
   * @param problem why others are not
   */
  function takenBack(before: LetterPhoto[], problem: string | null) {
    const done = n(before.length, 'The page is straight and bright', 'The pages are straight and bright');
    toast({
      ...(problem
        ? { title: t('Not all pages could be straightened'), description: problem, tone: 'error' }
        : { title: done }),
      action: {
        label: t('Undo'),
        onAct: () => {
          for (const image of before) dispatch({ type: 'photo-replaced', id: image.id, image });
        },
      },
    });
  }

  // New pages come into view: on a phone the list begins below the first screen.
  const queued = queue.length;
  const known = useRef(queued);
  useLayoutEffect(() => {
    const more = queued > known.current;
    known.current = queued;
    if (more) listRef.current?.querySelector('[data-newest]')?.scrollIntoView({ block: 'nearest' });
  }, [queued, listRef]);

  const items = withUploads(photos, queue);
  const pages = pageNumbers(items);
  const numbers = ids.map((id) => pages.get(id) ?? 0);
  return (
    <>
      <ol
        ref={sortable.listRef}
        className={classNames(styles.grid, sortable.draggedId && styles.sorting)}
        aria-label={t('Pages of the letter')}
      >
        {items.map((item) => {
          if ('file' in item) {
            return (
              <UploadItem
                key={item.id}
                upload={item}
                newest={item === queue.at(-1)}
                number={pages.get(item.id) ?? null}
                mayRetry={room > 0}
                onRetry={() => uploads.retry(item.id)}
                onRemove={() => uploads.remove(item.id)}
              />
            );
          }
          const index = ids.indexOf(item.id);
          const number = numbers[index] ?? 0;
          return (
            <PhotoItem
              key={item.id}
              photo={item}
              number={number}
              count={pages.size}
              shownNumber={numbers[sortable.shownIndex(index)] ?? number}
              sortable={sortable}
              isFirst={index === 0}
              isLast={index === ids.length - 1}
              onMoveBy={(step) => moveBy(item, index, step)}
              onOpen={() => setOpened({ id: item.id, as: 'viewer' })}
              onOptions={() => setOpened({ id: item.id, as: 'options' })}
              onEdit={() => setOpened({ id: item.id, as: 'editor' })}
              onDelete={() => remove(item, index)}
              onDescribe={() => setOpened({ id: item.id, as: 'description' })}
            />
          );
        })}
        {room > 0 && items.length > 0 ? (
          <li className={styles.photo}>
            <button type="button" className={styles.add} onClick={onBrowse}>
              <Icon name="plus" />
              {t('Add a page')}
            </button>
          </li>
        ) : null}
        {sortable.gap ? <li className={styles.gap} style={sortable.gap} aria-hidden="true" /> : null}
      </ol>
      {photos.length > 0 && queue.length === 0 ? (
        <PageOffer
          photos={photos}
          onTake={(id, image, edit) => dispatch({ type: 'photo-replaced', id, image, edit })}
          onTaken={takenBack}
        />
      ) : null}
      <p className="vh" role="status">
        {announcement}
      </p>
      <OpenedPhoto
        wizard={wizard}
        uploads={uploads}
        opened={opened}
        number={pages.get(opened?.id ?? '') ?? 0}
        onOpen={setOpened}
        onDone={closeOpened}
        onMove={move}
        onRemove={remove}
      />
    </>
  );
}

/** Announced by screen readers while a photo is moved; positions count from 1. */
function sortMessage(event: SortEvent, from: number, position: number, count: number): string {
  switch (event) {
    case 'picked-up':
      return t('Photo {number} picked up. Arrow keys move it, Space puts it down, Escape takes it back.', {
        number: from,
      });
    case 'moved':
      return t('Place {position} of {count}.', { position, count });
    case 'dropped':
      return from === position
        ? t('Photo {number} put back in its place.', { number: from })
        : t('Photo {number} is now page {position} of {count}.', { number: from, position, count });
    case 'cancelled':
      return t('Moving cancelled. Photo {number} is where it was.', { number: from });
  }
}
