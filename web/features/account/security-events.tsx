import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { securityEventList } from '../../../shared/session.ts';
import { type Marked, msg } from '../../../shared/words.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { queryOf } from '../../lib/queries.ts';
import { formatNumber, t } from '../../lib/words.tsx';
import styles from './account.module.css';

type Event = z.infer<typeof securityEventList>[number];

const WHAT: Record<Event['kind'], string & Marked> = {
  'signed-in': msg('Signed in'),
  'wrong-password': msg('Wrong password'),
  'locked-out': msg('Refused for a while after many wrong passwords'),
  'link-mailed': msg('A link for a new password or to sign in was mailed to you'),
  'password-reset': msg('New password by a mailed link'),
  'password-changed': msg('Password changed'),
  'token-reused': msg('A browser was signed out because somebody may have copied its sign-in'),
};

export function SecurityEvents() {
  const { data: events } = useQuery({ ...queryOf('/api/security-events', securityEventList), gcTime: 0 });
  if (!events?.length) return null;
  return (
    <>
      <h3 className="mt5">{t('What happened lately')}</h3>
      <ul>
        {events.map(({ kind, count, lastAt }) => {
          const date = formatDateTime(lastAt);
          return (
            <li key={`${kind} ${lastAt}`} className={styles.session}>
              <div className={styles.what}>
                <p>{t(WHAT[kind])}</p>
                <p className="dim sm">{count === 1 ? date : `${formatNumber(count)} × · ${date}`}</p>
              </div>
            </li>
          );
        })}
      </ul>
      <p className="dim sm">{t('If any of this was not you, change your password.')}</p>
    </>
  );
}
