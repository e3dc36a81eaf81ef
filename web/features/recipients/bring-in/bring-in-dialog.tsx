import { useId, useMemo, useRef, useState } from 'react';
import type {
  ChosenColumns,
  FoundPeople,
  UnknownTable,
} from '../../../../packages/address-files/found-people.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Failure } from '../../../components/failure.tsx';
import { TextArea } from '../../../components/text-field.tsx';
import { takeFiles } from '../../../lib/take-files.ts';
import { useAction } from '../../../lib/use-action.ts';
import { n, t } from '../../../lib/words.tsx';
import { useBirthdays } from '../../occasions/occasions-query.ts';
import { readSource, SourceRefused } from '../read-people/read-source.ts';
import { useRecipients } from '../recipients-query.ts';
import { ChooseColumns } from './choose-columns.tsx';
import { hasContactPicker, pickContacts } from './contact-picker.ts';
import { judgeRows, type Row, rowOf } from './judge-people.ts';
import { PeopleTable } from './people-table.tsx';
import { type BroughtIn, useBringIn } from './use-bring-in.ts';

interface BringInDialogProps {
  onDone: (broughtIn: BroughtIn) => void;
  onClose: () => void;
}

type Step =
  | { name: 'source' }
  | { name: 'columns'; table: UnknownTable; source: Blob | string }
  | { name: 'people'; found: FoundPeople };

export function BringInDialog({ onDone, onClose }: BringInDialogProps) {
  const { data: book = [] } = useRecipients();
  const born = useBirthdays();
  const [step, setStep] = useState<Step>({ name: 'source' });
  const [rows, setRows] = useState<readonly Row[]>([]);
  const { run, busy, asked, failure, forget } = useAction(
    'People could not be brought in',
    (_what: string, work: () => Promise<void>) => work(),
  );
  const refused = failure instanceof SourceRefused ? failure : null;
  const judged = useMemo(() => judgeRows(rows, book, born), [rows, book, born]);
  const ticked = judged.filter(({ isTicked }) => isTicked);
  const { bringIn } = useBringIn();
  /** what was added, also by attempts that then failed, so that all of it can be taken back */
  const broughtIn = useRef<BroughtIn>({ recipients: [], birthdays: [], birthdaysLeft: 0, refused: [] });

  function show(found: FoundPeople) {
    if (found.people.length === 0) {
      throw new SourceRefused(
        found.withoutAddress > 0
          ? t('Nobody in it has an e-mail address.')
          : t('Please choose a file of contacts, as vCard or CSV.'),
        t('Nobody was found.'),
      );
    }
    setRows(found.people.map(rowOf));
    setStep({ name: 'people', found });
  }

  const read = (source: Blob | string, columns?: ChosenColumns) =>
    run(t('This could not be read.'), async () => {
      const answer = await readSource(source, columns);
      if ('table' in answer) setStep({ name: 'columns', table: answer.table, source });
      else show(answer);
    });

  const leave = () => {
    const { recipients, birthdays } = broughtIn.current;
    if (recipients.length + birthdays.length > 0) onDone(broughtIn.current);
    else onClose();
  };

  const startAgain = () => {
    forget();
    setRows([]);
    setStep({ name: 'source' });
  };

  return (
    <Dialog
      onClose={leave}
      title={t('Import people')}
      description={t('The names in your address book stay as they are.')}
      width={640}
      holdsWork={step.name === 'people'}
      footer={
        <>
          <Failure error={refused?.message ?? failure} what={refused?.what ?? asked?.[0] ?? ''} />
          <Button variant="secondary" disabled={busy} onClick={step.name === 'source' ? leave : startAgain}>
            {step.name === 'source' ? t('Cancel') : t('Back')}
          </Button>
          {step.name === 'people' ? (
            <Button
              busy={busy}
              disabled={ticked.length === 0}
              onClick={() =>
                run(t('Not everybody was added.'), async () => {
                  await bringIn(ticked, broughtIn.current);
                  onDone(broughtIn.current);
                })
              }
            >
              {n(ticked.length, 'Add 1 person', 'Add {n} people')}
            </Button>
          ) : null}
        </>
      }
    >
      {step.name === 'source' ? (
        <ChooseSource
          busy={busy}
          onSource={read}
          onPhone={() =>
            run(t('The contacts of this phone could not be read.'), async () => show(await pickContacts()))
          }
        />
      ) : null}
      {step.name === 'columns' ? (
        <ChooseColumns table={step.table} busy={busy} onChoose={(columns) => read(step.source, columns)} />
      ) : null}
      {step.name === 'people' ? (
        <PeopleTable
          rows={judged}
          found={step.found}
          onChange={(id, change) =>
            setRows((now) => now.map((row) => (row.id === id ? { ...row, ...change } : row)))
          }
          onTickAll={(all) => setRows((now) => now.map((row) => ({ ...row, ticked: all })))}
        />
      ) : null}
    </Dialog>
  );
}

interface ChooseSourceProps {
  busy: boolean;
  onSource: (source: File | string) => void;
  onPhone: () => void;
}

function ChooseSource({ busy, onSource, onPhone }: ChooseSourceProps) {
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
        onChange={takeFiles(([file]) => file && onSource(file))}
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
      <TextArea
        label={t('Or paste names and addresses here')}
        rows={4}
        spellCheck={false}
        placeholder={t('Ilse Brandt <ilse@example.org>, bea@example.org')}
        value={text}
        onText={setText}
      />
      <div className="actions">
        <Button variant="secondary" size="sm" disabled={busy || !text.trim()} onClick={() => onSource(text)}>
          {t('Read what I pasted')}
        </Button>
      </div>
    </div>
  );
}
