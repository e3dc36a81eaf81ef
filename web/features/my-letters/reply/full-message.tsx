import type { Reply } from '../../../../shared/conversations.ts';
import { hasMoreText } from '../messages.ts';
import styles from './full-message.module.css';

/**
 * Everything that was written, quotes and signature included, for who wants it. A mail always has it: what we take
 * for the new text is a judgement, and the reader must be able to check it. What was typed here is whole as it is.
 */
export function FullMessage({ reply }: { reply: Reply }) {
  if (reply.origin !== 'mail' && !hasMoreText(reply)) return null;
  return (
    <details className={styles.full}>
      <summary>Show full message</summary>
      <div className={styles.message}>
        <p className={styles.head}>
          {reply.fromEmail ? `From: ${reply.fromEmail}\n` : ''}
          Subject: <bdi>{reply.subject || '(none)'}</bdi>
        </p>
        <p className={styles.text} dir="auto">
          {reply.fullText || 'There was no text in this message.'}
        </p>
      </div>
    </details>
  );
}
