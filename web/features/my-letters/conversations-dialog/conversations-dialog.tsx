import { useRef, useState } from 'react';
import type { ConversationSummary } from '../../../../shared/conversations.ts';
import { useCloseOnBack } from '../../../components/close-on-back.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { messageForPerson } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/dates.ts';
import { focusAtFirst } from '../../../lib/focus-at-first.ts';
import { n, t } from '../../../lib/words.tsx';
import { useConversations } from '../letters-queries.ts';
import { LoadMore } from '../load-more.tsx';
import { LoadingLine } from '../loading-line.tsx';
import { conversationState, otherParty } from '../messages.ts';
import { EntryPicture } from '../recipients-panel/entry-picture.tsx';
import entry from '../recipients-panel/recipient-entry.module.css';
import list from '../recipients-panel/recipients-list.module.css';
import { ConversationThread } from './conversation-thread.tsx';
import styles from './conversations-dialog.module.css';

export function ConversationsDialog({ ownEmail, onClose }: { ownEmail: string; onClose: () => void }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const lastOpened = useRef<string | null>(null);
  const open = (id: string | null) => {
    lastOpened.current = openId;
    setOpenId(id);
  };
  // Back returns from a conversation to the list, then closes the dialog.
  useCloseOnBack(openId !== null, () => open(null));
  return (
    <Dialog onClose={onClose} title={t('Conversations')} className={styles.dialog}>
      {openId === null ? (
        <ConversationList ownEmail={ownEmail} focused={lastOpened.current} onOpen={open} />
      ) : (
        <ConversationThread conversationId={openId} onBack={() => open(null)} />
      )}
    </Dialog>
  );
}

interface ConversationListProps {
  ownEmail: string;
  focused: string | null;
  onOpen: (conversationId: string) => void;
}

function ConversationList({ ownEmail, focused, onOpen }: ConversationListProps) {
  const conversations = useConversations(ownEmail);
  if (conversations.isPending) return <LoadingLine>{t('Opening your letter box...')}</LoadingLine>;
  if (!conversations.data) {
    return (
      <ReadFailure query={conversations} title={t('Unable to open your letter box')}>
        {messageForPerson(conversations.error, t('Your conversations could not be loaded.'))}
      </ReadFailure>
    );
  }
  if (conversations.data.length === 0) return <p className={styles.empty}>{t('Your letter box is empty')}</p>;
  return (
    <>
      <ul className={styles.list}>
        {conversations.data.map((conversation) => (
          <li className={list.item} key={conversation.id}>
            <ConversationEntry
              conversation={conversation}
              focused={conversation.id === focused}
              onOpen={() => onOpen(conversation.id)}
            />
          </li>
        ))}
      </ul>
      <LoadMore query={conversations} label={t('Show more conversations')} className="mt3" />
    </>
  );
}

interface ConversationEntryProps {
  conversation: ConversationSummary;
  focused: boolean;
  onOpen: () => void;
}

function ConversationEntry({ conversation, focused, onOpen }: ConversationEntryProps) {
  const { messageCount, unread, lastMessageAt, photo } = conversation;
  const { name, address } = otherParty(conversation.role, conversation);
  const title = name || address || t('Address not confirmed');
  return (
    <button type="button" className={entry.entry} ref={focused ? focusAtFirst : undefined} onClick={onOpen}>
      <EntryPicture photo={photo} />
      <span className={entry.who}>
        <b className="called anywhere two-lines" title={title}>
          <bdi>{title}</bdi>
        </b>
        {unread > 0 ? <span className={entry.unread}>{n(unread, '{n} new', '{n} new')}</span> : null}
      </span>
      <span className={entry.words}>{conversationState(messageCount)}</span>
      <span className={entry.address}>
        {n(messageCount, '1 message', '{n} messages')}
        {name ? (
          <>
            {' · '}
            <bdi>{address || t('Address not confirmed')}</bdi>
          </>
        ) : null}
      </span>
      <span className={entry.date}>{formatDate(lastMessageAt)}</span>
    </button>
  );
}
