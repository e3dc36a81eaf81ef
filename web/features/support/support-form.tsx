import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { readJson } from '../../../shared/read-json.ts';
import {
  SUPPORT_CATEGORIES,
  SUPPORT_MESSAGE_MAX_CHARACTERS,
  SUPPORT_SUBJECT_MAX_CHARACTERS,
  type SupportBody,
  supportResponse,
} from '../../../shared/support.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Notice } from '../../components/notice.tsx';
import { EmailField, SelectField, TextArea, TextField } from '../../components/text-field.tsx';
import { useToast } from '../../components/toast.tsx';
import { ApiFailure, write } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { keepText, keptText } from '../../lib/kept-text.ts';
import { useAction } from '../../lib/use-action.ts';
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
import styles from './support-form.module.css';

export function SupportForm() {
  const form = useRef<HTMLFormElement>(null);
  const honeypot = useRef<HTMLInputElement>(null);
  const { draft, problems, busy, failure, sentFrom, change, send } = useSupportMessage(form);

  const bound = (name: keyof SupportDraft) => ({
    name,
    required: true,
    error: problems[name],
    value: draft[name],
    onText: (text: string) => change(name, text),
  });

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(honeypot.current?.value ?? '');
      }}
    >
      <TextField label={t('Name')} autoComplete="name" maxLength={NAME_MAX_CHARACTERS} {...bound('name')} />
      <EmailField
        label={t('Email')}
        autoComplete="email"
        maxLength={EMAIL_MAX_CHARACTERS}
        {...bound('email')}
      />
      <SelectField label={t('Category')} {...bound('category')}>
        <option value="" disabled>
          {t('Choose one')}
        </option>
        {SUPPORT_CATEGORIES.map(({ id, label }) => (
          <option key={id} value={id}>
            {t(label)}
          </option>
        ))}
      </SelectField>
      <TextField label={t('Subject')} maxLength={SUPPORT_SUBJECT_MAX_CHARACTERS} {...bound('subject')} />
      <TextArea
        label={t('Message')}
        rows={6}
        maxLength={SUPPORT_MESSAGE_MAX_CHARACTERS}
        {...bound('message')}
      />
      <div className={styles.end}>
        {/* Honeypot: invisible, not read out, not reached by Tab. */}
        <div className="vh" aria-hidden="true">
          <label htmlFor="support-website">{t('Leave this empty')}</label>
          <input id="support-website" ref={honeypot} name="website" tabIndex={-1} autoComplete="off" />
        </div>
        {sentFrom ? (
          <Notice tone="success" className={styles.sent}>
            <p>{t('Your message is with us. We answer by e-mail to {email}.', { email: sentFrom })}</p>
          </Notice>
        ) : null}
        <Button type="submit" busy={busy}>
          {busy ? t('Sending...') : t('Send message')}
        </Button>
        <Link to="/buy-credits">{t('Buy credits')}</Link>
        <Failure error={failure} what={t('Failed to Send:')} />
      </div>
    </form>
  );
}

const typedSchema = z.partialRecord(z.enum(FIELDS), z.string());

const EMPTY: SupportDraft = { name: '', email: '', category: '', subject: '', message: '' };

/** Key of what a person typed and did not send, kept for when they come back; only of somebody who is signed in. */
const draftKey = (uid: string) => `support-draft:${uid}`;

function loadTyped(uid: string): Partial<SupportDraft> {
  return (uid && readJson(keptText(localStorage, draftKey(uid)), typedSchema)) || {};
}

/** `sentFrom` is the address of the last message sent. */
function useSupportMessage(form: RefObject<HTMLFormElement | null>) {
  const { status, uid, displayName, email } = usePerson();
  const toast = useToast();
  const [typed, setTyped] = useState(() => loadTyped(uid));
  /** uid, empty for nobody; null while it is not known who is signed in */
  const who = status === 'loading' ? null : uid;
  const [writer, setWriter] = useState(who);
  if (who !== writer) {
    setWriter(who);
    // Text typed while it was not known who is signed in is that person's; nobody sees what another person typed.
    setTyped({ ...loadTyped(uid), ...(writer === null ? typed : {}) });
  }
  useEffect(() => {
    const text = Object.keys(typed).length > 0 ? JSON.stringify(typed) : null;
    if (writer) keepText(localStorage, draftKey(writer), text);
  }, [writer, typed]);
  const [problems, setProblems] = useWordedState<SupportProblems>({});
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

  const failureOf = (error: unknown) =>
    (error instanceof ApiFailure && error.status === 429 && error.forPerson) ||
    t('There was an error sending your message. Please try again.');

  const { run, busy, failure } = useAction('The support message was not sent', async (body: SupportBody) => {
    try {
      await write('POST', '/api/support', body, supportResponse, { idempotencyKey: key });
    } catch (error) {
      // Without a response the message may have arrived: the next attempt keeps the key.
      if (error instanceof ApiFailure) {
        setKey(newIdempotencyKey());
        show(problemsOf(error.fields));
      }
      toast({ tone: 'error', title: t('Failed to Send'), description: failureOf(error) });
      throw error;
    }
    toast({ title: t('Message Sent'), description: t('Thank you. We will answer by e-mail.') });
    // Text that was typed during the request was not sent, so it stays.
    setTyped((now) => (now === typed ? { name: body.name, email: body.email } : now));
    setKey(newIdempotencyKey());
    setSentFrom(body.email);
  });

  const send = async (website: string) => {
    const { message, problems: found } = checkSupport(draft);
    show(found);
    if (message) await run(website ? { ...message, website } : message);
    else toast({ tone: 'error', ...problemToast(found) });
  };

  return { draft, problems, busy, failure: failure && failureOf(failure), sentFrom, change, send };
}
