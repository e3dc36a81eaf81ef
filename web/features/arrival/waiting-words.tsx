import type { Arrival } from '../../../shared/arrival.ts';
import { arrivalInWords, ownTimeInWords } from './arrival-words.ts';
import { WaitingActions } from './waiting-actions.tsx';

interface WaitingWordsProps {
  className: string | undefined;
  letter: { id: number; recipientName: string; arrival: Arrival };
}

/** After a send: until when the letter waits, and the way to change that. */
export function WaitingWords({ className, letter }: WaitingWordsProps) {
  const { recipientName, arrival } = letter;
  const own = ownTimeInWords(arrival);
  return (
    <>
      <p className={className}>
        It arrives at <bdi>{recipientName}</bdi>’s on {arrivalInWords(arrival)}
        {own ? ` (${own})` : ''}. Until then My Letters keeps it, and you can take it back.
      </p>
      <WaitingActions letter={letter} onlyChange />
    </>
  );
}
