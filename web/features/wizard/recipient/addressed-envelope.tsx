import { type ComponentProps, type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { addressInText } from '../../../../packages/address-files/address-in-text.ts';
import { isEmailAddress } from '../../../../packages/address-files/deliverable-address.ts';
import { INVALID_EMAIL_MESSAGE } from '../../../../shared/email-address.ts';
import { LANGUAGE_NAMES } from '../../../../shared/languages.ts';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { Button } from '../../../components/button.tsx';
import { Fold } from '../../../components/fold.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { isPaste } from '../../../lib/is-paste.ts';
import { likelyAddress } from '../../../lib/likely-address.ts';
import { T, t } from '../../../lib/words.tsx';
import { creditsText } from '../../credits/credits-text.ts';
import type { Sender } from '../letter-mail.ts';
import { postageOf } from '../recipients.ts';
import type { Wizard } from '../wizard-store.ts';
import styles from './addressed-envelope.module.css';

const LanguageChoice = lazyPart(
  async () => (await import('./language-choice.tsx')).LanguageChoice,
  () => <div className={styles.language} />,
);
const SeveralRecipients = lazyPart(
  async () => (await import('./several-recipients.tsx')).SeveralRecipients,
  () => <div className={styles.several} />,
);

interface AddressedEnvelopeProps {
  formId: string;
  sender: Sender;
  wizard: Wizard;
  /** a text that may be a list of addresses. @returns whether it was one, and was taken */
  onSeveral: (text: string) => boolean;
  onSubmit: () => void;
}

export function AddressedEnvelope(props: AddressedEnvelopeProps) {
  const { formId, sender, wizard, onSeveral, onSubmit } = props;
  const { state, dispatch } = wizard;
  const id = useId();
  const [emailBlurred, setEmailBlurred] = useState(false);
  const { name, email, greetingName, language } = state.recipient;
  const onType = (change: { name?: string; email?: string; greetingName?: string }) =>
    dispatch({ type: 'recipient-typed', ...change });
  const likely = emailBlurred ? likelyAddress(email) : null;
  const wrong = emailBlurred && email.trim() !== '' && !isEmailAddress(email);

  /** Reduces pasted text to the address, and fills an empty name from it. @returns whether it changed */
  function extractAddress(text: string): boolean {
    if (onSeveral(text)) return true;
    const found = addressInText(text);
    if (!found || found.email === text) return false;
    onType({ email: found.email, ...(found.name && name.trim() === '' ? { name: found.name } : {}) });
    return true;
  }

  function submit(event: FormEvent | KeyboardEvent) {
    event.preventDefault();
    setEmailBlurred(true);
    if (!extractAddress(email)) onSubmit();
  }

  // While Continue is disabled the browser does not submit; Enter still tells what is missing.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) submit(event);
  };

  return (
    <div className={styles.envelope}>
      <div className={styles.from}>
        <div dir="auto">{sender.name}</div>
        <div dir="ltr">{sender.email}</div>
      </div>
      <div className={styles.postage}>
        <span>
          <T text="{credits},{line}when you send" credits={creditsText(postageOf(state))} line={<br />} />
        </span>
      </div>
      <form
        id={formId}
        className={styles.address}
        noValidate
        onSubmit={submit}
        // A field of one line would join the lines of a list.
        onPaste={(event) => onSeveral(event.clipboardData.getData('text')) && event.preventDefault()}
      >
        <Line
          label={t('Name')}
          className={styles.name}
          value={name}
          required
          enterKeyHint="next"
          onChange={(event) => onType({ name: event.target.value })}
          onKeyDown={onKeyDown}
        />
        <Line
          label={t('Email')}
          type="email"
          inputMode="email"
          dir="ltr"
          value={email}
          maxLength={EMAIL_MAX_CHARACTERS}
          required
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          onChange={(event) => {
            const { value } = event.target;
            if (!isPaste(event) || !extractAddress(value)) onType({ email: value });
          }}
          onBlur={() => {
            extractAddress(email);
            setEmailBlurred(true);
          }}
          onKeyDown={onKeyDown}
        >
          <p id={`${id}-wrong`} className={styles.wrong} role="alert">
            {wrong ? t(INVALID_EMAIL_MESSAGE) : null}
          </p>
          <div className={styles.likely} role="status">
            {likely ? (
              <>
                <T text="Did you mean {domain}?" domain={likely.slice(likely.indexOf('@') + 1)} />
                <Button variant="quiet" size="sm" onClick={() => onType({ email: likely })}>
                  {t('Yes, change it')}
                </Button>
              </>
            ) : null}
          </div>
        </Line>
        <Fold
          label={t('More about them')}
          chosen={[greetingName.trim(), language && LANGUAGE_NAMES[language]].filter(Boolean).join(' · ')}
        >
          <Line
            label={t('Call them')}
            value={greetingName}
            placeholder={name.trim()}
            enterKeyHint="go"
            aria-describedby={`${id}-greeting-hint`}
            onChange={(event) => onType({ greetingName: event.target.value })}
            onKeyDown={onKeyDown}
          >
            <p id={`${id}-greeting-hint`} className="sm dim">
              {t('‘Grandpa’, ‘Aunt Anna’: it stands on the letter. Leave it empty for the whole name.')}
            </p>
          </Line>
          <LanguageChoice
            className={styles.language}
            recipient={state.recipient}
            onChoose={(chosen) => dispatch({ type: 'recipient-typed', language: chosen })}
          />
        </Fold>
        <SeveralRecipients className={styles.several} wizard={wizard} formId={formId} />
      </form>
    </div>
  );
}

/** A name, unless its properties say otherwise. */
function Line({ label, children, ...input }: ComponentProps<'input'> & { label: string }) {
  const id = useId();
  return (
    <div className={`field ${styles.line}`}>
      <label className="dim sm" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        dir="auto"
        maxLength={NAME_MAX_CHARACTERS}
        autoComplete="off"
        autoCapitalize="words"
        {...input}
      />
      {children}
    </div>
  );
}
