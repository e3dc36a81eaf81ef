import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { useToast } from '../../../components/toast.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/words.tsx';
import { type LetterPhoto, moveItem } from '../../uploads/letter-photo.ts';
import type { UploadQueue } from '../../uploads/upload-queue.ts';
import { pageNumbers, type UploadStore, withUploads } from '../../uploads/upload-store.ts';
import type { Wizard } from '../wizard-store.ts';
import styles from './photo-grid.module.css';
import { PhotoItem } from './photo-item.tsx';
import { UploadItem } from './upload-item.tsx';
import { type SortEvent, useSortable } from './use-sortable.ts';

const PageOffer = lazyPart(
  async () => (await import('../../page-scan/page-offer.tsx')).PageOffer,
  () => <div className={styles.offer} />,
);
const PhotoEditor = lazyDialog(async () => (await import('../../photo-editor/photo-editor.tsx')).PhotoEditor);

interface PhotoGridProps {
  wizard: Wizard;
  uploads: UploadStore;
  queue: UploadQueue;
  room: number;
  tile: ReactNode;
}

export function PhotoGrid({ wizard, uploads, queue, room, tile }: PhotoGridProps) {
  const { state, dispatch } = wizard;
  const { photos } = state;
  const toast = useToast();
  const [announcement, setAnnouncement] = useState('');
  const [openedId, setOpenedId] = useState<string | null>(null);
  const refocus = useRef<string | null>(null);
  const ids = photos.map((photo) => photo.id);

  function move(id: string, to: number) {
    dispatch({ type: 'photo-moved', id, to });
    toast({ title: t('Photo reordered') });
  }

  const sortable = useSortable({
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
    listRef.current?.querySelector<HTMLElement>(current)?.focus();
  });

  function remove(photo: LetterPhoto, index: number) {
    dispatch({ type: 'photo-deleted', id: photo.id });
    toast({
      title: t('Photo deleted'),
      action: { label: t('Undo'), onAct: () => dispatch({ type: 'photo-restored', photo, index }) },
    });
    const next = moveItem(ids, index, ids.length - 1)[Math.min(index, ids.length - 2)];
    if (next !== undefined) refocus.current = `[data-sort-id="${CSS.escape(next)}"] [data-delete]`;
  }

  /** Its button is gone: what stands in its place gets the focus. */
  const change = (act: (id: string) => void, id: string, at: number) => () => {
    act(id);
    refocus.current = `:scope > :nth-child(${at + 1}) button:enabled`;
  };

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
  const opened = photos.find(({ id }) => id === openedId);
  return (
    <>
      {pages.size > 0 ? <PageOffer photos={photos} dispatch={dispatch} /> : null}
      <ol
        ref={sortable.listRef}
        className={classNames(styles.grid, sortable.draggedId && styles.sorting)}
        aria-label={t('Pages of the letter')}
      >
        {items.map((item, at) => {
          if ('file' in item) {
            return (
              <UploadItem
                key={item.id}
                upload={item}
                newest={item === queue.at(-1)}
                number={pages.get(item.id) ?? null}
                mayRetry={room > 0}
                onRetry={change(uploads.retry, item.id, at)}
                onRemove={change(uploads.remove, item.id, at)}
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
              onEdit={() => setOpenedId(item.id)}
              onDelete={() => remove(item, index)}
            />
          );
        })}
        {tile}
        {sortable.gap ? <li className={styles.gap} style={sortable.gap} aria-hidden="true" /> : null}
      </ol>
      <p className="vh" role="status">
        {announcement}
      </p>
      {opened ? (
        <PhotoEditor
          photo={opened}
          dispatch={dispatch}
          number={pages.get(opened.id) ?? 0}
          count={pages.size}
          onMoveBy={(step) => move(opened.id, ids.indexOf(opened.id) + step)}
          onClose={() => {
            setOpenedId(null);
            refocus.current = `[data-sort-id="${CSS.escape(opened.id)}"] [data-edit]`;
          }}
        />
      ) : null}
    </>
  );
}

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
