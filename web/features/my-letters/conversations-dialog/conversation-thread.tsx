import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { muteBody, type Reply, type Thread } from '../../../../shared/conversations.ts';
import { templateLabel } from '../../../../shared/templates.ts';
import { calledName, messageOf } from '../../../../templates/message.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Icon } from '../../../components/icon.tsx';
import { MailSubject } from '../../../components/mail-subject.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { write } from '../../../lib/api.ts';
import { formatDateTime, formatLetterDay } from '../../../lib/dates.ts';
import { focusAtFirst } from '../../../lib/focus-at-first.ts';
import { useInvalidation } from '../../../lib/queries.ts';
import { useAction } from '../../../lib/use-action.ts';
import { currentWords, t } from '../../../lib/words.tsx';
import { usePerson } from '../../identity/use-person.ts';
import { AnswerBox } from '../answer/answer-box.tsx';
import details from '../letter/letter-details.module.css';
import { timeOf } from '../letter-dates.ts';
import { useThread } from '../letters-queries.ts';
import { LoadingLine } from '../loading-line.tsx';
import { otherParty, replyTitle, viaProvider } from '../messages.ts';
import { NoteLine } from '../note/note-line.tsx';
import { photoSetOfLetter } from '../photos/photo-set.ts';
import { PhotoSetViewer } from '../photos/photo-set-viewer.tsx';
import { PhotoThumbnails } from '../photos/photo-thumbnails.tsx';
import { LetterReader } from '../reader/lazy-letter-reader.ts';
import { NewMark } from '../reply/new-mark.tsx';
import { ReplyContents } from '../reply/reply-contents.tsx';
import { useMarkRead, useNewReplies } from '../unread/unread.ts';
import styles from './conversation-thread.module.css';
import mute from './mute-switch.module.css';
import { ReportLetter } from './report-letter.tsx';
import { SimulateReplyShortcut } from './simulate-reply-dialog.tsx';

interface ConversationThreadProps {
  conversationId: string;
  onBack?: () => void;
  answering?: boolean;
}

export function ConversationThread(props: ConversationThreadProps) {
  const { conversationId, onBack, answering = false } = props;
  const thread = useThread(conversationId);
  const answer = useRef<HTMLTextAreaElement>(null);
  const shown = thread.data !== undefined;
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
          <Button className="outdent" variant="quiet" size="sm" ref={focusAtFirst} onClick={onBack}>
            <Icon name="back" />
            {t('All conversations')}
          </Button>
        ) : null}
        {shown && !answering ? (
          <Button className="push" variant="secondary" size="sm" onClick={toAnswer}>
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
  const { letter, replies, olderLeftOut, notes, role, muted, answered } = thread;
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
      {role === 'recipient' || (answered && replies.some(({ own }) => !own)) ? (
        <ReportLetter letterId={letter.id} name={other} answers={role !== 'recipient'} />
      ) : null}
      <SimulateReplyShortcut conversationId={conversationId} recipientEmail={letter.recipientEmail} />
    </>
  );
}

function ThreadLetter({ letter }: { letter: Thread['letter'] & { conversationId: string } }) {
  const [opened, setOpened] = useState<number | null>(null);
  const [reading, setReading] = useState(false);
  const message = messageOf(letter).trim();
  return (
    <article aria-label={t('Letter of {date}', { date: formatLetterDay(letter.createdAt) })}>
      <dl className="facts">
        <dt>{t('From')}</dt>
        <dd>
          <bdi>{letter.senderEmail || letter.senderName || t('Address not confirmed')}</bdi>
        </dd>
        <dt>{t('To')}</dt>
        <dd>
          <bdi>{letter.recipientEmail}</bdi>
        </dd>
        <dt>{t('Template')}</dt>
        <dd>{templateLabel(letter.template, currentWords())}</dd>
        <dt>{t('Date')}</dt>
        <dd>{formatDateTime(letter.createdAt)}</dd>
      </dl>
      {message ? (
        <p className={`letter ${details.message}`} dir="auto">
          {message}
        </p>
      ) : null}
      <div className="mt4">
        <PhotoThumbnails photos={letter.photos} onOpen={setOpened} />
      </div>
      <Button variant="secondary" size="sm" className="mt4" onClick={() => setReading(true)}>
        {t('Read the letter')}
      </Button>
      {reading ? <LetterReader letter={letter} onClose={() => setReading(false)} /> : null}
      {opened !== null ? (
        <PhotoSetViewer photoSet={photoSetOfLetter(letter)} position={opened} onMove={setOpened} />
      ) : null}
    </article>
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

interface MuteSwitchProps {
  conversationId: string;
  muted: boolean;
  name: string;
}

function MuteSwitch({ conversationId, muted, name }: MuteSwitchProps) {
  const { emailVerified } = usePerson();
  const invalidate = useInvalidation();
  const { run, busy, failure } = useAction('The conversation could not be muted or unmuted', async () => {
    const path = `/api/conversations/${encodeURIComponent(conversationId)}/mute`;
    await write('POST', path, { muted: !muted }, muteBody);
    await invalidate('mute');
  });
  return (
    <div className={mute.mute}>
      <p role="status">
        {muted
          ? t('Muted: what {name} answers shows here, and no e-mail about it comes to you.', { name })
          : emailVerified
            ? t('What {name} answers shows here and also comes to you by e-mail.', { name })
            : t(
                'What {name} answers shows here; once your address is confirmed, it also comes to you by e-mail.',
                { name },
              )}
      </p>
      {muted || emailVerified ? (
        <Button variant="secondary" size="sm" busy={busy} onClick={() => run()}>
          {muted ? t('Unmute conversation') : t('Mute conversation')}
        </Button>
      ) : null}
      <Failure error={failure} what={t('Nothing was changed.')} />
    </div>
  );
}

interface ConversationDialogProps {
  conversationId: string;
  answering?: boolean;
  onClose: () => void;
}

export function ConversationDialog({ conversationId, answering = true, onClose }: ConversationDialogProps) {
  return (
    <Dialog onClose={onClose} title={t('Conversation')}>
      <ConversationThread conversationId={conversationId} answering={answering} />
    </Dialog>
  );
}
