import { useRef } from 'react';
import { sentenceOf } from '../../../../shared/errors.ts';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { n, say, T, t } from '../../../lib/words.tsx';
import { type BroughtIn, useBringIn } from './use-bring-in.ts';

const REFUSED_SHOWN = 5;

export function BroughtInNotice({ broughtIn }: { broughtIn: BroughtIn }) {
  const { takeBack } = useBringIn();
  const place = useRef<HTMLDivElement>(null);
  const { recipients, birthdays, birthdaysLeft, refused } = broughtIn;
  const isEmpty = recipients.length + birthdays.length === 0;

  const undo = useAction('The people were not taken back', async () => {
    await takeBack(broughtIn);
    place.current?.focus();
  });

  return (
    <div ref={place} tabIndex={-1}>
      {undo.done ? (
        <Notice tone="info" title={t('They are taken back.')} />
      ) : (
        <Notice
          tone={isEmpty && refused.length > 0 ? 'warning' : 'success'}
          title={addedInWords(broughtIn)}
          actions={
            isEmpty ? null : (
              <Button variant="secondary" size="sm" busy={undo.busy} onClick={() => undo.run()}>
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
          {refused.length > 0 ? <Refused people={refused} /> : null}
          <Failure error={undo.failure} what={t('They were not taken back.')} />
        </Notice>
      )}
    </div>
  );
}

function Refused({ people }: { people: BroughtIn['refused'] }) {
  const more = people.length - REFUSED_SHOWN;
  return (
    <>
      <p>{n(people.length, '1 person was not added:', '{n} people were not added:')}</p>
      <ul>
        {people.slice(0, REFUSED_SHOWN).map(({ name, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>
            <T text="{name}: {reason}" name={name} reason={<span>{say(sentenceOf({ message }))}</span>} />
          </li>
        ))}
        {more > 0 ? <li>{n(more, 'and {n} more', 'and {n} more')}</li> : null}
      </ul>
    </>
  );
}

/** Says 'Nobody was new' if another tab added the same people meanwhile. */
function addedInWords({ recipients, birthdays, refused }: BroughtIn): string {
  if (recipients.length > 0) return n(recipients.length, '1 person added.', '{n} people added.');
  if (birthdays.length > 0) return n(birthdays.length, '1 birthday added.', '{n} birthdays added.');
  return refused.length > 0 ? t('Nobody was added.') : t('Nobody was new.');
}
