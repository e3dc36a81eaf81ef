import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { STATUS } from '../../../../shared/letter-status.ts';
import { letterList } from '../../../../shared/letters.ts';
import { read } from '../../../lib/api.ts';
import { t } from '../../../lib/words.tsx';
import { arrivalInWords, daysLeft, ownTimeInWords } from '../../arrival/arrival-words.ts';
import { WaitingActions } from '../../arrival/waiting-actions.tsx';
import { recipientKey } from '../../recipients/recipient-key.ts';
import { mailboxPath } from '../chosen-recipient.ts';
import styles from './waiting-letters.module.css';

/** Letters that wait for their day, the next one first; nothing when there are none. */
export function WaitingLetters() {
  const { data = [] } = useQuery({
    queryKey: ['/api/letters', 'waiting'],
    queryFn: () => read('/api/letters?waiting=true', letterList),
    refetchOnMount: 'always',
  });
  const list = useFocusOfNext();
  if (data.length === 0) return null;
  return (
    <section className={styles.waiting} aria-labelledby="waiting-letters">
      <h2 id="waiting-letters">{t('Waiting for their day')}</h2>
      <ul {...list}>
        {data.map(({ id, recipientName, recipientEmail, status, statusReason, arrival }) =>
          arrival ? (
            <li key={id}>
              <p>
                <Link to={mailboxPath(recipientKey(recipientEmail))}>
                  <bdi>{recipientName.trim() || recipientEmail}</bdi>
                </Link>{' '}
                <b>{daysLeft(arrival)}</b>
              </p>
              <p className="dim">
                {[arrivalInWords(arrival), ownTimeInWords(arrival)].filter(Boolean).join(' · ')}
              </p>
              {status === STATUS.sealed ? <p>{statusReason}</p> : null}
              <WaitingActions letter={{ id, recipientName, arrival }} />
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}

/** Where the row that has the focus leaves the list, the next one gets it, or the page after the last. */
function useFocusOfNext() {
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef(-1);
  useEffect(() => {
    if (focused.current < 0 || document.activeElement !== document.body) return;
    const left = list.current?.children ?? [];
    const next = left[Math.min(focused.current, left.length - 1)]?.querySelector<HTMLElement>('a');
    focused.current = -1;
    (next ?? document.getElementById('main'))?.focus({ preventScroll: true });
  });
  return {
    ref: list,
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      focused.current = [...currentTarget.children].findIndex((row) => row.contains(target));
    },
    // A row that is taken away with the focus reports no blur.
    onBlur: () => {
      focused.current = -1;
    },
  };
}
