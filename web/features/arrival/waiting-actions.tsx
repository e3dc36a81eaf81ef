import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { Arrival } from '../../../shared/arrival.ts';
import { Button } from '../../components/button.tsx';
import { useToast } from '../../components/toast.tsx';
import { messageForPerson } from '../../lib/api.ts';
import { focusAtFirst } from '../../lib/focus-at-first.ts';
import { useInvalidation } from '../../lib/queries.ts';
import { useAction } from '../../lib/use-action.ts';
import { T, t } from '../../lib/words.tsx';
import { ArrivalDialog } from './lazy-arrival-dialog.ts';
import { visitOf } from './put-on-desk.ts';
import { changedToast, type WaitingChange, waitingChanges } from './waiting-change.ts';

interface WaitingActionsProps {
  letter: { id: number; recipientName: string; arrival: Arrival };
  /** ids of the other letters of its batch that wait for the same time */
  others?: readonly number[];
  /** offers only a change of the time: the list of letters offers the other actions */
  onlyChange?: boolean;
}

export function WaitingActions({ letter, others = [], onlyChange = false }: WaitingActionsProps) {
  const [open, setOpen] = useState<'change' | 'now' | 'back' | null>(null);
  const { change, busy, failure, forget } = useWaitingLetters(letter.id, others, close);
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
  const isOne = others.length === 0;
  const dialog =
    open === 'change' ? (
      <ArrivalDialog
        name={isOne ? recipientName : null}
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
    <div ref={place} className="field">
      {open === 'now' || open === 'back' ? (
        <Confirmation
          what={open}
          name={isOne ? recipientName : null}
          busy={busy}
          onConfirm={() => change(open)}
          onKeep={() => {
            forget();
            close();
          }}
        />
      ) : (
        <div className="actions">
          <Button variant="secondary" size="sm" onClick={() => show('change')}>
            {isOne ? t('Change') : t('Change the day for all')}
          </Button>
          {isOne ? (
            <Button variant="quiet" size="sm" data-asks="now" onClick={() => show('now')}>
              {t('Send now')}
            </Button>
          ) : null}
          <Button variant="quiet" size="sm" data-asks="back" onClick={() => show('back')}>
            {isOne ? t('Take it back') : t('Take all back')}
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
  /** the recipient's; null for several */
  name: string | null;
  busy: boolean;
  onConfirm: () => void;
  onKeep: () => void;
}

function Confirmation({ what, name, busy, onConfirm, onKeep }: ConfirmationProps) {
  return (
    <>
      <p>
        {what === 'now' ? (
          <T text="Send it to {name} now?" name={name} />
        ) : name === null ? (
          t('Take all of them back? Their credits return, and nothing of the letter is lost.')
        ) : (
          t('Take it back? Its credit returns, and nothing of the letter is lost.')
        )}
      </p>
      <div className="actions">
        <Button size="sm" busy={busy} onClick={onConfirm}>
          {what === 'now' ? t('Send now') : name === null ? t('Take all back') : t('Take it back')}
        </Button>
        <Button ref={focusAtFirst} variant="secondary" size="sm" disabled={busy} onClick={onKeep}>
          {t('Let it wait')}
        </Button>
      </div>
    </>
  );
}

/** Changes all letters, the first one last; once all are taken back they become one draft. */
function useWaitingLetters(first: number, others: readonly number[], onDone: () => void) {
  const invalidate = useInvalidation();
  const toast = useToast();
  const navigate = useNavigate();
  const [ask] = useState(waitingChanges);
  const { run, busy, failure, forget } = useAction(
    'The letter was not changed',
    async (change: WaitingChange) => {
      try {
        const { letter, draft } = await ask([first, ...others], change);
        const onAct = () => draft && void navigate('/', { state: visitOf(draft) });
        toast({
          ...changedToast(change, letter, draft, others.length > 0),
          ...(draft ? { action: { label: t('Go to it'), onAct } } : {}),
        });
        onDone();
      } finally {
        await invalidate('waiting letter');
      }
    },
  );
  return {
    change: run,
    busy,
    /** for a person */
    failure: failure ? messageForPerson(failure, t('Nothing was changed. Please try once more.')) : null,
    forget,
  };
}
