import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { addressInText } from '../../../../packages/address-files/address-in-text.ts';
import { sentenceOf } from '../../../../shared/errors.ts';
import { LANGUAGE_NAMES } from '../../../../shared/languages.ts';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { type Recipient, type RecipientBody, recipientBody } from '../../../../shared/recipients.ts';
import { Fold } from '../../../components/fold.tsx';
import { SaveOrCancel } from '../../../components/save-or-cancel.tsx';
import { EmailField, SelectField, TextField } from '../../../components/text-field.tsx';
import { ZoneField } from '../../../components/zone-field.tsx';
import { ApiFailure, messageForPerson } from '../../../lib/api.ts';
import { useClientConfig } from '../../../lib/client-config.tsx';
import { selectAtFirst } from '../../../lib/focus-at-first.ts';
import { isPaste } from '../../../lib/is-paste.ts';
import { useAction } from '../../../lib/use-action.ts';
import { say, t } from '../../../lib/words.tsx';
import styles from './address-book.module.css';

interface EntryFormProps {
  /** absent for somebody new */
  entry?: Recipient;
  onSave: (entry: RecipientBody) => Promise<void>;
  onCancel: () => void;
}

export function EntryForm({ entry, onSave, onCancel }: EntryFormProps) {
  const [name, setName] = useState(entry?.name ?? '');
  const [email, setEmail] = useState(entry?.email ?? '');
  const [greetingName, setGreetingName] = useState(entry?.greetingName ?? '');
  const [timeZone, setTimeZone] = useState(entry?.timeZone ?? '');
  const [language, setLanguage] = useState<string>(entry?.language ?? '');
  const { languages } = useClientConfig();
  const [problems, setProblems] = useState<Record<string, string>>({});
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
    const found = addressInText(text);
    const fields = { name: name.trim() || found?.name || name, email: found?.email ?? text };
    setEmail(fields.email);
    if (fields.name !== name.trim()) setName(fields.name);
    return fields;
  };

  const refuse = (found: Record<string, string>) => {
    // Before the focus goes there: by then the field names its error.
    flushSync(() => setProblems(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = recipientBody.safeParse({
      ...extractAddress(email),
      greetingName,
      timeZone: timeZone || null,
      language: language || null,
    });
    if (!parsed.success) {
      return refuse(
        Object.fromEntries(
          parsed.error.issues.map((issue) => [String(issue.path[0]), say(sentenceOf(issue))]),
        ),
      );
    }
    setProblems({});
    await run(parsed.data);
  };

  const more = (
    <div className={styles.form}>
      <TextField
        // Translators: the name by which one calls this person, such as ‘Grandpa’
        label={t('Call them')}
        error={problems.greetingName}
        placeholder={t('Grandpa')}
        maxLength={NAME_MAX_CHARACTERS}
        value={greetingName}
        onText={setGreetingName}
      />
      <ZoneField
        label={t('Where do they live?')}
        none={t('Not said')}
        zone={timeZone}
        known={[entry?.timeZone]}
        error={problems.timeZone}
        onChange={setTimeZone}
      />
      <SelectField
        label={t('Their language')}
        error={problems.language}
        value={language}
        onText={setLanguage}
      >
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
      <TextField
        ref={selectAtFirst}
        label={t('Name')}
        error={problems.name}
        maxLength={NAME_MAX_CHARACTERS}
        value={name}
        onText={setName}
      />
      <EmailField
        label={t('Email')}
        error={problems.email}
        maxLength={EMAIL_MAX_CHARACTERS}
        value={email}
        onText={(text, event) => (isPaste(event) ? extractAddress : setEmail)(text)}
        onBlur={() => extractAddress(email)}
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
