import { type ReactNode, useEffect, useId, useState } from 'react';
import field from '../../../components/field.module.css';
import { Icon } from '../../../components/icon.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { messageForPerson } from '../../../lib/api.ts';
import { n, T, t } from '../../../lib/words.tsx';
import { searchRecipients } from '../../recipients/search-recipients.ts';
import { useCorrespondents, useLetterTotals } from '../letters-queries.ts';
import { FoundLetters } from './found-letters.tsx';
import { RecipientsList } from './recipients-list.tsx';
import styles from './recipients-panel.module.css';

/** The server is asked after a pause without a key press. */
const TYPING_PAUSE_MS = 250;

interface RecipientsPanelProps {
  /** key of the chosen recipient; null for All Letters */
  chosen: string | null;
  action: ReactNode;
}

export function RecipientsPanel({ chosen, action }: RecipientsPanelProps) {
  const [text, setText] = useState('');
  const wanted = text.trim();
  const asked = useDebounced(wanted, TYPING_PAUSE_MS);
  const people = useCorrespondents(asked);
  const totals = useLetterTotals();
  const headingId = useId();

  // Until the server has answered, the recipients already loaded are searched.
  const answered = asked === wanted && !people.isPlaceholderData;
  const found = answered ? (people.data ?? []) : searchRecipients(people.data ?? [], wanted);
  return (
    <nav className={styles.panel} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId}>{t('Recipients')}</h2>
        {action}
      </div>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          className={field.control}
          type="search"
          dir="auto"
          placeholder={t('Search recipients...')}
          aria-label={t('Search recipients')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <p className="vh" role="status">
        {wanted && answered && people.isSuccess ? foundMessage(found.length, people.hasNextPage) : ''}
      </p>
      {people.isError && !people.data ? (
        <ReadFailure query={people} title={t('Recipients could not be looked up')}>
          {messageForPerson(people.error, t('Please try again'))}
        </ReadFailure>
      ) : (
        <RecipientsList
          // Each search starts at the top of its list.
          key={asked}
          people={found}
          total={totals.data ? totals.data.letters + totals.data.received : null}
          chosen={chosen}
          query={people}
        />
      )}
      {wanted && answered && people.isSuccess && found.length === 0 ? (
        <p className={styles.notFound}>
          <T text="Nobody with “{words}” in their name or address." words={<bdi>{wanted}</bdi>} />
        </p>
      ) : null}
      {wanted ? <FoundLetters search={asked} /> : null}
    </nav>
  );
}

function foundMessage(count: number, more: boolean): string {
  return more
    ? n(count, 'The first 1 recipient found', 'The first {n} recipients found')
    : n(count, '1 recipient found', '{n} recipients found');
}

function useDebounced<T>(value: T, milliseconds: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}
