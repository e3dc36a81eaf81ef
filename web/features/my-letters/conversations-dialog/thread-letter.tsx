import { useState } from 'react';
import type { Thread } from '../../../../shared/conversations.ts';
import { templateLabel } from '../../../../shared/templates.ts';
import { messageOf } from '../../../../templates/message.ts';
import { Button } from '../../../components/button.tsx';
import { formatDateTime, formatLetterDay } from '../../../lib/dates.ts';
import { currentWords, t } from '../../../lib/words.tsx';
import details from '../letter/letter-details.module.css';
import { photoSetOfLetter } from '../photos/photo-set.ts';
import { PhotoSetViewer } from '../photos/photo-set-viewer.tsx';
import { PhotoThumbnails } from '../photos/photo-thumbnails.tsx';
import { LetterReader } from '../reader/lazy-letter-reader.ts';

export function ThreadLetter({ letter }: { letter: Thread['letter'] & { conversationId: string } }) {
  const [opened, setOpened] = useState<number | null>(null);
  const [reading, setReading] = useState(false);
  const message = messageOf(letter).trim();
  return (
    <article aria-label={t('Letter of {date}', { date: formatLetterDay(letter.createdAt) })}>
      <dl className="facts">
        <dt>{t('From')}</dt>
        <dd>
          <bdi>{letter.senderEmail || letter.senderName || t('Address not confirmed')}</bdi>
        </dd>
        <dt>{t('To')}</dt>
        <dd>
          <bdi>{letter.recipientEmail}</bdi>
        </dd>
        <dt>{t('Template')}</dt>
        <dd>{templateLabel(letter.template, currentWords())}</dd>
        <dt>{t('Date')}</dt>
        <dd>{formatDateTime(letter.createdAt)}</dd>
      </dl>
      {message ? (
        <p className={`letter ${details.message}`} dir="auto">
          {message}
        </p>
      ) : null}
      <div className="mt4">
        <PhotoThumbnails photos={letter.photos} onOpen={setOpened} />
      </div>
      <Button variant="secondary" size="sm" className="mt4" onClick={() => setReading(true)}>
        {t('Read the letter')}
      </Button>
      {reading ? <LetterReader letter={letter} onClose={() => setReading(false)} /> : null}
      {opened !== null ? (
        <PhotoSetViewer photoSet={photoSetOfLetter(letter)} position={opened} onMove={setOpened} />
      ) : null}
    </article>
  );
}
