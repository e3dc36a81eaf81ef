import { useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Notice } from '../../../components/notice.tsx';
import { n, t } from '../../../lib/words.tsx';
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
        <Notice tone="info" title={t('They are taken back.')} />
      ) : (
        <Notice
          tone="success"
          title={addedInWords(recipients.length, birthdays.length)}
          actions={
            isEmpty ? null : (
              <Button variant="secondary" size="sm" busy={state === 'going'} onClick={undo}>
                {t('Undo')}
              </Button>
            )
          }
        >
          {birthdaysLeft > 0 ? (
            <p>
              {n(
                birthdaysLeft,
                '1 birthday did not fit: an address book keeps 1,000 days.',
                '{n} birthdays did not fit: an address book keeps 1,000 days.',
              )}
            </p>
          ) : null}
          <Failure error={failure} what={t('They were not taken back.')} />
        </Notice>
      )}
    </div>
  );
}

/** Another tab may have added them meanwhile. */
function addedInWords(people: number, birthdays: number): string {
  if (people > 0) return n(people, '1 person added.', '{n} people added.');
  return birthdays > 0 ? n(birthdays, '1 birthday added.', '{n} birthdays added.') : t('Nobody was new.');
}
