import { Dialog } from '../../../components/dialog.tsx';
import { t } from '../../../lib/words.tsx';
import { ConversationThread } from './conversation-thread.tsx';

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
