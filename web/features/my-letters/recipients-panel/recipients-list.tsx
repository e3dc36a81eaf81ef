import { type RefObject, useEffect, useRef } from 'react';
import type { Correspondent } from '../../../../shared/conversations.ts';
import { t } from '../../../lib/words.tsx';
import type { useCorrespondents } from '../letters-queries.ts';
import { LoadMore } from '../load-more.tsx';
import { useUnreadByRecipient } from '../unread/unread.ts';
import { AllLettersEntry, RecipientEntry } from './recipient-entry.tsx';
import styles from './recipients-list.module.css';

interface RecipientsListProps {
  people: readonly Correspondent[];
  /** letters to and from all of them; null until it is loaded */
  total: number | null;
  chosen: string | null;
  query: ReturnType<typeof useCorrespondents>;
}

export function RecipientsList({ people, total, chosen, query }: RecipientsListProps) {
  const unread = useUnreadByRecipient();
  const scroll = useRef<HTMLDivElement>(null);
  const chosenLoaded = people.some(({ email }) => email === chosen);
  useScrollToCurrent(scroll, chosenLoaded ? chosen : null);
  // By what came or went last: an answer to an old letter is among the first.
  const byLast = people.toSorted((one, other) => (other.last?.at ?? '').localeCompare(one.last?.at ?? ''));
  const setSize = query.hasNextPage ? -1 : people.length + 1;
  return (
    <div className={styles.scroll} ref={scroll}>
      <ul>
        <li className={styles.item} aria-posinset={1} aria-setsize={setSize}>
          <AllLettersEntry total={total} chosen={chosen === null} />
        </li>
        {byLast.map((person, index) => (
          <li className={styles.item} key={person.email} aria-posinset={index + 2} aria-setsize={setSize}>
            <RecipientEntry
              person={person}
              chosen={person.email === chosen}
              unread={unread.get(person.email) ?? 0}
            />
          </li>
        ))}
      </ul>
      <LoadMore query={query} label={t('Show more recipients')} className={styles.more} />
    </div>
  );
}

/** Scrolls the list only: `scrollIntoView` would scroll the page too. */
function useScrollToCurrent(list: RefObject<HTMLElement | null>, chosen: string | null): void {
  useEffect(() => {
    const box = list.current;
    const item = chosen === null ? null : box?.querySelector('[aria-current]')?.closest('li');
    if (!box || !item) return;
    const { offsetTop, offsetHeight } = item;
    if (offsetTop < box.scrollTop) box.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = offsetTop + offsetHeight - box.clientHeight;
    }
  }, [list, chosen]);
}
