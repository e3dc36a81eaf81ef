import { displayNameOf } from '../../../../shared/display-name.ts';
import { usePerson } from '../../identity/use-person.ts';
import { LetterDetails } from '../letter/letter-details.tsx';
import { photoSetOfLetter } from '../photos/photo-set.ts';
import { PhotoSetViewer } from '../photos/photo-set-viewer.tsx';
import { LetterReader } from '../reader/lazy-letter-reader.ts';
import type { TimelineItem } from './timeline-items.ts';

/** What is open over the timeline: a letter to be read, its details, one of its photos, or that photo over the details. */
export type Opened = { letterId: number; reading?: boolean; details: boolean; photo: number | null };

interface OpenedLetterProps {
  items: readonly TimelineItem[];
  opened: Opened | null;
  onChange: (opened: Opened | null) => void;
}

export function OpenedLetter({ items, opened, onChange }: OpenedLetterProps) {
  const sender = displayNameOf(usePerson());
  if (!opened) return null;
  const letter = items
    .flatMap((item) => (item.kind === 'letter' ? item.letter : []))
    .find(({ id }) => id === opened.letterId);
  if (!letter) return null;
  return (
    <>
      {opened.reading ? (
        <LetterReader letter={{ ...letter, senderName: sender }} onClose={() => onChange(null)} />
      ) : null}
      {opened.details ? (
        <LetterDetails
          letter={letter}
          onPhoto={(photo) => onChange({ ...opened, photo })}
          onClose={() => onChange(null)}
        />
      ) : null}
      {opened.photo !== null ? (
        <PhotoSetViewer
          photoSet={photoSetOfLetter(letter)}
          position={opened.photo}
          onMove={(photo) => onChange(photo === null && !opened.details ? null : { ...opened, photo })}
        />
      ) : null}
    </>
  );
}
