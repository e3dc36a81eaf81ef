import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { isEmailAddress } from '../../../shared/email-address.ts';
import { Button } from '../../components/button.tsx';
import { type Control, Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { useToast } from '../../components/toast.tsx';
import { ApiFailure, write } from '../../lib/api.ts';
import { classNames } from '../../lib/class-names.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { usePerson } from '../identity/use-person.ts';
import { SUPPORT_CATEGORIES } from './categories.ts';
import styles from './support-form.module.css';

interface Message {
  name: string;
  email: string;
  category: string;
  subject: string;
  message: string;
}

type Problems = Partial<Record<keyof Message, string>>;

/** A counter form: five numbered boxes, all of them required (spec sections 2 and 5). */
export function SupportForm() {
  const person = usePerson();
  const toast = useToast();
  const [draft, setDraft] = useState<Partial<Message>>({});
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const entered: Message = {
    name: person.displayName,
    email: person.email,
    category: '',
    subject: '',
    message: '',
    ...draft,
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = problemsOf(entered);
    setProblems(found);
    if (Object.keys(found).length > 0) {
      if (Object.values(found).includes(REQUIRED)) {
        toast({
          tone: 'bad',
          title: 'Missing Information',
          description: 'Please fill in all required fields',
        });
      }
      const first = Object.keys(found)[0];
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await write('POST', '/api/support', trimmed(entered), z.unknown(), { idempotencyKey: key });
      toast({ title: 'Message Sent', description: 'Thank you. We will answer by e-mail.' });
      setDraft({ name: entered.name, email: entered.email });
      setKey(newIdempotencyKey());
      setSent(true);
    } catch (error) {
      console.error('The support message was not sent', error);
      if (error instanceof ApiFailure) setKey(newIdempotencyKey());
      toast({
        tone: 'bad',
        title: 'Failed to Send',
        description: 'There was an error sending your message. Please try again.',
      });
    } finally {
      setBusy(false);
    }
  };

  const box = (
    number: number,
    name: keyof Message,
    label: string,
    control: (c: Bound) => ReactNode,
    wide = false,
  ) => (
    <div className={classNames(styles.cell, wide && styles.wide)}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <Field label={label} error={problems[name]}>
        {(given) =>
          control({
            ...given,
            name,
            required: true,
            value: entered[name],
            onChange: (event) => {
              setDraft({ ...draft, [name]: event.target.value });
              setProblems({ ...problems, [name]: undefined });
              setSent(false);
            },
          })
        }
      </Field>
    </div>
  );

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {box(1, 'name', 'Name', (control) => (
        <input {...control} autoComplete="name" maxLength={200} />
      ))}
      {box(2, 'email', 'Email', (control) => (
        <input {...control} type="email" autoComplete="email" maxLength={254} />
      ))}
      {box(3, 'category', 'Category', (control) => (
        <select {...control}>
          <option value="" disabled>
            Choose one
          </option>
          {SUPPORT_CATEGORIES.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      ))}
      {box(4, 'subject', 'Subject', (control) => (
        <input {...control} autoComplete="off" maxLength={200} />
      ))}
      {box(
        5,
        'message',
        'Message',
        (control) => (
          <textarea {...control} rows={6} maxLength={5000} />
        ),
        true,
      )}
      <div className={classNames(styles.cell, styles.wide, styles.end)}>
        {sent ? (
          <Notice tone="good" className={styles.sent}>
            <p>Your message is with us. We answer by e-mail to {entered.email}.</p>
          </Notice>
        ) : null}
        <Button type="submit" busy={busy}>
          {busy ? 'Sending...' : 'Send message'}
        </Button>
        <Link to="/buy-credits">Buy credits</Link>
      </div>
    </form>
  );
}

interface Bound extends Control {
  name: string;
  required: boolean;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

const REQUIRED = 'Please fill this in';

function problemsOf(entered: Message): Problems {
  const found: Problems = {};
  for (const name of ['name', 'email', 'category', 'subject', 'message'] as const) {
    if (!entered[name].trim()) found[name] = REQUIRED;
  }
  if (!found.email && !isEmailAddress(entered.email)) found.email = 'Please enter a valid email address';
  return found;
}

function trimmed(entered: Message): Message {
  return {
    ...entered,
    name: entered.name.trim(),
    email: entered.email.trim(),
    subject: entered.subject.trim(),
  };
}
