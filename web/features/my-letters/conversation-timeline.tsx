import { useState } from 'react';
import type { Letter } from '../../../shared/letters.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { messageForPerson } from '../../lib/api.ts';
import { mailboxPath } from './chosen-recipient.ts';
import styles from './conversation-timeline.module.css';
import { EmptyMailbox } from './empty-mailbox.tsx';
import { LetterCard } from './letter-card.tsx';
import { LetterDetails } from './letter-details.tsx';
import { useReplies } from './letters-queries.ts';
import { PhotoViewer } from './photo-viewer.tsx';
import { countOf, lettersTo } from './recipient-groups.ts';
import { ReplyCard } from './reply-card.tsx';
import { RuledLine } from './ruled-line.tsx';
import { mergeTimeline } from './timeline-items.ts';
import { Twine } from './twine.tsx';

interface ConversationTimelineProps {
  /** all of the person's letters */
  letters: readonly Letter[];
  /** key of the chosen recipient */
  recipient: string;
}

/** Letters to one recipient and the replies, newest first (spec section 2, /my-letters). */
export function ConversationTimeline({ letters, recipient }: ConversationTimelineProps) {
  const own = lettersTo(letters, recipient);
  const newest = own[0];
  return (
    <section className={styles.conversation} id="conversation">
      <ButtonLink className={styles.back} variant="bare" size="sm" to={mailboxPath()}>
        <Icon name="back" />
        Back to Mailbox
      </ButtonLink>
      {newest ? (
        <>
          <div className={styles.lead}>
            <h1 tabIndex={-1}>{newest.recipientName.trim() || newest.recipientEmail}</h1>
            <p className="dim">{newest.recipientEmail}</p>
          </div>
          <Bundle letters={own} recipient={recipient} />
        </>
      ) : (
        <EmptyMailbox />
      )}
    </section>
  );
}

/** What lies open over the timeline: a letter's details, a photo of it, or the photo over the details. */
type Opened = { letterId: number; details: boolean; photo: number | null };

function Bundle({ letters, recipient }: ConversationTimelineProps) {
  const replies = useReplies(recipient);
  const [opened, setOpened] = useState<Opened | null>(null);
  const letter = letters.find(({ id }) => id === opened?.letterId);

  if (replies.isPending) return <RuledLine>Untying the bundle...</RuledLine>;
  const items = mergeTimeline(letters, replies.data ?? []);
  return (
    <>
      <p className="vh" role="status">
        {countOf(letters.length, 'letter')}, {countOf(replies.data?.length ?? 0, 'reply')}
      </p>
      {replies.isError ? (
        <Notice
          className={styles.notice}
          tone="bad"
          title="The replies could not be loaded"
          actions={
            <Button variant="line" size="sm" busy={replies.isFetching} onClick={() => replies.refetch()}>
              Retry
            </Button>
          }
        >
          {messageForPerson(replies.error, 'Your letters are all here.')}
        </Notice>
      ) : null}
      <Twine>
        {items.map((item) => (
          <li className={styles[item.kind]} data-own={isOwnReply(item) || undefined} key={item.key}>
            {item.kind === 'reply' ? (
              <ReplyCard reply={item.reply} />
            ) : (
              <LetterCard
                letter={item.letter}
                onDetails={() => setOpened({ letterId: item.letter.id, details: true, photo: null })}
                onPhoto={(photo) => setOpened({ letterId: item.letter.id, details: false, photo })}
              />
            )}
          </li>
        ))}
      </Twine>
      {opened?.details && letter ? (
        <LetterDetails
          letter={letter}
          onPhoto={(photo) => setOpened({ ...opened, photo })}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {opened && opened.photo !== null && letter ? (
        <PhotoViewer
          letter={letter}
          position={opened.photo}
          onMove={(photo) => setOpened({ ...opened, photo })}
          onClose={() => setOpened(opened.details ? { ...opened, photo: null } : null)}
        />
      ) : null}
    </>
  );
}

function isOwnReply(item: ReturnType<typeof mergeTimeline>[number]): boolean {
  return item.kind === 'reply' && item.reply.isFromOriginalSender;
}
