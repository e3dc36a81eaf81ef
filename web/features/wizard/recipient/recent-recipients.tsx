import { RECENT_RECIPIENTS } from '../../../../shared/limits.ts';
import type { Recipient } from '../../../../shared/recipients.ts';
import entries from '../../../components/entry-list.module.css';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { t } from '../../../lib/words.tsx';
import { useRecipients } from '../../recipients/recipients-query.ts';
import styles from './recent-recipients.module.css';

interface RecentRecipientsProps {
  chosenIds: (number | null)[];
  onChoose: (recipient: Recipient) => void;
}

export function RecentRecipients({ chosenIds, onChoose }: RecentRecipientsProps) {
  const recipients = useRecipients();
  const { data } = recipients;
  if (recipients.isError)
    return <ReadFailure query={recipients} title={t('Your recent recipients could not be fetched.')} />;
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
