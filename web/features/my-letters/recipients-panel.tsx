import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { formatDate } from '../../lib/dates.ts';
import { mailboxPath } from './chosen-recipient.ts';
import holes from './pigeonholes.module.css';
import { countOf, type RecipientGroup, searchRecipients } from './recipient-groups.ts';
import styles from './recipients-panel.module.css';

/** Empty pigeonholes that stand in for people while there are none. */
const EMPTY_HOLES = ['first', 'second', 'third', 'fourth'];

interface RecipientsPanelProps {
  groups: readonly RecipientGroup[];
  /** letters to everyone together */
  total: number;
  /** key of the chosen recipient; null for All Letters */
  chosen: string | null;
  /** beside the heading */
  action: ReactNode;
}

/** Everyone written to, as envelopes in pigeonholes (spec section 2, /my-letters). */
export function RecipientsPanel({ groups, total, chosen, action }: RecipientsPanelProps) {
  const [text, setText] = useState('');
  const found = searchRecipients(groups, text);
  const headingId = useId();
  const list = useListThatShows(chosen);
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
          placeholder="Search recipients..."
          aria-label="Search recipients"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <p className="vh" role="status">
        {text.trim() ? `${countOf(found.length, 'recipient')} found` : ''}
      </p>
      <ul className={`${holes.holes} ${styles.scroll}`} ref={list}>
        <li className={holes.hole}>
          <Link
            className={`${holes.mail} ${holes.all}`}
            to={mailboxPath()}
            aria-current={chosen === null || undefined}
          >
            <b>All Letters</b>
            <span className={holes.count}>{total}</span>
          </Link>
        </li>
        {found.map((group) => (
          <li className={holes.hole} key={group.key}>
            <RecipientEnvelope group={group} chosen={group.key === chosen} />
          </li>
        ))}
        {groups.length === 0
          ? EMPTY_HOLES.map((name) => (
              <li className={`${holes.hole} ${holes.empty}`} key={name} aria-hidden="true" />
            ))
          : null}
      </ul>
      {groups.length > 0 && found.length === 0 ? (
        <p className={styles.nobody}>Nobody with “{text.trim()}” in their name or address.</p>
      ) : null}
    </nav>
  );
}

function RecipientEnvelope({ group, chosen }: { group: RecipientGroup; chosen: boolean }) {
  return (
    <Link
      className={holes.mail}
      to={mailboxPath(group.key)}
      data-recipient={group.key}
      data-edges={Math.min(group.letterCount, 3)}
      aria-current={chosen || undefined}
    >
      <b>{group.name}</b>
      <span className={holes.count}>{countOf(group.letterCount, 'letter')}</span>
      <span className={holes.address}>{group.email}</span>
      <span className={holes.date}>{group.lastSentAt ? formatDate(group.lastSentAt) : 'Not sent yet'}</span>
    </Link>
  );
}

/** A list that scrolls to its chosen entry, and never scrolls the page for it. */
function useListThatShows(chosen: string | null) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new choice is what moves the list
  useEffect(() => {
    const hole = list.current?.querySelector('[aria-current]')?.closest('li');
    if (!list.current || !hole) return;
    const above = hole.offsetTop - list.current.scrollTop;
    if (above < 0 || above + hole.offsetHeight > list.current.clientHeight) {
      list.current.scrollTop = hole.offsetTop - list.current.clientHeight / 3;
    }
  }, [chosen]);
  return list;
}
