import { type FormEvent, useState } from 'react';
import { REPORT_WORDS_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { REPORT_REASONS, type ReportReason, reportAnswer } from '../../../../shared/reports.ts';
import { Button } from '../../../components/button.tsx';
import { TextArea } from '../../../components/text-field.tsx';
import { messageForPerson, write } from '../../../lib/api.ts';
import { focusAtFirst } from '../../../lib/focus-at-first.ts';
import { useAction } from '../../../lib/use-action.ts';
import { t } from '../../../lib/words.tsx';
import styles from './report-letter.module.css';

const REASONS = Object.keys(REPORT_REASONS) as ReportReason[];

interface ReportLetterProps {
  letterId: number;
  name: string;
  answers: boolean;
}

export function ReportLetter({ letterId, name, answers }: ReportLetterProps) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [words, setWords] = useState('');
  const [missing, setMissing] = useState(false);
  const report = useAction('The letter could not be reported', (chosen: ReportReason) =>
    write('POST', `/api/letters/${letterId}/report`, { reason: chosen, words }, reportAnswer),
  );
  const title = answers ? t('Report these answers') : t('Report this letter');
  if (report.done) {
    return (
      // The form is gone, and with it the button that was pressed.
      <p className={styles.report} role="status" tabIndex={-1} ref={focusAtFirst}>
        {answers
          ? t('We read every report. You get no more mail from {name}.', { name })
          : t(
              'Thank you for telling us. We read every report. Letters from {name} to you are refused from now on.',
              { name },
            )}
      </p>
    );
  }
  if (!open) {
    return (
      <div className={styles.report}>
        <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
          {title}
        </Button>
      </div>
    );
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(reason === null);
    if (reason) void report.run(reason);
  }
  const problem = missing
    ? t('Please choose what is wrong with the letter')
    : report.failure
      ? messageForPerson(report.failure, t('Please try again'))
      : null;
  return (
    <form className={styles.report} onSubmit={submit} noValidate>
      <fieldset>
        <legend>
          {answers ? t('What is wrong with these answers?') : t('What is wrong with this letter?')}
        </legend>
        <p>
          {answers
            ? t(
                'We read it then, and you get no more mail from {name}. If they try to write to you, they are told that you asked for this, not that you reported them.',
                { name },
              )
            : t(
                'We read it then, and {name} can no longer write to you. If they try, they are told that you asked for this, not that you reported a letter.',
                { name },
              )}
        </p>
        {REASONS.map((id, index) => (
          <label key={id} className="check">
            <input
              type="radio"
              name="reason"
              // The button that opened the form is gone.
              ref={index === 0 ? focusAtFirst : undefined}
              checked={reason === id}
              onChange={() => {
                setReason(id);
                setMissing(false);
              }}
            />
            {t(REPORT_REASONS[id])}
          </label>
        ))}
      </fieldset>
      <TextArea
        label={t('In your own words, if you like')}
        value={words}
        maxLength={REPORT_WORDS_MAX_CHARACTERS}
        rows={3}
        onText={setWords}
      />
      {problem ? (
        <p className="trouble" role="alert">
          {problem}
        </p>
      ) : null}
      <div className="actions mt3">
        <Button type="submit" size="sm" busy={report.busy}>
          {title}
        </Button>
        <Button variant="quiet" size="sm" disabled={report.busy} onClick={() => setOpen(false)}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
