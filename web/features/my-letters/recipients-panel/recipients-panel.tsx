import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Correspondent } from '../../../../shared/conversations.ts';
import { Icon } from '../../../components/icon.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { messageForPerson } from '../../../lib/api.ts';
import { n, T, t } from '../../../lib/words.tsx';
import { searchRecipients } from '../../recipients/search-recipients.ts';
import { useCorrespondents, useLetterTotals } from '../letters-queries.ts';
import { LoadMore } from '../load-more.tsx';
import { useUnreadByRecipient } from '../unread/unread.ts';
import { FoundLetters } from './found-letters.tsx';
import { AllLettersEntry, RecipientEntry } from './recipient-entry.tsx';
import list from './recipients-list.module.css';
import styles from './recipients-panel.module.css';

/** The server is asked after a pause without a key press. */
const TYPING_PAUSE_MS = 250;

interface RecipientsPanelProps {
  /** a conversation with the chosen recipient, and their `recipientKey` once it is known; null for All Letters */
  chosen: string | null;
  address: string | null;
  action: ReactNode;
}

export function RecipientsPanel({ chosen, address, action }: RecipientsPanelProps) {
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
          className="control"
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
          address={address}
          query={people}
        />
      )}
      {wanted && answered && people.isSuccess && found.length === 0 ? (
        <p className="dim sm mt3 anywhere">
          <T text="Nobody with “{words}” in their name or address." words={wanted} />
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

interface RecipientsListProps {
  people: readonly Correspondent[];
  /** letters to and from all of them; null until it is loaded */
  total: number | null;
  chosen: string | null;
  address: string | null;
  query: ReturnType<typeof useCorrespondents>;
}

function RecipientsList({ people, total, chosen, address, query }: RecipientsListProps) {
  const unread = useUnreadByRecipient();
  const scroll = useRef<HTMLDivElement>(null);
  const isChosen = (person: Correspondent) => person.conversationId === chosen || person.email === address;
  useScrollToCurrent(scroll, people.some(isChosen) ? chosen : null);
  // By what came or went last: an answer to an old letter is among the first.
  const byLast = people.toSorted((one, other) => lastOf(other) - lastOf(one));
  const setSize = query.hasNextPage ? -1 : people.length + 1;
  return (
    <div className={list.scroll} ref={scroll}>
      <ul className="long">
        <li className={list.item} aria-posinset={1} aria-setsize={setSize}>
          <AllLettersEntry total={total} chosen={chosen === null} />
        </li>
        {byLast.map((person, index) => (
          <li className={list.item} key={person.email} aria-posinset={index + 2} aria-setsize={setSize}>
            <RecipientEntry
              person={person}
              chosen={isChosen(person)}
              unread={unread.get(person.email) ?? 0}
            />
          </li>
        ))}
      </ul>
      <LoadMore query={query} label={t('Show more recipients')} className={list.more} />
    </div>
  );
}

const lastOf = ({ last }: Correspondent): number => (last ? Date.parse(last.at) : 0);

/** Scrolls the list only: `scrollIntoView` would scroll the page too. */
function useScrollToCurrent(area: RefObject<HTMLElement | null>, chosen: string | null): void {
  useEffect(() => {
    const box = area.current;
    const item = chosen === null ? null : box?.querySelector('[aria-current]')?.closest('li');
    if (!box || !item) return;
    const { offsetTop, offsetHeight } = item;
    if (offsetTop < box.scrollTop) box.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = offsetTop + offsetHeight - box.clientHeight;
    }
  }, [area, chosen]);
}
