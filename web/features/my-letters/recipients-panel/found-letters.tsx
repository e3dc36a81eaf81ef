import { useState } from 'react';
import type { FoundLetter } from '../../../../shared/conversations.ts';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { messageForPerson } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/dates.ts';
import { n, T, t } from '../../../lib/words.tsx';
import { ConversationDialog } from '../conversations-dialog/conversation-thread.tsx';
import { useFoundLetters } from '../letters-queries.ts';
import styles from './found-letters.module.css';

export function FoundLetters({ search }: { search: string }) {
  const query = useFoundLetters(search);
  const [opened, setOpened] = useState<string | null>(null);
  const { data, isPlaceholderData, isEnabled } = query;
  // Of a text that is not asked for, what is left are the letters of the one before.
  if (!data || !isEnabled)
    return (
      <ReadFailure query={query} title={t('Your letters could not be searched')}>
        {messageForPerson(query.error, t('Please try again'))}
      </ReadFailure>
    );
  const count = data.found.length;
  return (
    <section className="mt5">
      <h3 className={styles.title}>{t('In letters and answers')}</h3>
      <p className="vh" role="status">
        {isPlaceholderData ? '' : n(count, '1 letter or answer found', '{n} letters or answers found')}
      </p>
      <ul>
        {data.found.map((letter, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a conversation may be found several times
          <li key={index}>
            <button type="button" className={styles.found} onClick={() => setOpened(letter.conversationId)}>
              <b className="called anywhere">{titleOf(letter)}</b>
              <span className={styles.date}>{formatDate(letter.at)}</span>
              <span className={styles.words} dir="auto">
                {letter.before}
                <mark>{letter.match}</mark>
                {letter.after}
              </span>
              {letter.place === 'photo' ? (
                <span className={styles.date}>{t('Description of a photo')}</span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        {count === 0 && !isPlaceholderData ? (
          <T text="No letter or answer with “{words}”." words={search} />
        ) : data.more ? (
          t('These are the newest. Another word finds fewer.')
        ) : null}
      </p>
      {opened !== null ? (
        <ConversationDialog conversationId={opened} answering={false} onClose={() => setOpened(null)} />
      ) : null}
    </section>
  );
}

function titleOf({ kind, own, name }: FoundLetter) {
  if (kind === 'letter')
    return own ? <T text="Letter to {name}" name={name} /> : <T text="Letter from {name}" name={name} />;
  return own ? <T text="Answer to {name}" name={name} /> : <T text="Answer from {name}" name={name} />;
}
