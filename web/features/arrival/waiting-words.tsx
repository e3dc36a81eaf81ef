import type { Arrival } from '../../../shared/arrival.ts';
import { Sentences } from '../../components/sentences.tsx';
import { T, t } from '../../lib/words.tsx';
import { arrivalInWords, ownTimeInWords } from './arrival-words.ts';

interface WaitingWordsProps {
  className: string | undefined;
  /** the recipient's */
  name: string;
  arrival: Arrival;
}

/** After a send: until when the letter waits, and the way to change that. */
export function WaitingWords({ className, name, arrival }: WaitingWordsProps) {
  const own = ownTimeInWords(arrival);
  const told = { name: <bdi>{name}</bdi>, day: arrivalInWords(arrival) };
  return (
    <p className={className}>
      <Sentences>
        {own ? (
          <T text="It arrives at {name}’s on {day} ({own})." {...told} own={own} />
        ) : (
          <T text="It arrives at {name}’s on {day}." {...told} />
        )}
        {t('Until then My Letters keeps it, and you can take it back.')}
      </Sentences>
    </p>
  );
}
