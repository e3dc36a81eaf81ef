import { Dialog } from '../../../components/dialog.tsx';
import { t } from '../../../lib/words.tsx';
import { ConversationThread } from './conversation-thread.tsx';

interface ConversationDialogProps {
  conversationId: string;
  onClose: () => void;
}

/** One conversation over the page, with the focus in the answer field. */
export function ConversationDialog({ conversationId, onClose }: ConversationDialogProps) {
  return (
    <Dialog onClose={onClose} title={t('Conversation')}>
      <ConversationThread conversationId={conversationId} answering />
    </Dialog>
  );
}
