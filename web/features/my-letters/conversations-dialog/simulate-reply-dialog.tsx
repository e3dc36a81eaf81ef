import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { simulateReplyAnswer } from '../../../../shared/conversations.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Field } from '../../../components/field.tsx';
import { messageForPerson, write } from '../../../lib/api.ts';
import styles from './simulate-reply-dialog.module.css';

interface SimulateReplyDialogProps {
  conversationId: string;
  /** whose reply is simulated, to begin with */
  fromEmail: string;
  onClose: () => void;
}

/** Lets a mail arrive as if somebody had answered. For tests: reachable by no visible button (spec section 2). */
export function SimulateReplyDialog({ conversationId, fromEmail, onClose }: SimulateReplyDialogProps) {
  const queryClient = useQueryClient();
  const [from, setFrom] = useState(fromEmail);
  const [body, setBody] = useState('');
  const simulate = useMutation({
    mutationFn: () =>
      write(
        'POST',
        '/api/test/simulate-reply',
        { conversationId, fromEmail: from, body },
        simulateReplyAnswer,
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['/api/conversations'] });
      await queryClient.invalidateQueries({ queryKey: ['/api/replies'] });
      onClose();
    },
    onError: (cause) => console.error('The reply was not simulated', cause),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    simulate.mutate();
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Simulate Reply" width={560} holdsWork>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field label="From">
          {(control) => (
            <input {...control} type="email" value={from} onChange={(event) => setFrom(event.target.value)} />
          )}
        </Field>
        <Field
          label="Reply"
          error={
            simulate.isError ? messageForPerson(simulate.error, 'The reply could not be simulated.') : null
          }
        >
          {(control) => (
            <textarea
              {...control}
              rows={6}
              dir="auto"
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={simulate.isPending} disabled={body.trim() === ''}>
          Simulate Reply
        </Button>
      </form>
    </Dialog>
  );
}
