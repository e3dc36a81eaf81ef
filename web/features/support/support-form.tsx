import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '../../../shared/limits.ts';
import {
  SUPPORT_CATEGORIES,
  SUPPORT_MESSAGE_MAX_CHARACTERS,
  SUPPORT_SUBJECT_MAX_CHARACTERS,
} from '../../../shared/support.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { type Control, Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/words.tsx';
import { FIELDS, type SupportDraft } from './support-errors.ts';
import styles from './support-form.module.css';
import { useSupportMessage } from './use-support-message.ts';

export function SupportForm() {
  const form = useRef<HTMLFormElement>(null);
  const honeypot = useRef<HTMLInputElement>(null);
  const { draft, problems, busy, failure, sentFrom, change, send } = useSupportMessage(form);

  const field = (
    name: keyof SupportDraft,
    label: string,
    control: (bound: Bound) => ReactNode,
    { wide = false }: { wide?: boolean } = {},
  ) => (
    <div className={classNames(styles.cell, wide && styles.wide)}>
      <span className={styles.number} aria-hidden="true">
        {FIELDS.indexOf(name) + 1}
      </span>
      <Field label={label} error={problems[name]}>
        {(given) =>
          control({
            ...given,
            name,
            required: true,
            value: draft[name],
            onChange: (event) => change(name, event.target.value),
          })
        }
      </Field>
    </div>
  );

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
      {field('name', t('Name'), (control) => (
        <input {...control} dir="auto" autoComplete="name" maxLength={NAME_MAX_CHARACTERS} />
      ))}
      {field('email', t('Email'), (control) => (
        <input {...control} type="email" dir="ltr" autoComplete="email" maxLength={EMAIL_MAX_CHARACTERS} />
      ))}
      {field('category', t('Category'), (control) => (
        <select {...control}>
          <option value="" disabled>
            {t('Choose one')}
          </option>
          {SUPPORT_CATEGORIES.map(({ id, label }) => (
            <option key={id} value={id}>
              {t(label)}
            </option>
          ))}
        </select>
      ))}
      {field('subject', t('Subject'), (control) => (
        <input {...control} dir="auto" autoComplete="off" maxLength={SUPPORT_SUBJECT_MAX_CHARACTERS} />
      ))}
      {field(
        'message',
        t('Message'),
        (control) => (
          <textarea {...control} dir="auto" rows={6} maxLength={SUPPORT_MESSAGE_MAX_CHARACTERS} />
        ),
        { wide: true },
      )}
      <div className={classNames(styles.cell, styles.wide, styles.end)}>
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

interface Bound extends Control {
  name: string;
  required: boolean;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}
