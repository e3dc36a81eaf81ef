import { countOf } from '../recipients-panel/recipient-groups.ts';
import { useUnread } from './unread.ts';
import styles from './unread-count.module.css';

/** Beside a link to the letters: how many answers wait there; nothing when none does. */
export default function UnreadCount() {
  const total = useUnread().data?.total ?? 0;
  if (total === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{total > 99 ? '99+' : total}</span>
      <span className="vh">, {countOf(total, 'new reply')}</span>
    </span>
  );
}
