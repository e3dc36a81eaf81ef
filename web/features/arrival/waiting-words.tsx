import type { Arrival } from '../../../shared/arrival.ts';
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
  return (
    <p className={className}>
      It arrives at <bdi>{name}</bdi>’s on {arrivalInWords(arrival)}
      {own ? ` (${own})` : ''}. Until then My Letters keeps it, and you can take it back.
    </p>
  );
}
