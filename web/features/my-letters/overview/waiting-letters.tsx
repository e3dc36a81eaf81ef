import { useState } from 'react';
import { STATUS } from '../../../../shared/letter-status.ts';
import type { Letter } from '../../../../shared/letters.ts';
import { countsInWords } from '../../../../shared/words.ts';
import { Icon } from '../../../components/icon.tsx';
import { PhotoImage } from '../../../components/photo-image.tsx';
import { useKeptFocus } from '../../../components/use-kept-focus.ts';
import { language, t } from '../../../lib/words.tsx';
import { arrivalInWords, daysLeft, ownTimeInWords } from '../../arrival/arrival-words.ts';
import { WaitingActions } from '../../arrival/waiting-actions.tsx';
import styles from './waiting-letters.module.css';

type Waiting = Letter & { arrival: NonNullable<Letter['arrival']> };

export function WaitingLetters({ waiting }: { waiting: readonly Letter[] }) {
  const letters = waiting.filter((letter): letter is Waiting => letter.arrival !== null);
  const [open, setOpen] = useState(false);
  const place = useKeptFocus<HTMLElement>();
  if (letters.length === 0) return null;
  return (
    <section className={styles.waiting} aria-labelledby="waiting-letters" {...place}>
      <h2>
        <button
          type="button"
          id="waiting-letters"
          className={styles.line}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon name="calendar" />
          {t('Waiting ({count})', { count: letters.length })}
          <Icon name="chevron" className="push" />
        </button>
      </h2>
      {open ? (
        <ul>
          {[...sentTogether(letters)].map(([key, together]) => (
            <li key={key}>
              <Card letters={together} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Card({ letters }: { letters: Waiting[] }) {
  const [first, ...others] = letters;
  if (!first) return null;
  const { arrival, photos, status, statusReason } = first;
  const [photo] = photos;
  return (
    <>
      <div className={styles.card}>
        {photo ? <PhotoImage photo={photo} size="thumbnail" alt="" whenBroken="hidden" /> : null}
        <div>
          <p className="called">{arrivalInWords(arrival)}</p>
          <p className="dim">{[daysLeft(arrival), ownTimeInWords(arrival)].filter(Boolean).join(' · ')}</p>
          <p dir="auto">
            {countsInWords(
              letters.map(({ recipientName, recipientEmail }) => recipientName.trim() || recipientEmail),
              language(),
            )}
          </p>
          {status === STATUS.sealed ? <p>{statusReason}</p> : null}
        </div>
      </div>
      <WaitingActions letter={first} others={others.map(({ id }) => id)} />
    </>
  );
}

/** One alone, or those of one batch that wait for the same time. */
const sentTogether = (letters: Waiting[]) =>
  Map.groupBy(letters, ({ id, batch, arrival }) => `${batch?.id ?? id} ${arrival.at}`);
