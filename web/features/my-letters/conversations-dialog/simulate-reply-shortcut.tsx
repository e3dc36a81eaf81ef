import { useEffect, useEffectEvent, useState } from 'react';
import { useClientConfig } from '../../../lib/client-config.tsx';
import { SimulateReplyDialog } from './simulate-reply-dialog.tsx';

interface SimulatedReplyProps {
  conversationId: string;
  recipientEmail: string;
}

/** Where tests' own routes are, Alt+Shift+R opens what no button does (spec section 2). */
export function SimulateReplyShortcut({ conversationId, recipientEmail }: SimulatedReplyProps) {
  const { testRoutes } = useClientConfig();
  const [open, setOpen] = useState(false);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // The code and not the key: with Alt some keyboards write another letter.
    if (event.altKey && event.shiftKey && event.code === 'KeyR') setOpen(true);
  });
  useEffect(() => {
    if (!testRoutes) return;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [testRoutes]);
  if (!open) return null;
  return (
    <SimulateReplyDialog
      conversationId={conversationId}
      fromEmail={recipientEmail}
      onClose={() => setOpen(false)}
    />
  );
}
