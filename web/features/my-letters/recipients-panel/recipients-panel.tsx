import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Notice } from '../../../components/notice.tsx';
import { messageForPerson } from '../../../lib/api.ts';
import { useCorrespondents, useLetterTotals } from '../letters-queries.ts';
import { countOf, searchRecipients } from './recipient-groups.ts';
import holes from './recipient-list.module.css';
import { RecipientsList } from './recipients-list.tsx';
import styles from './recipients-panel.module.css';
import { useDebounced } from './use-debounced.ts';

/** Empty pigeonholes that stand in for people while there are none. */
const EMPTY_HOLES = ['first', 'second', 'third', 'fourth'];
/** Milliseconds without a key press before the server is asked. */
const TYPING_PAUSE_MS = 250;

interface RecipientsPanelProps {
  /** key of the chosen recipient; null for All Letters */
  chosen: string | null;
  /** beside the heading */
  action: ReactNode;
}

/** Everyone written to, as envelopes in pigeonholes (spec section 2, /my-letters). */
export function RecipientsPanel({ chosen, action }: RecipientsPanelProps) {
  const [text, setText] = useState('');
  const wanted = text.trim();
  const asked = useDebounced(wanted, TYPING_PAUSE_MS);
  const people = useCorrespondents(asked);
  const totals = useLetterTotals();
  const headingId = useId();

  // While the answer is on its way, those already here are looked through.
  const answered = asked === wanted && !people.isPlaceholderData;
  const found = answered ? (people.data ?? []) : searchRecipients(people.data ?? [], wanted);
  const nobodyAtAll = wanted === '' && answered && found.length === 0;
  return (
    <nav className={styles.panel} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId}>Recipients</h2>
        {action}
      </div>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          type="search"
          dir="auto"
          placeholder="Search recipients..."
          aria-label="Search recipients"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <p className="vh" role="status">
        {wanted && answered && people.isSuccess ? foundWords(found.length, people.hasNextPage) : ''}
      </p>
      {people.isError && !people.data ? (
        <Notice
          tone="error"
          title="Recipients could not be looked up"
          actions={
            <Button variant="secondary" size="sm" busy={people.isFetching} onClick={() => people.refetch()}>
              Retry
            </Button>
          }
        >
          {messageForPerson(people.error, 'Please try again')}
        </Notice>
      ) : (
        <RecipientsList
          // Another search begins at its top.
          key={asked}
          people={found}
          total={totals.data?.letters ?? null}
          chosen={chosen}
          hasMore={people.hasNextPage}
          loadingMore={people.isFetchingNextPage}
          loadingFailed={people.isFetchNextPageError}
          onMore={people.fetchNextPage}
        />
      )}
      {nobodyAtAll ? (
        <ul className={`${holes.holes} ${styles.bare}`} aria-hidden="true">
          {EMPTY_HOLES.map((hole) => (
            <li className={`${holes.hole} ${holes.empty}`} key={hole} />
          ))}
        </ul>
      ) : null}
      {wanted && answered && people.isSuccess && found.length === 0 ? (
        <p className={styles.nobody}>Nobody with “{wanted}” in their name or address.</p>
      ) : null}
    </nav>
  );
}

function foundWords(count: number, more: boolean): string {
  return more ? `The first ${countOf(count, 'recipient')} found` : `${countOf(count, 'recipient')} found`;
}
