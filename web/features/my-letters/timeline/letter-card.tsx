import { memo, useId } from 'react';
import { isIn } from '../../../../shared/letter-status.ts';
import { statusWord } from '../../../../shared/letter-status-words.ts';
import type { Letter } from '../../../../shared/letters.ts';
import { templateLabel } from '../../../../shared/templates.ts';
import { messageOf } from '../../../../templates/message.ts';
import { Button } from '../../../components/button.tsx';
import { Postmark } from '../../../components/postmark.tsx';
import { Tag } from '../../../components/tag.tsx';
import { useLanguage } from '../../../lib/catalogues.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { currentWords, p, t } from '../../../lib/words.tsx';
import { arrivalInWords } from '../../arrival/arrival-words.ts';
import { letterDate } from '../letter-dates.ts';
import { statusTone } from '../messages.ts';
import { PhotoThumbnails } from '../photos/photo-thumbnails.tsx';
import styles from './letter-card.module.css';
import type { Opened } from './opened-letter.tsx';

/** Degrees the postmark is turned; always the same for a letter. */
const TILTS = [-9, 6, -4, 10, 3];

interface LetterCardProps {
  letter: Letter;
  onOpen: (opened: Opened) => void;
}

export const LetterCard = memo(function LetterCard({ letter, onOpen }: LetterCardProps) {
  useLanguage();
  const nameId = useId();
  const date = letterDate(letter);
  const message = messageOf(letter).trim();
  const openDetails = () => onOpen({ letterId: letter.id, details: true, photo: null });
  return (
    <article className={styles.card} aria-labelledby={nameId}>
      <p className={styles.date}>
        <time dateTime={date}>{formatDateTime(date)}</time>
      </p>
      <Postmark
        className={styles.mark}
        word={statusWord(letter.status, currentWords())}
        date={date}
        tone={statusTone(letter.status)}
        tilt={TILTS[letter.id % TILTS.length] ?? 0}
      />
      <div className={styles.message}>
        {message ? (
          <p className={styles.text} dir="auto">
            {message.split(/(\n+)/).map((part, at) =>
              at % 2 === 1 ? (
                part
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a letter never change
                <span key={at} className={styles.paragraph}>
                  {part}
                </span>
              ),
            )}
          </p>
        ) : null}
        {letter.arrival && isIn('forItsDay', letter.status) ? (
          <p className={styles.reason}>
            {t('It arrives on {date}.', { date: arrivalInWords(letter.arrival) })}
          </p>
        ) : null}
        {letter.statusReason ? <p className={styles.reason}>{letter.statusReason}</p> : null}
      </div>
      <PhotoThumbnails
        photos={letter.photos}
        onOpen={(photo) => onOpen({ letterId: letter.id, details: false, photo })}
        onMore={openDetails}
      />
      <div className={styles.foot}>
        <Tag>{templateLabel(letter.template, currentWords())}</Tag>
        {letter.batch && letter.batch.size > 1 ? (
          <Tag>{t('one of {count}', { count: letter.batch.size })}</Tag>
        ) : null}
        <span className="sm dim" id={nameId}>
          {t('Letter #{number}', { number: String(letter.id) })}
        </span>
        <span className={styles.doors}>
          <Button
            variant="quiet"
            size="sm"
            aria-describedby={nameId}
            onClick={() => onOpen({ letterId: letter.id, reading: true, details: false, photo: null })}
          >
            {p('verb', 'Read')}
          </Button>
          <Button variant="quiet" size="sm" aria-describedby={nameId} onClick={openDetails}>
            {t('View Details')}
          </Button>
        </span>
      </div>
    </article>
  );
});
