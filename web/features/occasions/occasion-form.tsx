import { type ComponentProps, type FormEvent, Fragment, useState } from 'react';
import {
  OCCASION_LABEL_MAX_CHARACTERS,
  type Occasion,
  type OccasionBody,
  occasionBody,
} from '../../../shared/occasions.ts';
import { SaveOrCancel } from '../../components/save-or-cancel.tsx';
import { SelectField, TextField } from '../../components/text-field.tsx';
import { focusAtFirst } from '../../lib/focus-at-first.ts';
import { language, t } from '../../lib/words.tsx';
import { monthNames, REMINDERS, reminderInWords } from './occasion-words.ts';
import styles from './occasions.module.css';

interface OccasionFormProps {
  /** absent for a new one */
  occasion?: Occasion;
  /** as another day */
  hasBirthday: boolean;
  busy: boolean;
  failure: string | null;
  onSave: (body: OccasionBody) => void;
  onCancel: () => void;
}

export function OccasionForm({ occasion, hasBirthday, busy, failure, onSave, onCancel }: OccasionFormProps) {
  const [kind, setKind] = useState<Occasion['kind']>(occasion?.kind ?? (hasBirthday ? 'day' : 'birthday'));
  const [label, setLabel] = useState(occasion?.label ?? '');
  const [day, setDay] = useState(occasion ? String(occasion.day) : '');
  const [month, setMonth] = useState(occasion?.month ?? 1);
  const [year, setYear] = useState(occasion?.year ? String(occasion.year) : '');
  const [remindDays, setRemindDays] = useState(occasion ? occasion.remindDays : 7);
  const [problems, setProblems] = useState<Record<string, string>>({});

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = occasionBody.safeParse({
      kind,
      label: kind === 'birthday' ? '' : label,
      day: Number(day),
      month,
      year: year.trim() ? Number(year) : null,
      remindDays,
    });
    if (parsed.success) {
      setProblems({});
      return onSave(parsed.data);
    }
    const wrong = parsed.error.issues.map(({ path }) => String(path[0]));
    setProblems({
      ...(wrong.includes('day') ? { day: t('There is no such day.') } : {}),
      ...(wrong.includes('year') ? { year: t('Please enter a year, or none.') } : {}),
      ...(wrong.includes('label') ? { label: t('Please say what day it is.') } : {}),
    });
  }

  const reminders = REMINDERS.includes(remindDays) ? REMINDERS : [...REMINDERS, remindDays];
  const dateFields = {
    day: <Digits label={t('Day')} error={problems.day} maxLength={2} value={day} onText={setDay} />,
    month: (
      <SelectField label={t('Month')} value={String(month)} onText={(text) => setMonth(Number(text))}>
        {monthNames().map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </SelectField>
    ),
    year: (
      <Digits
        label={t('Year (if you like)')}
        error={problems.year}
        maxLength={4}
        value={year}
        onText={setYear}
      />
    ),
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <SelectField
        label={t('What day is it?')}
        ref={focusAtFirst}
        value={kind}
        onText={(text) => setKind(text === 'birthday' ? 'birthday' : 'day')}
      >
        {hasBirthday && kind !== 'birthday' ? null : <option value="birthday">{t('Their birthday')}</option>}
        <option value="day">{t('Another day')}</option>
      </SelectField>
      {kind === 'day' ? (
        <TextField
          label={t('Its name')}
          error={problems.label}
          placeholder={t('Wedding day')}
          maxLength={OCCASION_LABEL_MAX_CHARACTERS}
          value={label}
          onText={setLabel}
        />
      ) : null}
      <div className={styles.date}>
        {dateOrder().map((field) => (
          <Fragment key={field}>{dateFields[field]}</Fragment>
        ))}
      </div>
      <SelectField
        label={t('Shall we write to you?')}
        error={failure}
        value={String(remindDays)}
        onText={(text) => setRemindDays(text === 'null' ? null : Number(text))}
      >
        {reminders.map((days) => (
          <option key={days} value={String(days)}>
            {reminderInWords(days)}
          </option>
        ))}
      </SelectField>
      <SaveOrCancel busy={busy} onCancel={onCancel} />
    </form>
  );
}

const Digits = (props: ComponentProps<typeof TextField>) => <TextField {...props} inputMode="numeric" />;

function dateOrder(): ('day' | 'month' | 'year')[] {
  return language() === 'ja' ? ['year', 'month', 'day'] : ['day', 'month', 'year'];
}
