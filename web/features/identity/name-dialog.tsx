import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { NameForm } from './name-form.tsx';

interface NameDialogProps {
  /** why it is asked */
  description: string;
  onClose: () => void;
}

/** Asks for the name that letters carry; nobody has to answer. */
export function NameDialog({ description, onClose }: NameDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="What should your letters call you?"
      description={`${description} You can change it later on your account page.`}
      width={520}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Not now
        </Button>
      }
    >
      <NameForm onSaved={onClose} />
    </Dialog>
  );
}
