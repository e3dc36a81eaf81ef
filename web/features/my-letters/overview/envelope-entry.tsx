import type { Letter } from '../../../../shared/letters.ts';
import { PhotoImage } from '../../../components/photo-image.tsx';
import { formatDate } from '../../../lib/dates.ts';
import { t } from '../../../lib/words.tsx';
import styles from './envelopes.module.css';

interface EnvelopeEntryProps {
  name: string;
  /** the first words, on one line; may be empty */
  text: string;
  photo: Letter['photos'][number] | null;
  at: string;
  mark: string;
  /** the mark asks for attention */
  marked: boolean;
}

/** The contents of one envelope in a list: who, the first line, a picture, when. */
export function EnvelopeEntry({ name, text, photo, at, mark, marked }: EnvelopeEntryProps) {
  return (
    <>
      <span className={styles.picture} aria-hidden="true">
        {photo ? (
          <PhotoImage
            url={photo.url}
            size="thumbnail"
            alt=""
            width={photo.width}
            height={photo.height}
            whenBroken="hidden"
          />
        ) : null}
      </span>
      <span className={styles.words}>
        <b className={`two-lines ${styles.name}`} dir="auto">
          {name}
        </b>
        <span className={styles.line} dir="auto">
          {text || (photo ? t('Pages by hand') : '')}
        </span>
        <span className={styles.facts}>
          <span className={styles.mark} data-marked={marked || undefined}>
            {mark}
          </span>
          <time dateTime={at}>{formatDate(at)}</time>
        </span>
      </span>
    </>
  );
}
