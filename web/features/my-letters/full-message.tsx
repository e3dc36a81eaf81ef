import type { Reply } from '../../../shared/conversations.ts';
import styles from './full-message.module.css';
import { hasMoreText } from './wording.ts';

/** Everything that was written, quotes and signature included, for who wants it; nothing when the body is all. */
export function FullMessage({ reply }: { reply: Pick<Reply, 'body' | 'fullText'> }) {
  if (!hasMoreText(reply)) return null;
  return (
    <details className={styles.full}>
      <summary>Show full message</summary>
      <p className={styles.text}>{reply.fullText}</p>
    </details>
  );
}
