import { isIn } from '../../../../shared/letter-status.ts';
import { statusWord } from '../../../../shared/letter-status-words.ts';
import type { Letter } from '../../../../shared/letters.ts';
import { templateLabel } from '../../../../shared/templates.ts';
import { messageOf } from '../../../../templates/message.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmailAddress } from '../../../components/email-address.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { PhotoImage } from '../../../components/photo-image.tsx';
import { Postmark } from '../../../components/postmark.tsx';
import { formatDateTime, formatLetterDay } from '../../../lib/dates.ts';
import { currentWords, formatNumber, p, t } from '../../../lib/words.tsx';
import { arrivalInWords } from '../../arrival/arrival-words.ts';
import { WaitingActions } from '../../arrival/waiting-actions.tsx';
import { cardPath } from '../chosen-recipient.ts';
import { letterDate } from '../letter-dates.ts';
import { notSentLabel, statusTone } from '../messages.ts';
import { photoSetOfLetter } from '../photos/photo-set.ts';
import { useSavePhoto } from '../photos/save-photo.ts';
import { DeliveryProblem } from './delivery-problem.tsx';
import styles from './letter-details.module.css';
import { LetterWebPage } from './letter-web-page.tsx';

const BatchStates = lazyPart(async () => (await import('../../batches/batch-states.tsx')).BatchStates);

interface LetterDetailsProps {
  letter: Letter;
  /** counted from 0 */
  onPhoto: (position: number) => void;
  onClose: () => void;
}

export function LetterDetails({ letter, onPhoto, onClose }: LetterDetailsProps) {
  const message = messageOf(letter).trim();
  return (
    <Dialog
      onClose={onClose}
      title={t('Letter of {date}', { date: formatLetterDay(letterDate(letter)) })}
      width={860}
    >
      {letter.batch ? <BatchStates className="mt4 mb4" batchId={letter.batch.id} /> : null}
      {letter.canRetry ? <DeliveryProblem key={letter.recipientEmail} letter={letter} /> : null}
      {letter.arrival && isIn('forItsDay', letter.status) ? (
        <WaitingActions letter={{ ...letter, arrival: letter.arrival }} />
      ) : null}
      <LetterPhotos letter={letter} onPhoto={onPhoto} />
      {message ? (
        <p className={`letter ${styles.message}`} dir="auto">
          {message}
        </p>
      ) : null}
      <div className={styles.top}>
        <LetterFacts letter={letter} />
        <Postmark
          className={styles.mark}
          word={statusWord(letter.status, currentWords())}
          date={letterDate(letter)}
          tone={statusTone(letter.status)}
        />
      </div>
      <p className="screen-only outdent mt4">
        <ButtonLink variant="quiet" size="sm" to={cardPath(letter.conversationId)}>
          <Icon name="print" />
          {t('Print as a card')}
        </ButtonLink>
      </p>
      {letter.webPage ? <LetterWebPage letterId={letter.id} page={letter.webPage} /> : null}
    </Dialog>
  );
}

function LetterFacts({ letter }: { letter: Letter }) {
  return (
    <dl className={styles.facts}>
      <dt>{t('Recipient')}</dt>
      <dd>
        <bdi>{letter.recipientName}</bdi>
        <span>
          <EmailAddress address={letter.recipientEmail} />
        </span>
      </dd>
      <dt>{t('Status')}</dt>
      <dd>
        <b className={styles.status}>{statusWord(letter.status, currentWords())}</b>
        {letter.statusReason && !letter.canRetry ? <span>{letter.statusReason}</span> : null}
      </dd>
      <dt>{t('Template')}</dt>
      <dd>{templateLabel(letter.template, currentWords())}</dd>
      <dt>{t('Created')}</dt>
      <dd>{formatDateTime(letter.createdAt)}</dd>
      {letter.arrival ? (
        <>
          <dt>{t('Arrives')}</dt>
          <dd>{arrivalInWords(letter.arrival)}</dd>
        </>
      ) : null}
      <dt>{p('day of a letter', 'Sent')}</dt>
      <dd>{letter.sentAt ? formatDateTime(letter.sentAt) : notSentLabel(letter.status)}</dd>
    </dl>
  );
}

function openLabel(number: number, words: string): string {
  return words
    ? t('Open photo {number} full size: {words}', { number, words })
    : t('Open photo {number} full size', { number });
}

function LetterPhotos({ letter, onPhoto }: Pick<LetterDetailsProps, 'letter' | 'onPhoto'>) {
  const { save, isSaving, failureOf } = useSavePhoto();
  return (
    <ol className={styles.grid}>
      {letter.photos.map((photo, position) => (
        <li key={photo.url}>
          <button
            type="button"
            className={styles.photoButton}
            aria-label={openLabel(position + 1, photo.alt)}
            onClick={() => onPhoto(position)}
          >
            <PhotoImage photo={photo} size="mail" sizes="(max-width: 820px) 92vw, 400px" alt="" />
          </button>
          <span className={styles.caption}>
            <b className="serif">{formatNumber(position + 1)}</b>
            <Button
              variant="quiet"
              size="sm"
              busy={isSaving(photo.url)}
              aria-label={t('Save photo {number}', { number: position + 1 })}
              onClick={() => save(photo.url, photoSetOfLetter(letter).fileName(position + 1))}
            >
              <Icon name="download" />
              {t('Save')}
            </Button>
          </span>
          <Failure error={failureOf(photo.url)} what={t('Download failed.')} />
        </li>
      ))}
    </ol>
  );
}
