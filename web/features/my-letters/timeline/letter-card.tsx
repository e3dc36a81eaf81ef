import { Fragment, useId } from 'react';
import type { Letter } from '../../../../shared/letters.ts';
import { templateLabel } from '../../../../shared/templates.ts';
import { personalise } from '../../../../templates/message.ts';
import { Button } from '../../../components/button.tsx';
import { Postmark } from '../../../components/postmark.tsx';
import { Tag } from '../../../components/tag.tsx';
import { formatDateTime } from '../../../lib/dates.ts';
import { letterDate } from '../letter-dates.ts';
import { statusTone } from '../messages.ts';
import styles from './letter-card.module.css';
import { LetterThumbnails } from './letter-thumbnails.tsx';

/** Degrees; each mark lies a little differently, and always the same for its letter. */
const TILTS = [-9, 6, -4, 10, 3];

interface LetterCardProps {
  letter: Letter;
  onDetails: () => void;
  onPhoto: (position: number) => void;
}

/** One letter in the conversation (spec section 2, letter card). */
export function LetterCard({ letter, onDetails, onPhoto }: LetterCardProps) {
  const nameId = useId();
  const moment = letterDate(letter);
  const message = personalise(letter.emailMessage, letter.recipientName).trim();
  return (
    <article className={styles.card} aria-labelledby={nameId}>
      <p className={styles.date}>
        <time dateTime={moment}>{formatDateTime(moment)}</time>
      </p>
      <Postmark
        className={styles.mark}
        word={letter.status}
        date={moment}
        tone={statusTone(letter.status)}
        tilt={TILTS[letter.id % TILTS.length] ?? 0}
      />
      <div className={styles.words}>
        {message ? (
          <p className={styles.message} dir="auto">
            {paragraphsOf(message).map(({ at, text, end }) => (
              <Fragment key={at}>
                <span className={styles.paragraph}>{text}</span>
                {end}
              </Fragment>
            ))}
          </p>
        ) : null}
        {letter.statusReason ? <p className={styles.reason}>{letter.statusReason}</p> : null}
      </div>
      <LetterThumbnails photos={letter.photos} onOpen={onPhoto} onMore={onDetails} />
      <div className={styles.foot}>
        <Tag>{templateLabel(letter.template)}</Tag>
        <span className={styles.number} id={nameId}>
          Letter #{letter.id}
        </span>
        <Button
          variant="quiet"
          size="sm"
          className={styles.details}
          aria-describedby={nameId}
          onClick={onDetails}
        >
          View Details
        </Button>
      </div>
    </article>
  );
}

/** The paragraphs of a message, where each begins, and the line breaks that end it. */
function paragraphsOf(message: string): { at: number; text: string; end: string }[] {
  return [...message.matchAll(/([^\n]+)(\n*)/g)].map(({ index, 1: text = '', 2: end = '' }) => ({
    at: index,
    text,
    end,
  }));
}
