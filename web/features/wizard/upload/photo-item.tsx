import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { PhotoImage } from '../../../components/photo-image.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/words.tsx';
import type { LetterPhoto } from '../../uploads/letter-photo.ts';
import styles from './photo-grid.module.css';
import type { Sortable } from './use-sortable.ts';

interface PhotoItemProps {
  photo: LetterPhoto;
  /** number among the photos and uploads, from 1, and how many there are */
  number: number;
  count: number;
  /** the number it would have if the dragged photo were dropped now */
  shownNumber: number;
  sortable: Sortable;
  onEdit: () => void;
  onDelete: () => void;
}

/** Width of a photo in the grid, for `sizes`. */
const SIZES = '(max-width: 820px) 44vw, 250px';

export function PhotoItem({ photo, number, count, shownNumber, sortable, onEdit, onDelete }: PhotoItemProps) {
  const { id, originalName, url, alt } = photo;
  const dragged = sortable.draggedId === id;
  // The animation runs once; without this it would run again whenever the item is moved in the document.
  const [landed, setLanded] = useState(false);
  return (
    <li
      className={classNames(styles.photo, dragged && styles.held)}
      style={sortable.itemStyle(id)}
      data-sort-id={id}
      aria-label={t('Photo {number} of {count}', { number, count })}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger place for the pointer; the buttons below are there for everybody */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: likewise */}
      <div
        className={classNames(styles.frame, styles.portable, !landed && styles.landing)}
        onAnimationEnd={() => setLanded(true)}
        onClick={onEdit}
        onPointerDown={(event) => sortable.onPicturePointerDown(event, id)}
        onDragStart={(event) => event.preventDefault()}
      >
        <PhotoImage
          key={url}
          photo={photo}
          size="mail"
          sizes={SIZES}
          alt={t('Photo {number}: {description}', { number, description: alt || originalName })}
          className={styles.print}
        />
      </div>
      <div className={styles.caption}>
        <span className={styles.number}>{shownNumber}</span>
        <Button
          variant="quiet"
          size="sm"
          className={styles.change}
          aria-label={t('Change photo {number}', { number })}
          aria-haspopup="dialog"
          onClick={onEdit}
          data-edit
        >
          {t('Change')}
        </Button>
        <span className={styles.tools}>
          <IconButton
            icon="trash"
            label={t('Delete photo {number}', { number })}
            onClick={onDelete}
            data-delete
          />
          <IconButton
            icon="grip"
            label={t('Move photo {number}', { number })}
            className={styles.grip}
            aria-pressed={dragged}
            {...sortable.gripProps(id)}
          />
        </span>
      </div>
    </li>
  );
}
