import { formatNumber, n } from '../../../lib/words.tsx';
import { useUnread } from './unread.ts';
import styles from './unread-count.module.css';

export default function UnreadCount() {
  const total = useUnread().data?.total ?? 0;
  if (total === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{total > 99 ? `${formatNumber(99)}+` : formatNumber(total)}</span>
      <span className="vh">{n(total, ', 1 new reply', ', {n} new replies')}</span>
    </span>
  );
}
