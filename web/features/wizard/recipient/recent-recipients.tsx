import { RECENT_RECIPIENTS } from '../../../../shared/limits.ts';
import type { Recipient } from '../../../../shared/recipients.ts';
import { Button } from '../../../components/button.tsx';
import entries from '../../../components/entry-list.module.css';
import { t } from '../../../lib/words.tsx';
import { useRecipients } from '../../recipients/recipients-query.ts';
import styles from './recent-recipients.module.css';

interface RecentRecipientsProps {
  chosenIds: (number | null)[];
  onChoose: (recipient: Recipient) => void;
}

export function RecentRecipients({ chosenIds, onChoose }: RecentRecipientsProps) {
  const { data, isError, isFetching, refetch } = useRecipients();
  if (isError) {
    return (
      <div className={styles.quiet}>
        <p>{t('Your recent recipients could not be fetched.')}</p>
        <Button variant="quiet" size="sm" busy={isFetching} onClick={() => refetch()}>
          {t('Retry')}
        </Button>
      </div>
    );
  }
  const recent = data?.slice(0, RECENT_RECIPIENTS) ?? [];
  return (
    <>
      <ul className={entries.list} aria-busy={!data}>
        {recent.map((recipient) => (
          <li key={recipient.id} className={entries.item}>
            <button
              type="button"
              className={entries.entry}
              aria-pressed={chosenIds.includes(recipient.id)}
              onClick={() => onChoose(recipient)}
            >
              <b className="two-lines" title={recipient.name}>
                <bdi>{recipient.name}</bdi>
              </b>
              <span className={entries.address}>
                <bdi>{recipient.email}</bdi>
              </span>
            </button>
          </li>
        ))}
        {recent.length === 0 ? <li className={`${entries.item} ${entries.emptyItem}`} /> : null}
      </ul>
      {data?.length === 0 ? (
        <p className={styles.quiet}>{t('People you write to will be kept here.')}</p>
      ) : null}
    </>
  );
}
