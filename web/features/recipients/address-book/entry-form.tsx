import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { addressInText } from '../../../../packages/address-files/address-in-text.ts';
import { LANGUAGE_NAMES } from '../../../../shared/languages.ts';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { type Recipient, type RecipientBody, recipientBody } from '../../../../shared/recipients.ts';
import { Fold } from '../../../components/fold.tsx';
import { SaveOrCancel } from '../../../components/save-or-cancel.tsx';
import { EmailField, SelectField, TextField } from '../../../components/text-field.tsx';
import { useFields } from '../../../components/use-fields.ts';
import { ZoneField } from '../../../components/zone-field.tsx';
import { ApiFailure, messageForPerson } from '../../../lib/api.ts';
import { useClientConfig } from '../../../lib/client-config.tsx';
import { selectAtFirst } from '../../../lib/focus-at-first.ts';
import { isPaste } from '../../../lib/is-paste.ts';
import { problemsIn } from '../../../lib/problems-in.ts';
import { useAction } from '../../../lib/use-action.ts';
import { t } from '../../../lib/words.tsx';
import styles from './address-book.module.css';

interface EntryFormProps {
  /** absent for somebody new */
  entry?: Recipient;
  onSave: (entry: RecipientBody) => Promise<void>;
  onCancel: () => void;
}

export function EntryForm({ entry, onSave, onCancel }: EntryFormProps) {
  const { languages } = useClientConfig();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { values, change, field } = useFields(
    {
      name: entry?.name ?? '',
      email: entry?.email ?? '',
      greetingName: entry?.greetingName ?? '',
      timeZone: entry?.timeZone ?? '',
      language: entry?.language ?? '',
    },
    problems,
  );
  const { run, busy } = useAction('The entry was not saved', (body: RecipientBody) =>
    onSave(body).catch((error: unknown) => {
      const fields = error instanceof ApiFailure ? error.fields : {};
      const sentence = messageForPerson(error, t('Failed to save recipient'));
      refuse(Object.keys(fields).length > 0 ? fields : { email: sentence });
      throw error;
    }),
  );
  const form = useRef<HTMLFormElement>(null);

  const extractAddress = (text: string) => {
    const { name } = values;
    const found = addressInText(text);
    const extracted = { name: name.trim() ? name : found?.name || name, email: found?.email ?? text };
    change(extracted);
    return extracted;
  };

  const refuse = (found: Record<string, string>) => {
    // Before the focus goes there: by then the field names its error.
    flushSync(() => setProblems(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = recipientBody.safeParse({
      ...values,
      ...extractAddress(values.email),
      timeZone: values.timeZone || null,
      language: values.language || null,
    });
    if (!parsed.success) return refuse(problemsIn(parsed.error));
    setProblems({});
    await run(parsed.data);
  };

  const more = (
    <div className={styles.form}>
      <TextField
        // Translators: the name by which one calls this person, such as ‘Grandpa’
        label={t('Call them')}
        placeholder={t('Grandpa')}
        maxLength={NAME_MAX_CHARACTERS}
        {...field('greetingName')}
      />
      <ZoneField
        label={t('Where do they live?')}
        none={t('Not said')}
        zone={values.timeZone}
        known={[entry?.timeZone]}
        error={problems.timeZone}
        onChange={field('timeZone').onText}
      />
      <SelectField label={t('Their language')} {...field('language')}>
        <option value="">
          {
            // Translators: the same language as you have
            t('As yours')
          }
        </option>
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </SelectField>
    </div>
  );

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <TextField ref={selectAtFirst} label={t('Name')} maxLength={NAME_MAX_CHARACTERS} {...field('name')} />
      <EmailField
        label={t('Email')}
        maxLength={EMAIL_MAX_CHARACTERS}
        {...field('email')}
        onText={(text, event) => (isPaste(event) ? extractAddress(text) : change({ email: text }))}
        onBlur={() => extractAddress(values.email)}
      />
      {entry ? (
        more
      ) : (
        <Fold
          label={t('More about them')}
          open={Object.keys(problems).some((field) => field !== 'name' && field !== 'email')}
        >
          {more}
        </Fold>
      )}
      <SaveOrCancel busy={busy} onCancel={onCancel} />
    </form>
  );
}
