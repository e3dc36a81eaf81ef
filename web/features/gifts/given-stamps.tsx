import { useRef } from 'react';
import type { Gift } from '../../../shared/gifts.ts';
import { type Marked, msg } from '../../../shared/words.ts';
import { Button } from '../../components/button.tsx';
import { useToast } from '../../components/toast.tsx';
import { messageForPerson } from '../../lib/api.ts';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { useAction } from '../../lib/use-action.ts';
import { n, t } from '../../lib/words.tsx';
import { useGiving } from './gifts-query.ts';
import styles from './given-stamps.module.css';

export function GivenStamps({ gifts }: { gifts: Gift[] }) {
  return (
    <ul className={styles.list} aria-label={t('Stamps that you gave')}>
      {gifts.map((gift) => (
        <Given key={gift.id} gift={gift} />
      ))}
    </ul>
  );
}

const RETURNS: Record<string, string & Marked> = {
  // Translators: the gift, of one stamp or of several; so in the sentences below
  'taken back': msg('You took it back.'),
  // Translators: the stamp
  letter: msg('It came back with its letter.'),
  // Translators: the gift, of one stamp or of several
  payment: msg('It came back, since its payment was returned.'),
  'a year': msg('Nobody took it within a year, so it came back.'),
  undelivered: msg('Our mail about it could not be delivered, so it came back.'),
  refused: msg('It could not be given to this address, so it came back.'),
};

function stateOf({ status, returnedFor, claimableAt, letterId }: Gift): string {
  if (status === 'claimed') return t('Received.');
  // Translators: the gift, of one stamp or of several
  if (status === 'returned') return t(RETURNS[returnedFor ?? ''] ?? msg('It came back.'));
  if (new Date(claimableAt) > new Date())
    return t('Waits until {time}.', { time: formatDateTime(claimableAt) });
  return letterId === null ? t('Waits for them.') : t('Waits in its letter.');
}

function Given({ gift }: { gift: Gift }) {
  const { takeBack } = useGiving();
  const toast = useToast();
  const item = useRef<HTMLLIElement>(null);
  const { id, credits, recipientName, recipientEmail, note, status, returnableFrom } = gift;
  const waits = status === 'waiting';
  const staysUntil = waits && returnableFrom && new Date(returnableFrom) > new Date() ? returnableFrom : null;

  const { run, busy } = useAction('A gift was not taken back', async () => {
    try {
      await takeBack(id);
      // The button that had the focus is gone.
      item.current?.focus();
    } catch (cause) {
      const description = messageForPerson(cause, t('Please try again'));
      toast({ title: t('It could not be taken back'), description, tone: 'error' });
      throw cause;
    }
  });

  return (
    <li ref={item} tabIndex={-1}>
      <p>
        <b>{n(credits, 'A stamp for {name}', '{n} stamps for {name}', { name: recipientName })}</b>
        <span className="dim">{recipientEmail}</span>
        {note ? (
          <span className={styles.note} dir="auto">
            {note}
          </span>
        ) : null}
        <span className="dim sm">
          <span role="status">{stateOf(gift)}</span>{' '}
          {staysUntil ? (
            <span>
              {
                // Translators: the gift, of one stamp or of several
                t('You can take it back from {date} on.', { date: formatDate(staysUntil) })
              }
            </span>
          ) : null}
        </span>
      </p>
      {waits && !staysUntil ? (
        <Button
          variant="quiet"
          size="sm"
          busy={busy}
          aria-label={t('Take back: {name}', { name: recipientName })}
          onClick={() => run()}
        >
          {t('Take back')}
        </Button>
      ) : null}
    </li>
  );
}
