import { memo, useId, useState } from 'react';
import type { ReceivedLetter } from '../../../../shared/conversations.ts';
import { messageOf } from '../../../../templates/message.ts';
import { Button } from '../../../components/button.tsx';
import { useLanguage } from '../../../lib/catalogues.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { p, T, t } from '../../../lib/words.tsx';
import { ConversationDialog } from '../conversations-dialog/conversation-thread.tsx';
import { PhotoThumbnails } from '../photos/photo-thumbnails.tsx';
import { LetterReader } from '../reader/lazy-letter-reader.ts';
import styles from './letter-card.module.css';

export const ReceivedCard = memo(function ReceivedCard({ letter }: { letter: ReceivedLetter }) {
  useLanguage();
  const nameId = useId();
  const [leaf, setLeaf] = useState<number | null>(null);
  const [answering, setAnswering] = useState(false);
  const message = messageOf(letter).trim();
  return (
    <article className={styles.card} aria-labelledby={nameId} data-received>
      <p className={styles.date}>
        <time dateTime={letter.createdAt}>{formatDateTime(letter.createdAt)}</time>
      </p>
      <div className={styles.message}>
        <h2 id={nameId}>
          <T text="A letter from {name}" name={letter.senderName} />
        </h2>
        {message ? (
          <p className={styles.text} dir="auto">
            {message}
          </p>
        ) : null}
      </div>
      <PhotoThumbnails photos={letter.photos} onOpen={setLeaf} onMore={() => setLeaf(0)} />
      <div className={styles.foot}>
        <Button variant="secondary" size="sm" aria-describedby={nameId} onClick={() => setLeaf(0)}>
          {t('Read the letter')}
        </Button>
        <Button variant="secondary" size="sm" aria-describedby={nameId} onClick={() => setAnswering(true)}>
          {p('verb', 'Answer')}
        </Button>
      </div>
      {leaf !== null ? (
        <LetterReader
          letter={letter}
          first={leaf}
          onAnswer={() => setAnswering(true)}
          onClose={() => setLeaf(null)}
        />
      ) : null}
      {answering ? (
        <ConversationDialog conversationId={letter.conversationId} onClose={() => setAnswering(false)} />
      ) : null}
    </article>
  );
});
