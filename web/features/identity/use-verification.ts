import { useState } from 'react';
import { useToast } from '../../components/toast.tsx';
import { signInSentence } from './sign-in-errors.ts';
import { useIdentity, usePerson } from './use-person.ts';

/** Mails the verification link once more, and says how that went. */
export function useVerification(): { busy: boolean; resend: () => Promise<void> } {
  const { email } = usePerson();
  const identity = useIdentity();
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  const resend = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await (await identity()).sendVerification();
      toast({ title: 'Link sent', description: `Look for it at ${email}` });
    } catch (error) {
      toast({
        tone: 'error',
        title: 'Link not sent',
        description: signInSentence(error, 'Please try again in a moment.'),
      });
    } finally {
      setBusy(false);
    }
  };

  return { busy, resend };
}
