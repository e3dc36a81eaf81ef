import { useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Notice } from '../../../components/notice.tsx';
import { peopleInWords } from './judge-people.ts';
import { type BroughtIn, useBringIn } from './use-bring-in.ts';

/** Says what came into the address book, with Undo as long as the book is open. */
export function BroughtInNotice({ broughtIn }: { broughtIn: BroughtIn }) {
  const { takeBack } = useBringIn();
  const [state, setState] = useState<'here' | 'going' | 'gone'>('here');
  const [failure, setFailure] = useState<unknown>(null);
  const place = useRef<HTMLDivElement>(null);
  const { recipients, birthdays, birthdaysLeft } = broughtIn;
  const isEmpty = recipients.length + birthdays.length === 0;

  const undo = async () => {
    setState('going');
    setFailure(null);
    try {
      await takeBack(broughtIn);
      setState('gone');
      place.current?.focus();
    } catch (error) {
      console.error('The people were not taken back', error);
      setFailure(error);
      setState('here');
    }
  };

  return (
    <div ref={place} tabIndex={-1}>
      {state === 'gone' ? (
        <Notice tone="info" title="They are taken back." />
      ) : (
        <Notice
          tone="success"
          title={addedInWords(recipients.length, birthdays.length)}
          actions={
            isEmpty ? null : (
              <Button variant="secondary" size="sm" busy={state === 'going'} onClick={undo}>
                Undo
              </Button>
            )
          }
        >
          {birthdaysLeft > 0 ? (
            <p>{birthdaysInWords(birthdaysLeft)} did not fit: an address book keeps 1,000 days.</p>
          ) : null}
          <Failure error={failure} what="They were not taken back." />
        </Notice>
      )}
    </div>
  );
}

const birthdaysInWords = (many: number) =>
  many === 1 ? '1 birthday' : `${many.toLocaleString('en')} birthdays`;

/** Another tab may have added them meanwhile. */
function addedInWords(people: number, birthdays: number): string {
  if (people > 0) return `${peopleInWords(people)} added.`;
  return birthdays > 0 ? `${birthdaysInWords(birthdays)} added.` : 'Nobody was new.';
}
