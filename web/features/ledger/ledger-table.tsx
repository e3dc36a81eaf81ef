import { Link } from 'react-router';
import type { LedgerEntry } from '../../../shared/credits.ts';
import { classNames } from '../../lib/class-names.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatNumber, p, t } from '../../lib/words.tsx';
import styles from './ledger-table.module.css';

export function LedgerTable({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <table className={styles.table}>
      <caption className="vh">{t('Every credit that came and went, newest first')}</caption>
      <thead>
        <tr>
          <th scope="col">{p('column of the ledger', 'For')}</th>
          <th scope="col" className={styles.number}>
            {t('Credits')}
          </th>
          <th scope="col" className={classNames(styles.number, styles.balance)}>
            {p('column of the ledger', 'Left')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Entry({ entry: { createdAt, delta, balance, title, detail, receiptId } }: { entry: LedgerEntry }) {
  return (
    <tr>
      <td>
        <b className={styles.title}>{title}</b>
        {detail ? <span className={styles.detail}>{detail}</span> : null}
        <span className={styles.foot}>
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          {receiptId ? (
            <Link to={`/receipts/${receiptId}`} aria-label={t('Receipt: {title}', { title })}>
              {t('Receipt')}
            </Link>
          ) : null}
        </span>
      </td>
      <td className={styles.number}>
        <b dir="ltr">{signed(delta)}</b>
      </td>
      <td className={classNames(styles.number, styles.balance)}>{formatNumber(balance)}</td>
    </tr>
  );
}

/** '+5' or '−1', with the minus sign U+2212, which screen readers read out. */
const signed = (delta: number): string =>
  delta < 0 ? `−${formatNumber(-delta)}` : `+${formatNumber(delta)}`;
