import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Reply, Thread } from '../../../../shared/conversations.ts';
import { calledName } from '../../../../templates/message.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { MailSubject } from '../../../components/mail-subject.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { formatDateTime } from '../../../lib/dates.ts';
import { t } from '../../../lib/words.tsx';
import { usePerson } from '../../identity/use-person.ts';
import { AnswerBox } from '../answer/answer-box.tsx';
import { timeOf } from '../letter-dates.ts';
import { useThread } from '../letters-queries.ts';
import { LoadingLine } from '../loading-line.tsx';
import { otherParty, replyTitle, viaProvider } from '../messages.ts';
import { NoteLine } from '../note/note-line.tsx';
import { NewMark } from '../reply/new-mark.tsx';
import { ReplyContents } from '../reply/reply-contents.tsx';
import { useMarkRead, useNewReplies } from '../unread/unread.ts';
import styles from './conversation-thread.module.css';
import { MuteSwitch } from './mute-switch.tsx';
import { ReportLetter } from './report-letter.tsx';
import { SimulateReplyShortcut } from './simulate-reply-dialog.tsx';
import { ThreadLetter } from './thread-letter.tsx';

interface ConversationThreadProps {
  conversationId: string;
  onBack?: () => void;
  answering?: boolean;
}

export function ConversationThread(props: ConversationThreadProps) {
  const { conversationId, onBack, answering = false } = props;
  const thread = useThread(conversationId);
  const back = useRef<HTMLButtonElement>(null);
  const answer = useRef<HTMLTextAreaElement>(null);
  const shown = thread.data !== undefined;
  useEffect(() => {
    if (!answering) back.current?.focus();
  }, [answering]);
  const toAnswer = () => {
    answer.current?.focus({ preventScroll: true });
    // The whole form, above a phone's keyboard; focus alone shows the first line of the field.
    answer.current?.form?.scrollIntoView({ block: 'start' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the letter is shown
  useEffect(() => {
    if (answering && shown) toAnswer();
  }, [answering, shown]);
  return (
    <>
      <div className={styles.bar}>
        {onBack ? (
          <Button className="outdent" variant="quiet" size="sm" ref={back} onClick={onBack}>
            <Icon name="back" />
            {t('All conversations')}
          </Button>
        ) : null}
        {shown && !answering ? (
          <Button className={'push'} variant="secondary" size="sm" onClick={toAnswer}>
            {t('Write an answer')}
          </Button>
        ) : null}
      </div>
      {thread.isPending ? <LoadingLine>{t('Opening the letter...')}</LoadingLine> : null}
      {thread.data ? (
        <ThreadContents thread={thread.data} conversationId={conversationId} answer={answer} />
      ) : (
        <ReadFailure query={thread} title={t('Unable to open letter')}>
          {t('This conversation thread could not be loaded')}
        </ReadFailure>
      )}
    </>
  );
}

interface ThreadContentsProps {
  thread: Thread;
  conversationId: string;
  answer: RefObject<HTMLTextAreaElement | null>;
}

function ThreadContents({ thread, conversationId, answer }: ThreadContentsProps) {
  const { letter, replies, olderLeftOut, notes, role, muted } = thread;
  const entries = [...replies, ...notes].sort((a, b) => timeOf(a.createdAt) - timeOf(b.createdAt));
  const { uid } = usePerson();
  const newReplies = useNewReplies(replies);
  const markRead = useMarkRead();
  const { name, address } = otherParty(role, letter);
  const greetingName = role === 'sender' ? letter.greetingName : '';
  const other = calledName({ name, greetingName }) || address || t('the sender');
  return (
    <>
      <ThreadLetter letter={{ ...letter, conversationId }} />
      {replies.length === 0 ? <p className="apart dim">{t('No replies yet')}</p> : null}
      {olderLeftOut ? (
        <p className="apart dim">
          {t('The oldest answers are left out here. A saved copy has all of them.')}
        </p>
      ) : null}
      <ol className="stack mt5">
        {entries.map((entry) => (
          <li key={entry.id}>
            {'kind' in entry ? (
              <NoteLine note={entry} viewer={role} other={other} />
            ) : (
              <ThreadReply
                reply={entry}
                conversationId={conversationId}
                mark={
                  newReplies.has(entry.id) ? (
                    <NewMark unread={entry.unread} onSeen={() => markRead(conversationId)} />
                  ) : null
                }
              />
            )}
          </li>
        ))}
      </ol>
      <AnswerBox conversationId={conversationId} uid={uid} name={other} field={answer} />
      <MuteSwitch conversationId={conversationId} muted={muted} name={other} />
      {role === 'recipient' || replies.some(({ own }) => !own) ? (
        <ReportLetter letterId={letter.id} name={other} answers={role !== 'recipient'} />
      ) : null}
      <SimulateReplyShortcut conversationId={conversationId} recipientEmail={letter.recipientEmail} />
    </>
  );
}

interface ThreadReplyProps {
  reply: Reply;
  conversationId: string;
  mark: ReactNode;
}

function ThreadReply({ reply, conversationId, mark }: ThreadReplyProps) {
  return (
    <article className={styles.reply} data-own={reply.own || undefined}>
      {mark}
      <header className={styles.head}>
        <h3>{replyTitle(reply)}</h3>
        <span>{reply.fromEmail}</span>
        <time dateTime={reply.createdAt}>{formatDateTime(reply.createdAt)}</time>
        <span>{viaProvider(reply.emailProvider)}</span>
      </header>
      {reply.subject ? (
        <p className={styles.subject} dir="auto">
          <MailSubject subject={reply.subject} />
        </p>
      ) : null}
      <div className={styles.contents}>
        <ReplyContents reply={reply} conversationId={conversationId} />
      </div>
    </article>
  );
}
