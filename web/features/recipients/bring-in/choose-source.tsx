import { useId, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { t } from '../../../lib/words.tsx';
import { hasContactPicker } from './contact-picker.ts';

interface ChooseSourceProps {
  busy: boolean;
  onFile: (file: File) => void;
  onText: (text: string) => void;
  onPhone: () => void;
}

export function ChooseSource({ busy, onFile, onText, onPhone }: ChooseSourceProps) {
  const [text, setText] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const how = useId();
  return (
    <div className="stack">
      <p id={how}>
        {t(
          'Choose the file that your phone, Google, Apple, Outlook or Thunderbird writes when it exports its contacts (vCard or CSV). It is read here, in your browser: only the people you tick are kept.',
        )}
      </p>
      <input
        ref={chooser}
        hidden
        type="file"
        accept=".vcf,.vcard,.csv,.tsv,.txt,text/vcard,text/x-vcard,text/csv,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again.
          target.value = '';
          if (file) onFile(file);
        }}
      />
      <div className="actions">
        <Button busy={busy} aria-describedby={how} onClick={() => chooser.current?.click()}>
          {t('Choose a file')}
        </Button>
        {hasContactPicker ? (
          <Button variant="secondary" disabled={busy} onClick={onPhone}>
            {t('Choose from this phone')}
          </Button>
        ) : null}
      </div>
      <Field label={t('Or paste names and addresses here')}>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            dir="auto"
            spellCheck={false}
            placeholder={t('Ilse Brandt <ilse@example.org>, bea@example.org')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="actions">
        <Button variant="secondary" size="sm" disabled={busy || !text.trim()} onClick={() => onText(text)}>
          {t('Read what I pasted')}
        </Button>
      </div>
    </div>
  );
}
