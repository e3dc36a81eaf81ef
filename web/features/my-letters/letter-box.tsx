import { useRef, useState } from 'react';
import type { ConversationSummary } from '../../../shared/conversations.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { messageForPerson } from '../../lib/api.ts';
import { formatDate } from '../../lib/dates.ts';
import { ConversationThread } from './conversation-thread.tsx';
import styles from './letter-box.module.css';
import { useConversations } from './letters-queries.ts';
import holes from './pigeonholes.module.css';
import { countOf, type RecipientGroup, recipientKey } from './recipient-groups.ts';
import { RuledLine } from './ruled-line.tsx';
import { conversationState, otherParty } from './wording.ts';

interface LetterBoxProps {
  /** address of the signed-in person */
  ownEmail: string;
  /** names for addresses the person has written to */
  groups: readonly RecipientGroup[];
  onClose: () => void;
}

/** The 'Conversations' dialog: every conversation of the person's address, and one of them open. */
export function LetterBox({ ownEmail, groups, onClose }: LetterBoxProps) {
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
        <ConversationList
          ownEmail={ownEmail}
          groups={groups}
          focused={lastOpened.current}
          onOpen={(id) => open(id)}
        />
      ) : (
        <ConversationThread conversationId={openId} ownEmail={ownEmail} onBack={() => open(null)} />
      )}
    </Dialog>
  );
}

interface ConversationListProps extends Omit<LetterBoxProps, 'onClose'> {
  /** conversation to hold the focus on return, if any */
  focused: string | null;
  onOpen: (conversationId: string) => void;
}

function ConversationList({ ownEmail, groups, focused, onOpen }: ConversationListProps) {
  const conversations = useConversations(ownEmail);
  if (conversations.isPending) return <RuledLine>Opening your letter box...</RuledLine>;
  if (!conversations.data) {
    return (
      <Notice
        tone="bad"
        title="Unable to open your letter box"
        actions={
          <Button
            variant="line"
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
  const names = new Map(groups.map((group) => [group.key, group.name]));
  return (
    <ul className={holes.holes}>
      {conversations.data.map((conversation) => (
        <li className={holes.hole} key={conversation.id}>
          <ConversationEnvelope
            conversation={conversation}
            address={otherParty(conversation, ownEmail)}
            name={names.get(recipientKey(otherParty(conversation, ownEmail)))}
            focused={conversation.id === focused}
            onOpen={() => onOpen(conversation.id)}
          />
        </li>
      ))}
    </ul>
  );
}

interface ConversationEnvelopeProps {
  conversation: ConversationSummary;
  /** empty when the sender has not verified it */
  address: string;
  name: string | undefined;
  focused: boolean;
  onOpen: () => void;
}

function ConversationEnvelope({ conversation, address, name, focused, onOpen }: ConversationEnvelopeProps) {
  return (
    <button
      type="button"
      className={holes.mail}
      data-edges={Math.min(conversation.messageCount, 3)}
      ref={(button) => {
        if (focused) button?.focus();
      }}
      onClick={onOpen}
    >
      <b>{name ?? (address || 'Address not verified')}</b>
      <span className={holes.count}>{countOf(conversation.messageCount, 'message')}</span>
      <span className={holes.address}>{conversationState(conversation.messageCount)}</span>
      <span className={holes.date}>{formatDate(conversation.lastMessageAt)}</span>
      {name && address ? <span className={holes.address}>{address}</span> : null}
    </button>
  );
}
