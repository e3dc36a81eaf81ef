import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ConversationSummary } from '../../../../shared/conversations.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { messageForPerson } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/dates.ts';
import { useConversations } from '../letters-queries.ts';
import { LoadingLine } from '../loading-line.tsx';
import { conversationState, isSender, otherParty } from '../messages.ts';
import { countOf } from '../recipients-panel/recipient-groups.ts';
import holes from '../recipients-panel/recipient-list.module.css';
import { ConversationThread } from './conversation-thread.tsx';
import styles from './conversations-dialog.module.css';

interface LetterBoxProps {
  /** address of the signed-in person */
  ownEmail: string;
  onClose: () => void;
}

/** The 'Conversations' dialog: every conversation of the person's address, and one of them open. */
export function ConversationsDialog({ ownEmail, onClose }: LetterBoxProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const lastOpened = useRef<string | null>(null);
  const open = (id: string | null) => {
    lastOpened.current = openId;
    setOpenId(id);
  };
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title="Conversations"
      className={styles.dialog}
    >
      {openId === null ? (
        <ConversationList ownEmail={ownEmail} focused={lastOpened.current} onOpen={(id) => open(id)} />
      ) : (
        <ConversationThread conversationId={openId} ownEmail={ownEmail} onBack={() => open(null)} />
      )}
    </Dialog>
  );
}

interface ConversationListProps {
  ownEmail: string;
  /** conversation to hold the focus on return, if any */
  focused: string | null;
  onOpen: (conversationId: string) => void;
}

function ConversationList({ ownEmail, focused, onOpen }: ConversationListProps) {
  const conversations = useConversations(ownEmail);
  if (conversations.isPending) return <LoadingLine>Opening your letter box...</LoadingLine>;
  if (!conversations.data) {
    return (
      <Notice
        tone="error"
        title="Unable to open your letter box"
        actions={
          <Button
            variant="secondary"
            size="sm"
            busy={conversations.isFetching}
            onClick={() => conversations.refetch()}
          >
            Retry
          </Button>
        }
      >
        {messageForPerson(conversations.error, 'Your conversations could not be loaded.')}
      </Notice>
    );
  }
  if (conversations.data.length === 0) return <p className={styles.empty}>Your letter box is empty</p>;
  return (
    <>
      <ul className={holes.holes}>
        {conversations.data.map((conversation) => (
          <li className={holes.hole} key={conversation.id}>
            <ConversationEnvelope
              conversation={conversation}
              ownEmail={ownEmail}
              focused={conversation.id === focused}
              onOpen={() => onOpen(conversation.id)}
            />
          </li>
        ))}
      </ul>
      {conversations.hasNextPage ? (
        <MoreConversations
          failed={conversations.isFetchNextPageError}
          loading={conversations.isFetchingNextPage}
          onMore={conversations.fetchNextPage}
        />
      ) : null}
    </>
  );
}

interface MoreConversationsProps {
  failed: boolean;
  loading: boolean;
  onMore: () => Promise<unknown>;
}

/** Fetches what comes after as its button comes into sight; the button is there for when that fails. */
function MoreConversations({ failed, loading, onMore }: MoreConversationsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const more = useEffectEvent(() => {
    if (!loading && !failed) void onMore();
  });
  useEffect(() => {
    if (!button.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) more();
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, []);
  return (
    <Button
      ref={button}
      className={styles.more}
      variant="quiet"
      size="sm"
      busy={loading}
      onClick={() => void onMore()}
    >
      {failed ? 'Retry' : 'Show more conversations'}
    </Button>
  );
}

interface ConversationEnvelopeProps {
  conversation: ConversationSummary;
  ownEmail: string;
  focused: boolean;
  onOpen: () => void;
}

function ConversationEnvelope({ conversation, ownEmail, focused, onOpen }: ConversationEnvelopeProps) {
  const { messageCount, unread, lastMessageAt, senderName, recipientName } = conversation;
  // Empty when the sender has not verified it.
  const address = otherParty(conversation, ownEmail);
  const name = (isSender(conversation, ownEmail) ? recipientName : senderName).trim();
  const called = name || address || 'Address not verified';
  return (
    <button
      type="button"
      className={holes.mail}
      data-edges={Math.min(messageCount, 3)}
      ref={(button) => {
        if (focused) button?.focus();
      }}
      onClick={onOpen}
    >
      <b className="two-lines" title={called} dir="auto">
        {called}
      </b>
      <span className={holes.count}>
        {unread > 0 ? <b className={styles.unread}>{unread} new</b> : null}
        {countOf(messageCount, 'message')}
      </span>
      <span className={holes.address}>{conversationState(messageCount)}</span>
      <span className={holes.date}>{formatDate(lastMessageAt)}</span>
      {name ? (
        <span className={holes.address} dir="auto">
          {address || 'Address not verified'}
        </span>
      ) : null}
    </button>
  );
}
