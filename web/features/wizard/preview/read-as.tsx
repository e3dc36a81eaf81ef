import { useId } from 'react';
import { t } from '../../../lib/words.tsx';
import type { ChosenRecipient } from '../recipients.ts';

interface ReadAsProps {
  people: ChosenRecipient[];
  reader: ChosenRecipient;
  onChoose: (email: string) => void;
  className: string | undefined;
}

export function ReadAs({ people, reader, onChoose, className }: ReadAsProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id}>
        {
          // Translators: label of a list of people, each of whom gets the letter with their own name in it
          t('Read it as')
        }
      </label>
      <select
        className="control"
        id={id}
        value={reader.email}
        onChange={(event) => onChoose(event.target.value)}
      >
        {people.map(({ name, email }) => (
          <option key={email} value={email}>
            {name.trim()}
          </option>
        ))}
      </select>
    </div>
  );
}
