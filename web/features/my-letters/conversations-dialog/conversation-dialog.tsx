import { Dialog } from '../../../components/dialog.tsx';
import { t } from '../../../lib/words.tsx';
import { ConversationThread } from './conversation-thread.tsx';

interface ConversationDialogProps {
  conversationId: string;
  letterId: number;
  onClose: () => void;
}

/** One conversation over the page, with the focus in the answer field. */
export function ConversationDialog({ conversationId, letterId, onClose }: ConversationDialogProps) {
  return (
    <Dialog onClose={onClose} title={t('Conversation about letter #{number}', { number: String(letterId) })}>
      <ConversationThread conversationId={conversationId} answering />
    </Dialog>
  );
}
