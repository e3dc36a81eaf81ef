import { useEffect, useRef } from 'react';
import { personalise } from '../../../papers/message.ts';
import type { Reply, Thread } from '../../../shared/conversations.ts';
import { paperLabel } from '../../../shared/papers.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import styles from './conversation-thread.module.css';
import { FullMessage } from './full-message.tsx';
import { useThread } from './letters-queries.ts';
import { RuledLine } from './ruled-line.tsx';
import { isSender, providerBadge, replyTitle } from './wording.ts';

interface ConversationThreadProps {
  conversationId: string;
  /** address of the signed-in person */
  ownEmail: string;
  onBack: () => void;
}

/** One conversation in the letter box: the letter that began it, then its replies, oldest first. */
export function ConversationThread({ conversationId, ownEmail, onBack }: ConversationThreadProps) {
  const thread = useThread(conversationId);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <>
      <Button className={styles.back} variant="bare" size="sm" ref={back} onClick={onBack}>
        <Icon name="back" />
        All conversations
      </Button>
      {thread.isPending ? <RuledLine>Opening the letter...</RuledLine> : null}
      {thread.isError && !thread.data ? (
        <Notice
          tone="bad"
          title="Unable to open letter"
          actions={
            <Button variant="line" size="sm" busy={thread.isFetching} onClick={() => thread.refetch()}>
              Retry
            </Button>
          }
        >
          This conversation thread could not be loaded
        </Notice>
      ) : null}
      {thread.data ? <ThreadPages thread={thread.data} ownEmail={ownEmail} /> : null}
    </>
  );
}

function ThreadPages({ thread: { letter, replies }, ownEmail }: { thread: Thread; ownEmail: string }) {
  const readerIsSender = isSender(letter, ownEmail);
  const message = personalise(letter.emailMessage, letter.recipientName).trim();
  return (
    <>
      <article className={styles.letter} aria-label={`Letter #${letter.id}`}>
        <dl className={styles.manifest}>
          <dt>From</dt>
          <dd>{letter.senderEmail || 'Address not verified'}</dd>
          <dt>To</dt>
          <dd>{letter.recipientEmail}</dd>
          <dt>Template</dt>
          <dd>{paperLabel(letter.template)}</dd>
          <dt>Date</dt>
          <dd>{formatDateTime(letter.createdAt)}</dd>
        </dl>
        {message ? <p className={`letter ${styles.message}`}>{message}</p> : null}
      </article>
      {replies.length === 0 ? <p className={styles.none}>No replies yet</p> : null}
      <ol className={styles.replies}>
        {replies.map((reply) => (
          <li key={reply.id}>
            <ThreadReply reply={reply} title={replyTitle(reply, readerIsSender)} />
          </li>
        ))}
      </ol>
    </>
  );
}

function ThreadReply({ reply, title }: { reply: Reply; title: string }) {
  return (
    <article className={styles.reply} data-own={title === 'Your Reply' || undefined}>
      <header className={styles.head}>
        <h3>{title}</h3>
        <span className={styles.address}>{reply.fromEmail}</span>
        <time dateTime={reply.createdAt}>{formatDateTime(reply.createdAt)}</time>
        <span>via {providerBadge(reply.emailProvider)}</span>
      </header>
      {reply.subject ? <p className={styles.subject}>{reply.subject}</p> : null}
      <p className={styles.text}>{reply.body}</p>
      <FullMessage reply={reply} />
      {reply.fromAnotherAddress ? (
        <p className={styles.note}>This came from another address than the one written to.</p>
      ) : null}
    </article>
  );
}
