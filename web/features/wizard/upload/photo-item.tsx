import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { PhotoImage } from '../../../components/photo-image.tsx';
import { Sentences } from '../../../components/sentences.tsx';
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
  sortable: Sortable<HTMLOListElement>;
  isFirst: boolean;
  isLast: boolean;
  onMoveBy: (step: -1 | 1) => void;
  onOpen: () => void;
  /** opens the sheet with all that can be done with it, on a phone */
  onOptions: () => void;
  onEdit: () => void;
  onDelete: () => void;
  /** opens the field for what it says */
  onDescribe: () => void;
}

/** Width of a photo in the grid, for `sizes`. */
const SIZES = '(max-width: 820px) 44vw, 250px';

/** One uploaded photo: whole and numbered, with controls to move, describe, edit and delete it. */
export function PhotoItem(props: PhotoItemProps) {
  const { photo, number, count, shownNumber, sortable, isFirst, isLast } = props;
  const { onMoveBy, onOpen, onOptions, onEdit, onDelete, onDescribe } = props;
  const { id, originalName, url, width, height, alt } = photo;
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: another handle for the mouse; the grip is there for everybody */}
      <div
        className={classNames(styles.frame, styles.portable, !landed && styles.landing)}
        onAnimationEnd={() => setLanded(true)}
        onPointerDown={(event) => sortable.onPicturePointerDown(event, id)}
        onDragStart={(event) => event.preventDefault()}
      >
        <PhotoImage
          key={url}
          url={url}
          size="mail"
          sizes={SIZES}
          alt={t('Photo {number}: {description}', { number, description: alt || originalName })}
          width={width}
          height={height}
          className={styles.print}
        />
        <button
          type="button"
          className={styles.look}
          aria-label={t('Look at photo {number} closely', { number })}
          onClick={onOpen}
        />
      </div>
      <div className={styles.caption}>
        <span className={styles.number}>{shownNumber}</span>
        <span className={styles.name} title={originalName} dir="auto">
          {originalName}
        </span>
        <Button
          variant="quiet"
          size="sm"
          className={styles.options}
          aria-label={t('Change photo {number}', { number })}
          aria-haspopup="dialog"
          onClick={onOptions}
          data-options
        >
          {t('Change')}
        </Button>
        <IconButton
          icon="crop"
          label={t('Edit photo {number}', { number })}
          className={styles.tool}
          onClick={onEdit}
          data-edit
        />
        <IconButton
          icon="trash"
          label={t('Delete photo {number}', { number })}
          className={styles.tool}
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
      </div>
      <div className={styles.details}>
        <IconButton
          icon="back"
          label={t('Move photo {number} earlier', { number })}
          className={styles.nudge}
          aria-disabled={isFirst}
          data-nudge="-1"
          onClick={() => isFirst || onMoveBy(-1)}
        />
        <IconButton
          icon="forward"
          label={t('Move photo {number} later', { number })}
          className={styles.nudge}
          aria-disabled={isLast}
          data-nudge="1"
          onClick={() => isLast || onMoveBy(1)}
        />
        <Description number={number} alt={alt} onDescribe={onDescribe} />
      </div>
    </li>
  );
}

interface DescriptionProps {
  number: number;
  alt: string;
  onDescribe: () => void;
}

/** The photo's alternative text: a button that says what it is for, and opens its field. */
function Description({ number, alt, onDescribe }: DescriptionProps) {
  return (
    <button type="button" className={styles.describe} aria-haspopup="dialog" onClick={onDescribe}>
      <span className="vh">{t('Photo {number}:', { number })} </span>
      {alt.trim() ? (
        <span className={styles.described} dir="auto">
          {alt}
        </span>
      ) : (
        <Sentences>
          <span className={styles.asked}>{t('What does it say?')}</span>
          {t('Read aloud to those who can’t see the photo.')}
        </Sentences>
      )}
    </button>
  );
}
