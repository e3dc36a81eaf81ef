import { type RefObject, useState } from 'react';
import { supportResponse } from '../../../shared/support.ts';
import { useToast } from '../../components/toast.tsx';
import { ApiFailure, write } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { usePerson } from '../identity/use-person.ts';
import {
  checkSupport,
  FIELDS,
  problemsOf,
  problemToast,
  type SupportDraft,
  type SupportProblems,
} from './support-errors.ts';

const EMPTY: SupportDraft = { name: '', email: '', category: '', subject: '', message: '' };

/** State of the support form: draft, problems, and the address of the last message sent. */
export function useSupportMessage(form: RefObject<HTMLFormElement | null>) {
  const { displayName, email } = usePerson();
  const toast = useToast();
  const [typed, setTyped] = useState<Partial<SupportDraft>>({});
  const [problems, setProblems] = useState<SupportProblems>({});
  const [busy, setBusy] = useState(false);
  /** the address for the reply, once a message was sent */
  const [sentFrom, setSentFrom] = useState<string | null>(null);
  const [key, setKey] = useState(newIdempotencyKey);
  const draft: SupportDraft = { ...EMPTY, name: displayName, email, ...typed };

  const change = (field: keyof SupportDraft, value: string) => {
    setTyped({ ...typed, [field]: value });
    setProblems({ ...problems, [field]: undefined });
    setSentFrom(null);
  };

  const show = (found: SupportProblems) => {
    setProblems(found);
    const first = FIELDS.find((field) => found[field]);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  const failed = (error: unknown) => {
    console.error('The support message was not sent', error);
    // Without a response the message may have arrived: the next attempt keeps the key.
    if (error instanceof ApiFailure) {
      setKey(newIdempotencyKey());
      show(problemsOf(error.fields));
    }
    const rateLimitMessage = error instanceof ApiFailure && error.status === 429 ? error.forPerson : null;
    toast({
      tone: 'error',
      title: 'Failed to Send',
      description: rateLimitMessage ?? 'There was an error sending your message. Please try again.',
    });
  };

  /** @param website value of the field that people do not see */
  const send = async (website: string) => {
    const { message, problems: found, incomplete } = checkSupport(draft);
    if (!message) {
      toast({ tone: 'error', ...problemToast(found, incomplete) });
      return show(found);
    }
    setProblems({});
    setBusy(true);
    try {
      const body = website ? { ...message, website } : message;
      await write('POST', '/api/support', body, supportResponse, { idempotencyKey: key });
      toast({ title: 'Message Sent', description: 'Thank you. We will answer by e-mail.' });
      setTyped({ name: message.name, email: message.email });
      setKey(newIdempotencyKey());
      setSentFrom(message.email);
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  };

  return { draft, problems, busy, sentFrom, change, send };
}
