import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Arrival } from '../../../shared/arrival.ts';
import { type GiveStampsBody, giveStampsBody } from '../../../shared/gifts.ts';
import { CREDITS_PER_GIFT, GIFT_NOTE_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { Button } from '../../components/button.tsx';
import { EmailField, TextArea, TextField } from '../../components/text-field.tsx';
import { useToast } from '../../components/toast.tsx';
import { useFields } from '../../components/use-fields.ts';
import { ApiFailure, messageForPerson } from '../../lib/api.ts';
import { callKeys } from '../../lib/idempotency-key.ts';
import { problemsIn } from '../../lib/problems-in.ts';
import { useAction } from '../../lib/use-action.ts';
import { useWordedState } from '../../lib/worded-state.ts';
import { n, t } from '../../lib/words.tsx';
import { ArrivalChoice } from '../arrival/arrival-choice.tsx';
import { UseAgain } from '../recipients/use-again.tsx';
import { useGiving } from './gifts-query.ts';
import styles from './give-stamps.module.css';

interface GiveFormProps {
  giftable: number;
  /** ISO 8601; before it nobody can have what is given; null for at once */
  earliest: string | null;
  onDone: () => void;
}

export function GiveForm({ giftable, earliest, onDone }: GiveFormProps) {
  const { give } = useGiving();
  const [keys] = useState(callKeys);
  const toast = useToast();
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const [invalid, setInvalid] = useWordedState<Record<string, string>>({});
  const { run, busy, failure, forget } = useAction('Stamps were not given', async (body: GiveStampsBody) => {
    await give(body, keys.keyFor(body));
    toast({
      title: n(body.credits, 'A stamp is given', '{n} stamps are given'),
      description: t('We tell {name} by mail.', { name: body.recipientName }),
    });
    onDone();
  });
  const { code = '', fields = {} } = failure instanceof ApiFailure ? failure : {};
  const isKnown = fields.recipientEmail || fields.credits || fields.recipientName;
  const problems = { ...invalid, ...fields };
  const { values, field } = useFields(
    { recipientName: '', recipientEmail: '', credits: '1', note: '' },
    problems,
  );
  const recipient = { name: values.recipientName.trim(), email: values.recipientEmail.trim() };
  const form = useRef<HTMLFormElement>(null);
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
      forget();
      return setInvalid(problemsIn(parsed.error));
    }
    setInvalid({});
    await run(parsed.data);
  }

  return (
    <form className={styles.form} ref={form} noValidate onSubmit={submit}>
      <TextField label={t('Name')} {...field('recipientName')} />
      <EmailField label={t('Email')} onInput={forget} {...field('recipientEmail')} />
      {code === 'ADDRESS_BOUNCED' ? (
        <div className={styles.again}>
          <UseAgain
            email={recipient.email}
            onLifted={() => {
              forget();
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
      {failure && !isKnown ? (
        <p className={styles.problem} role="alert">
          {messageForPerson(failure, t('Please try again'))}
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
