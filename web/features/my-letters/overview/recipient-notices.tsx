import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { STATUS } from '../../../../shared/letter-status.ts';
import { n, T, t } from '../../../lib/words.tsx';
import { mailboxPath } from '../chosen-recipient.ts';
import { isRecent } from '../letter-dates.ts';
import { useCorrespondents } from '../letters-queries.ts';
import { undeliveredLabel } from '../messages.ts';
import styles from './recipient-notices.module.css';

/** Recipients named at most; the recipient list marks all of them. */
const SHOWN = 5;

export function UndeliveredLetters() {
  const { data = [] } = useCorrespondents('');
  const undelivered = data.filter((person) => undeliveredLabel(person.lastLetterStatus) && isRecent(person));
  if (undelivered.length === 0) return null;
  const more = undelivered.length - SHOWN;
  return (
    <section className={styles.notices} aria-label={t('Letters that did not arrive')}>
      <h2>{t('Did not arrive')}</h2>
      <ul>
        {undelivered.slice(0, SHOWN).map(({ email, conversationId, name, lastLetterStatus }) => (
          <li key={email}>
            {lineOf(
              lastLetterStatus,
              <Link to={mailboxPath(conversationId)}>
                <bdi>{name.trim() || email}</bdi>
              </Link>,
            )}
          </li>
        ))}
        {more > 0 ? <li>{n(more, 'and {n} more', 'and {n} more')}</li> : null}
      </ul>
    </section>
  );
}

function lineOf(status: string, name: ReactNode): ReactNode {
  if (status === STATUS.bounced) return <T text="{name} came back" name={name} />;
  return status === STATUS.unsent ? (
    <T text="{name} not sent" name={name} />
  ) : (
    <T text="{name} not delivered" name={name} />
  );
}
