import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { PhotoImage } from '../../../components/photo-image.tsx';
import { t } from '../../../lib/words.tsx';
import type { LetterPhoto } from '../../uploads/letter-photo.ts';
import { DescriptionField } from './description-field.tsx';
import styles from './photo-sheet.module.css';

interface PhotoSheetProps {
  photo: LetterPhoto;
  /** its place among the letter's photos, from 1, and how many there are */
  place: number;
  count: number;
  /** it opens with the field for what the photo says */
  isDescribing?: boolean;
  onEdit: () => void;
  onDescribe: (alt: string) => void;
  onMoveBy: (step: -1 | 1) => void;
  onOriginal: () => void;
  onRemove: () => void;
  onClose: () => void;
}

/** All that can be done with one photo, in words. */
export function PhotoSheet(props: PhotoSheetProps) {
  const {
    photo,
    place,
    count,
    isDescribing = false,
    onEdit,
    onDescribe,
    onMoveBy,
    onOriginal,
    onRemove,
    onClose,
  } = props;
  const [describing, setDescribing] = useState(isDescribing);
  return (
    <Dialog
      onClose={onClose}
      title={t('Photo {number} of {count}', { number: place, count })}
      width={describing ? 1080 : 420}
      footer={
        <Button variant="secondary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      {describing ? (
        <Describing photo={photo} number={place} onDescribe={onDescribe} />
      ) : (
        <ul className={styles.choices}>
          <Choice icon="crop" name={t('Edit')} onChoose={onEdit}>
            {t('Straighten, turn or crop it.')}
          </Choice>
          <Choice icon="info" name={t('Describe')} onChoose={() => setDescribing(true)}>
            {photo.alt.trim() ? (
              <span className="two-lines" dir="auto">
                {photo.alt}
              </span>
            ) : (
              t('What it says, read aloud to those who can’t see the photo.')
            )}
          </Choice>
          <li className={styles.move}>
            <span>
              <Icon name="move" />
              <b>{t('Move')}</b>
            </span>
            <Button
              variant="secondary"
              size="sm"
              aria-disabled={place === 1}
              onClick={() => place === 1 || onMoveBy(-1)}
            >
              {t('Earlier')}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              aria-disabled={place === count}
              onClick={() => place === count || onMoveBy(1)}
            >
              {t('Later')}
            </Button>
          </li>
          {photo.original ? (
            <Choice icon="reset" name={t('Back to the original')} onChoose={onOriginal}>
              {t('As it was before it was edited.')}
            </Choice>
          ) : null}
          <Choice icon="trash" name={t('Remove')} onChoose={onRemove} deletes>
            {t('Take it out of the letter.')}
          </Choice>
        </ul>
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  icon: IconName;
  name: string;
  onChoose: () => void;
  /** it takes something away */
  deletes?: boolean;
  children: ReactNode;
}

function Choice({ icon, name, onChoose, deletes, children }: ChoiceProps) {
  return (
    <li>
      <button type="button" className={styles.choice} data-deletes={deletes} onClick={onChoose}>
        <Icon name={icon} />
        <span>
          <b>{name}</b>
          <span className={styles.hint}>{children}</span>
        </span>
      </button>
    </li>
  );
}

interface DescribingProps {
  photo: LetterPhoto;
  number: number;
  onDescribe: (alt: string) => void;
}

/** The page, as large as there is room, beside the field for what it says. */
function Describing({ photo, number, onDescribe }: DescribingProps) {
  const { url, width, height, alt, originalName } = photo;
  return (
    <div className={styles.describing}>
      <PhotoImage
        url={url}
        size="display"
        loading="eager"
        alt={t('Photo {number}: {description}', { number, description: originalName })}
        width={width}
        height={height}
        className={styles.page}
      />
      <DescriptionField id={useId()} number={number} alt={alt} onDescribe={onDescribe} />
    </div>
  );
}
