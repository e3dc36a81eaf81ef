import { type FormEvent, Fragment, useState } from 'react';
import {
  OCCASION_LABEL_MAX_CHARACTERS,
  type Occasion,
  type OccasionBody,
  occasionBody,
} from '../../../shared/occasions.ts';
import { SaveOrCancel } from '../../components/save-or-cancel.tsx';
import { SelectField, TextField } from '../../components/text-field.tsx';
import { useFields } from '../../components/use-fields.ts';
import { focusAtFirst } from '../../lib/focus-at-first.ts';
import { problemsIn } from '../../lib/problems-in.ts';
import { language, t } from '../../lib/words.tsx';
import { monthNames, numberIn, REMINDERS, reminderInWords } from './occasion-words.ts';
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
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { values, field } = useFields(
    {
      label: occasion?.label ?? '',
      day: String(occasion?.day ?? ''),
      month: String(occasion?.month ?? 1),
      year: String(occasion?.year ?? ''),
      remindDays: String(occasion ? occasion.remindDays : 7),
    },
    problems,
  );
  const remindDays = values.remindDays === 'null' ? null : Number(values.remindDays);

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = occasionBody.safeParse({
      kind,
      label: kind === 'birthday' ? '' : values.label,
      day: numberIn(values.day),
      month: Number(values.month),
      year: values.year.trim() ? numberIn(values.year) : null,
      remindDays,
    });
    setProblems(parsed.success ? {} : problemsIn(parsed.error));
    if (parsed.success) onSave(parsed.data);
  }

  const reminders = REMINDERS.includes(remindDays) ? REMINDERS : [...REMINDERS, remindDays];
  const dateFields = {
    day: <TextField label={t('Day')} inputMode="numeric" maxLength={2} {...field('day')} />,
    month: (
      <SelectField label={t('Month')} {...field('month')}>
        {monthNames().map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </SelectField>
    ),
    year: <TextField label={t('Year (if you like)')} inputMode="numeric" maxLength={4} {...field('year')} />,
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
          placeholder={t('Wedding day')}
          maxLength={OCCASION_LABEL_MAX_CHARACTERS}
          {...field('label')}
        />
      ) : null}
      <div className={styles.date}>
        {dateOrder().map((field) => (
          <Fragment key={field}>{dateFields[field]}</Fragment>
        ))}
      </div>
      <SelectField label={t('Shall we write to you?')} {...field('remindDays')} error={failure}>
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

function dateOrder(): ('day' | 'month' | 'year')[] {
  return language() === 'ja' ? ['year', 'month', 'day'] : ['day', 'month', 'year'];
}
