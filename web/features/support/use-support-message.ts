import { type RefObject, useEffect, useState } from 'react';
import { z } from 'zod';
import { readJson } from '../../../shared/read-json.ts';
import { supportResponse } from '../../../shared/support.ts';
import { useToast } from '../../components/toast.tsx';
import { ApiFailure, write } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { useWordedState } from '../../lib/worded-state.ts';
import { t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import {
  checkSupport,
  FIELDS,
  problemsOf,
  problemToast,
  type SupportDraft,
  type SupportProblems,
} from './support-errors.ts';

const typedSchema = z.partialRecord(z.enum(FIELDS), z.string());

const EMPTY: SupportDraft = { name: '', email: '', category: '', subject: '', message: '' };

/** What a person typed and has not sent, for when they come back; nothing of somebody who is not signed in is kept. */
const draftKey = (uid: string) => `support-draft:${uid}`;

function loadTyped(uid: string): Partial<SupportDraft> {
  return (uid && readJson(localStorage.getItem(draftKey(uid)), typedSchema)) || {};
}

function saveTyped(uid: string, typed: Partial<SupportDraft>): void {
  if (!uid) return;
  if (Object.keys(typed).length === 0) localStorage.removeItem(draftKey(uid));
  else localStorage.setItem(draftKey(uid), JSON.stringify(typed));
}

/** `sentFrom` is the address of the last message sent. */
export function useSupportMessage(form: RefObject<HTMLFormElement | null>) {
  const { status, uid, displayName, email } = usePerson();
  const toast = useToast();
  const [typed, setTyped] = useState(() => loadTyped(uid));
  /** uid, empty for nobody; null while it is not known who is signed in */
  const who = status === 'loading' ? null : uid;
  const [writer, setWriter] = useState(who);
  if (who !== writer) {
    setWriter(who);
    // What was typed before the sign-in was known is theirs; nobody sees what another typed.
    setTyped({ ...loadTyped(uid), ...(writer === null ? typed : {}) });
  }
  useEffect(() => saveTyped(writer ?? '', typed), [writer, typed]);
  const [problems, setProblems] = useWordedState<SupportProblems>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useWordedState<string | null>(null);
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
    const description = rateLimitMessage ?? t('There was an error sending your message. Please try again.');
    toast({ tone: 'error', title: t('Failed to Send'), description });
    setFailure(description);
  };

  const send = async (website: string) => {
    const { message, problems: found, incomplete } = checkSupport(draft);
    if (!message) {
      toast({ tone: 'error', ...problemToast(found, incomplete) });
      return show(found);
    }
    setProblems({});
    setFailure(null);
    setBusy(true);
    try {
      const body = website ? { ...message, website } : message;
      await write('POST', '/api/support', body, supportResponse, { idempotencyKey: key });
      toast({ title: t('Message Sent'), description: t('Thank you. We will answer by e-mail.') });
      setTyped({ name: message.name, email: message.email });
      setKey(newIdempotencyKey());
      setSentFrom(message.email);
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  };

  return { draft, problems, busy, failure, sentFrom, change, send };
}
