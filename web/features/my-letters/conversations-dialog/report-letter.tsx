import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { REPORT_REASONS, type ReportReason, reportAnswer } from '../../../../shared/reports.ts';
import { Button } from '../../../components/button.tsx';
import { messageForPerson, write } from '../../../lib/api.ts';
import styles from './report-letter.module.css';

const REASONS = Object.entries(REPORT_REASONS) as [ReportReason, string][];

interface ReportLetterProps {
  letterId: number;
  /** who wrote it */
  name: string;
}

/** For the recipient of a letter: reports it, and refuses further letters from its sender. */
export function ReportLetter({ letterId, name }: ReportLetterProps) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [missing, setMissing] = useState(false);
  const report = useMutation({
    mutationFn: (chosen: ReportReason) =>
      write('POST', `/api/letters/${letterId}/report`, { reason: chosen }, reportAnswer),
    onError: (cause) => console.error('The letter could not be reported', cause),
  });
  if (report.isSuccess) {
    return (
      // The form is gone, and with it the button that was pressed.
      <p className={styles.report} role="status" tabIndex={-1} ref={focusOnce}>
        Thank you for telling us. We read every report. Letters from {name} to you are refused from now on.
      </p>
    );
  }
  if (!open) {
    return (
      <div className={styles.report}>
        <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
          Report this letter
        </Button>
      </div>
    );
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(reason === null);
    if (reason) report.mutate(reason);
  }
  const problem = missing
    ? 'Please choose what is wrong with the letter'
    : report.isError
      ? messageForPerson(report.error, 'Please try again')
      : null;
  return (
    <form className={styles.report} onSubmit={submit} noValidate>
      <fieldset>
        <legend>What is wrong with this letter?</legend>
        <p>
          We read it then, and {name} can write to you no more. If they try, they are told that you asked for
          this, not that you reported a letter.
        </p>
        {REASONS.map(([id, words], index) => (
          <label key={id}>
            <input
              type="radio"
              name="reason"
              // The button that opened the form is gone.
              ref={index === 0 ? focusFirst : undefined}
              checked={reason === id}
              onChange={() => {
                setReason(id);
                setMissing(false);
              }}
            />
            {words}
          </label>
        ))}
      </fieldset>
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button type="submit" size="sm" busy={report.isPending}>
          Report this letter
        </Button>
        <Button variant="quiet" size="sm" disabled={report.isPending} onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const focusOnce = (thanks: HTMLParagraphElement | null) => thanks?.focus();

const focusFirst = (input: HTMLInputElement | null) => {
  if (input && !input.form?.contains(document.activeElement)) input.focus();
};
