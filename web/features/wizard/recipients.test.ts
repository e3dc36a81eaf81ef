import { expect, it } from 'vitest';
import {
  type ChosenRecipient,
  everybody,
  hasRecipients,
  NOBODY,
  namesOf,
  type Recipients,
  type SeveralAction,
  severalReducer,
} from './recipients.ts';

const one = (name: string): ChosenRecipient => ({
  ...NOBODY,
  name,
  email: `${name}@example.org`,
});
const [ilse, bea, tom] = [one('Ilse'), one('Bea'), one('Tom')];
const after = (to: Recipients, ...actions: SeveralAction[]) => actions.reduce(severalReducer, to);
const names = (to: Recipients) => everybody(to).map(({ name }) => name);

it('recipients: one is set aside for the next, opened again, and nobody is lost', () => {
  const two = after({ recipient: ilse, others: [] }, { type: 'recipient-set-aside' });
  expect(two).toEqual({ recipient: NOBODY, others: [ilse] });
  const opened = after({ ...two, recipient: bea }, { type: 'other-opened', email: ' ILSE@example.org' });
  expect([opened.recipient, opened.others]).toEqual([ilse, [bea]]);
  expect(namesOf(opened)).toBe('Bea and 1 other');
  const settled = after({ recipient: NOBODY, others: [ilse, bea] }, { type: 'recipients-settled' });
  expect(settled).toEqual({ recipient: bea, others: [ilse] });
});

it('recipients: everybody gets one letter, and no more than twenty people do', () => {
  const again = { ...ilse, name: 'Ilse Brandt', email: 'ILSE@example.org' };
  const added = after({ recipient: bea, others: [ilse] }, { type: 'recipients-added', added: [again, tom] });
  expect(names(added)).toEqual(['Ilse Brandt', 'Tom', 'Bea']);
  expect(names(after({ recipient: again, others: [ilse] }, { type: 'recipients-settled' }))).toEqual([
    'Ilse Brandt',
  ]);
  const many = Array.from({ length: 30 }, (_, n) => one(`n${n}`));
  expect(everybody(after(added, { type: 'recipients-added', added: many }))).toHaveLength(20);
  // Nobody more can be typed.
  const full = after({ recipient: NOBODY, others: [] }, { type: 'recipients-added', added: many });
  expect([full.recipient.name, full.others.length]).toEqual(['n19', 19]);
});

it('recipients: an entry of the address book is added, and left out when it is pressed again', () => {
  const entry = { ...tom, id: 7 };
  const { recentId: _, ...book } = entry;
  const added = after({ recipient: NOBODY, others: [ilse] }, { type: 'recipient-toggled', recipient: book });
  expect(added.others.map(({ recentId }) => recentId)).toEqual([null, 7]);
  expect(names(after(added, { type: 'recipient-toggled', recipient: book }))).toEqual(['Ilse']);
});

it('recipients: what was corrected while the address book saved it stays', () => {
  const corrected = { ...ilse, name: 'Ilse Brandt' };
  const spaced = { ...bea, name: 'Bea  Lind' };
  const now = after(
    { recipient: corrected, others: [spaced, { ...tom, greetingName: 'Grandpa', language: 'de' }] },
    {
      type: 'recipients-saved',
      saved: [
        [ilse, { ...ilse, id: 1 }],
        [spaced, { ...bea, name: 'Bea Lind', id: 2 }],
        [tom, { ...tom, id: 3 }],
      ],
    },
  );
  expect(now).toEqual({
    recipient: corrected,
    others: [
      { ...bea, name: 'Bea Lind', recentId: 2 },
      { ...tom, greetingName: 'Grandpa', language: 'de' },
    ],
  });
});

it('recipients: a letter may go on when each has a name and an address', () => {
  expect(hasRecipients({ recipient: NOBODY, others: [] })).toBe(false);
  expect(hasRecipients({ recipient: NOBODY, others: [ilse] })).toBe(true);
  expect(hasRecipients({ recipient: { ...bea, email: '' }, others: [ilse] })).toBe(false);
  expect(hasRecipients({ recipient: bea, others: [{ ...ilse, name: ' ' }] })).toBe(false);
});
