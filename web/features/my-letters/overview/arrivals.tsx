import { useState } from 'react';
import { Link } from 'react-router';
import { ARRIVALS_SHOWN, type Arrival } from '../../../../shared/conversations.ts';
import { Button } from '../../../components/button.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { messageForPerson } from '../../../lib/api.ts';
import { p, t } from '../../../lib/words.tsx';
import { mailboxPath } from '../chosen-recipient.ts';
import { ConversationDialog } from '../conversations-dialog/conversation-dialog.tsx';
import { useArrivals, useThread } from '../letters-queries.ts';
import { LetterReader } from '../reader/lazy-letter-reader.ts';
import { EnvelopeEntry } from './envelope-entry.tsx';
import styles from './envelopes.module.css';

/** The newest letters and answers that came; nothing before the first. */
export function Arrivals({ onOpenConversations }: { onOpenConversations: () => void }) {
  const arrivals = useArrivals();
  const [reading, setReading] = useState<Arrival | null>(null);
  if (!arrivals.data) {
    return (
      <ReadFailure query={arrivals} title={t('Unable to open your letter box')} again={t('Retry')}>
        {messageForPerson(arrivals.error, t('What came for you could not be loaded.'))}
      </ReadFailure>
    );
  }
  if (arrivals.data.length === 0) return null;
  return (
    <section aria-labelledby="letter-box">
      <div className={styles.head}>
        <h2 id="letter-box">{t('Letter Box')}</h2>
      </div>
      <ul className={styles.envelopes}>
        {arrivals.data.map((arrival) => (
          <li key={`${arrival.kind}-${arrival.id}`}>
            <ArrivalEntry arrival={arrival} onRead={() => setReading(arrival)} />
          </li>
        ))}
      </ul>
      {arrivals.data.length < ARRIVALS_SHOWN ? null : (
        <Button variant="quiet" size="sm" onClick={onOpenConversations}>
          {t('Everything that came, in Conversations')}
        </Button>
      )}
      {reading ? <OpenedArrival arrival={reading} onClose={() => setReading(null)} /> : null}
    </section>
  );
}

function ArrivalEntry({ arrival, onRead }: { arrival: Arrival; onRead: () => void }) {
  const { kind, name, email, text, photo, createdAt, unread } = arrival;
  const entry = (
    <EnvelopeEntry
      name={name.trim() || email || t('Address not verified')}
      text={text}
      photo={photo}
      at={createdAt}
      mark={unread ? t('New') : kind === 'letter' ? p('noun', 'Letter') : p('noun', 'Answer')}
      marked={unread}
    />
  );
  // An answer is read where it stands, with the letter that it answers.
  if (kind === 'answer' && email !== '') {
    return (
      <Link className={styles.envelope} to={mailboxPath(email)}>
        {entry}
      </Link>
    );
  }
  return (
    <button type="button" className={styles.envelope} onClick={onRead}>
      {entry}
    </button>
  );
}

/** A received letter in the reader; an answer from somebody without a page of their own in its conversation. */
function OpenedArrival({ arrival, onClose }: { arrival: Arrival; onClose: () => void }) {
  const { conversationId, kind } = arrival;
  const thread = useThread(conversationId);
  const [answering, setAnswering] = useState(false);
  if (kind === 'answer' || thread.isError) {
    return (
      <ConversationDialog
        conversationId={conversationId}
        letterId={thread.data?.letter.id ?? arrival.id}
        onClose={onClose}
      />
    );
  }
  if (!thread.data) return null;
  return (
    <>
      <LetterReader
        letter={{ ...thread.data.letter, conversationId }}
        onAnswer={() => setAnswering(true)}
        onClose={onClose}
      />
      {answering ? (
        <ConversationDialog
          conversationId={conversationId}
          letterId={thread.data.letter.id}
          onClose={() => setAnswering(false)}
        />
      ) : null}
    </>
  );
}
