import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Arrival } from '../../../shared/arrival.ts';
import { Button } from '../../components/button.tsx';
import { focusAtFirst } from '../../lib/focus-at-first.ts';
import { T, t } from '../../lib/words.tsx';
import styles from './arrival-choice.module.css';
import { ArrivalDialog } from './lazy-arrival-dialog.ts';
import { useWaitingLetter } from './use-waiting-letter.ts';

interface WaitingActionsProps {
  letter: { id: number; recipientName: string; arrival: Arrival };
  /** only another time: where the letter is listed as well, the rest is done there */
  onlyChange?: boolean;
}

/** Buttons of a letter that waits for its day: another time, now, or not at all. */
export function WaitingActions({ letter, onlyChange = false }: WaitingActionsProps) {
  const [open, setOpen] = useState<'change' | 'now' | 'back' | null>(null);
  const { change, busy, failure, forget } = useWaitingLetter(letter.id, close);
  const place = useRef<HTMLDivElement>(null);
  const show = (what: typeof open) => {
    forget();
    setOpen(what);
  };
  /** The focus returns to the button that was pressed; a dialog returns it itself. */
  function close() {
    flushSync(() => setOpen(null));
    place.current?.querySelector<HTMLElement>(`[data-asks="${open}"]`)?.focus();
  }
  const { recipientName, arrival } = letter;
  const dialog =
    open === 'change' ? (
      <ArrivalDialog
        name={recipientName}
        zone={arrival.zone}
        chosen={arrival}
        busy={busy}
        failure={failure}
        onChoose={(to) => change({ to })}
        onClose={() => show(null)}
      />
    ) : null;
  if (onlyChange)
    return (
      <>
        <Button variant="secondary" onClick={() => show('change')}>
          {t('Change the day')}
        </Button>
        {dialog}
      </>
    );
  return (
    <div ref={place} className={styles.waiting}>
      {open === 'now' || open === 'back' ? (
        <Confirmation
          what={open}
          name={recipientName}
          busy={busy}
          onConfirm={() => change(open)}
          onKeep={() => {
            forget();
            close();
          }}
        />
      ) : (
        <div className={styles.buttons}>
          <Button variant="secondary" size="sm" onClick={() => show('change')}>
            {t('Change')}
          </Button>
          <Button variant="quiet" size="sm" data-asks="now" onClick={() => show('now')}>
            {t('Send now')}
          </Button>
          <Button variant="quiet" size="sm" data-asks="back" onClick={() => show('back')}>
            {t('Take it back')}
          </Button>
        </div>
      )}
      {failure && open !== 'change' ? <p role="alert">{failure}</p> : null}
      {dialog}
    </div>
  );
}

interface ConfirmationProps {
  what: 'now' | 'back';
  /** the recipient's */
  name: string;
  busy: boolean;
  onConfirm: () => void;
  onKeep: () => void;
}

function Confirmation({ what, name, busy, onConfirm, onKeep }: ConfirmationProps) {
  return (
    <>
      <p>
        {what === 'now' ? (
          <T text="Send it to {name} now?" name={<bdi>{name}</bdi>} />
        ) : (
          t('Take it back? Its credit returns, and nothing of the letter is lost.')
        )}
      </p>
      <div className={styles.buttons}>
        <Button size="sm" busy={busy} onClick={onConfirm}>
          {what === 'now' ? t('Send now') : t('Take it back')}
        </Button>
        <Button ref={focusAtFirst} variant="secondary" size="sm" disabled={busy} onClick={onKeep}>
          {t('Let it wait')}
        </Button>
      </div>
    </>
  );
}
