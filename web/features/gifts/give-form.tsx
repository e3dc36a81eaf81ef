import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Arrival } from '../../../shared/arrival.ts';
import { giveStampsBody } from '../../../shared/gifts.ts';
import { CREDITS_PER_GIFT, GIFT_NOTE_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { Button } from '../../components/button.tsx';
import { EmailField, TextArea, TextField } from '../../components/text-field.tsx';
import { useToast } from '../../components/toast.tsx';
import { useFields } from '../../components/use-fields.ts';
import { ApiFailure, messageForPerson } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { useWordedState } from '../../lib/worded-state.ts';
import { n, t } from '../../lib/words.tsx';
import { ArrivalChoice } from '../arrival/arrival-choice.tsx';
import { UseAgain } from '../recipients/use-again.tsx';
import styles from './give-stamps.module.css';
import { useGiving } from './use-giving.ts';

interface GiveFormProps {
  giftable: number;
  /** ISO 8601; before it nobody can have what is given; null for at once */
  earliest: string | null;
  onDone: () => void;
}

export function GiveForm({ giftable, earliest, onDone }: GiveFormProps) {
  const { give } = useGiving();
  const toast = useToast();
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useWordedState<Record<string, string>>({});
  const { values, field } = useFields(
    { recipientName: '', recipientEmail: '', credits: '1', note: '' },
    problems,
  );
  const recipient = { name: values.recipientName.trim(), email: values.recipientEmail.trim() };
  const [bounced, setBounced] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // One for each content: a press after an answer that was lost gives once.
  const key = useRef({ content: '', key: '' });
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const asked = {
      ...values,
      credits: Number(values.credits),
      note: values.note.trim() || undefined,
      ...(arrival ? { arriveLocal: arrival.local, arriveZone: arrival.zone } : {}),
    };
    const parsed = giveStampsBody.safeParse(asked);
    if (!parsed.success) {
      const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
      return setProblems({
        ...(wrong.has('credits')
          ? { credits: n(CREDITS_PER_GIFT, 'Please choose 1 stamp.', 'Please choose 1 to {n} stamps.') }
          : {}),
        ...(wrong.has('recipientName') ? { recipientName: t('Please enter a name') } : {}),
        ...(wrong.has('recipientEmail') ? { recipientEmail: t('Please enter a valid email address') } : {}),
      });
    }
    const content = JSON.stringify(parsed.data);
    if (key.current.content !== content) key.current = { content, key: newIdempotencyKey() };
    setBusy(true);
    setProblems({});
    setBounced(false);
    try {
      await give(parsed.data, key.current.key);
      toast({
        title: n(parsed.data.credits, 'A stamp is given', '{n} stamps are given'),
        description: t('We tell {name} by mail.', { name: parsed.data.recipientName }),
      });
      onDone();
    } catch (cause) {
      const fields = cause instanceof ApiFailure ? cause.fields : {};
      setBounced(cause instanceof ApiFailure && cause.code === 'ADDRESS_BOUNCED');
      const known = fields.recipientEmail || fields.credits || fields.recipientName;
      setProblems(known ? fields : { form: messageForPerson(cause, t('Please try again')) });
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} ref={form} noValidate onSubmit={submit}>
      <TextField label={t('Name')} {...field('recipientName')} />
      <EmailField label={t('Email')} onInput={() => setBounced(false)} {...field('recipientEmail')} />
      {bounced ? (
        <div className={styles.again}>
          <UseAgain
            email={recipient.email}
            onLifted={() => {
              setProblems({});
              setBounced(false);
              form.current?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
            }}
          />
        </div>
      ) : null}
      <TextField
        label={t('Stamps')}
        type="number"
        min={1}
        max={Math.min(giftable, CREDITS_PER_GIFT)}
        inputMode="numeric"
        {...field('credits')}
      />
      <TextArea
        label={t('A few words (if you like)')}
        rows={3}
        maxLength={GIFT_NOTE_MAX_CHARACTERS}
        {...field('note')}
      />
      <p className={styles.day}>
        <b>{t('Arrives')}</b>
        <ArrivalChoice
          recipient={recipient}
          arrival={arrival}
          earliest={earliest}
          disabled={busy}
          onChange={setArrival}
        />
      </p>
      {problems.form ? (
        <p className={styles.problem} role="alert">
          {problems.form}
        </p>
      ) : null}
      <p className="actions">
        <Button variant="purchase" type="submit" busy={busy}>
          {t('Give stamps')}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onDone}>
          {t('Cancel')}
        </Button>
      </p>
    </form>
  );
}
