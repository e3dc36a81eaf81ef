import { isEmailAddress, readEmailAddress } from '../../../packages/address-files/deliverable-address.ts';
import type { DraftFields } from '../../../shared/drafts.ts';
import { RECIPIENTS_PER_LETTER } from '../../../shared/limits.ts';
import { creditsFor } from '../../../shared/postage.ts';
import type { Recipient } from '../../../shared/recipients.ts';
import { andOthers } from '../../lib/and-others.ts';
import { recipientKey } from '../recipients/recipient-key.ts';

export type ChosenRecipient = DraftFields['recipient'];

/** Who gets a letter in progress: the one on the envelope, and others, each with a letter of their own. */
export type Recipients = Pick<DraftFields, 'recipient' | 'others'>;

export type SeveralAction =
  /** empties the envelope for somebody else; whom it named becomes one of the others */
  | { type: 'recipient-set-aside' }
  | { type: 'recipients-added'; added: ChosenRecipient[] }
  /** adds or removes an entry of the address book */
  | { type: 'recipient-toggled'; recipient: Recipient }
  | { type: 'other-removed'; email: string }
  | { type: 'other-opened'; email: string }
  | { type: 'recipients-saved'; saved: [typed: ChosenRecipient, entry: Recipient][] }
  /** ends adding: an empty envelope gets the last of the others */
  | { type: 'recipients-settled' };

export const NOBODY: ChosenRecipient = {
  name: '',
  email: '',
  greetingName: '',
  language: null,
  recentId: null,
};

/** Somebody to write to; `id` is null for somebody who is not in the address book. */
export type WrittenTo = Omit<Recipient, 'id'> & { id: number | null };

export const chosenFrom = ({
  id,
  name,
  email,
  greetingName,
  language = null,
}: WrittenTo): ChosenRecipient => ({
  name,
  email,
  greetingName,
  language,
  recentId: id,
});

export const isNobody = ({ name, email }: ChosenRecipient) => name.trim() === '' && email.trim() === '';

export const isRecipientComplete = ({ name, email }: ChosenRecipient): boolean =>
  name.trim() !== '' && isEmailAddress(email);

export const everybody = ({ recipient, others }: Recipients): ChosenRecipient[] =>
  isNobody(recipient) && others.length > 0 ? others : [...others, recipient];

export const hasRecipients = (to: Recipients) => everybody(to).every(isRecipientComplete);

/** Credits for all who get the letter. */
export const postageOf = (letter: Recipients & { stamp: boolean }): number =>
  creditsFor(everybody(letter).length, letter.stamp);

/** 'Ilse Brandt', or 'Ilse Brandt and 3 others'; the address of somebody without a name, and empty for nobody. */
export function namesOf(to: Recipients): string {
  const [first = NOBODY, ...rest] = everybody(to);
  return andOthers(first.name.trim() || first.email.trim(), rest.length);
}

/** The address as the server keeps it, so that a letter to send can be compared with those that were sent. */
export const addressOf = ({ email }: ChosenRecipient) => readEmailAddress(email) ?? email.trim();

/** The action of 'Write to': replaces a single recipient, and adds to several. */
export function writtenTo(
  { others }: Recipients,
  recipient: WrittenTo,
): SeveralAction | { type: 'recipient-chosen'; recipient: WrittenTo } {
  return others.length === 0
    ? { type: 'recipient-chosen', recipient }
    : { type: 'recipients-added', added: [chosenFrom(recipient)] };
}

const isSame = (one: { email: string }, other: { email: string }) =>
  recipientKey(one.email) === recipientKey(other.email);

export function severalReducer({ recipient, others }: Recipients, action: SeveralAction): Recipients {
  switch (action.type) {
    case 'recipient-set-aside':
      return isNobody(recipient)
        ? { recipient, others }
        : { recipient: NOBODY, others: withAdded(others, recipient) };
    case 'recipients-added': {
      const kept =
        isNobody(recipient) || action.added.some((one) => isSame(one, recipient)) ? [] : [recipient];
      const all = action.added.reduce(withAdded, others).slice(0, RECIPIENTS_PER_LETTER - kept.length);
      const next = { recipient: kept[0] ?? NOBODY, others: all };
      // At the limit there is no empty envelope for one more.
      return all.length < RECIPIENTS_PER_LETTER ? next : severalReducer(next, { type: 'recipients-settled' });
    }
    case 'recipient-toggled': {
      const chosen = chosenFrom(action.recipient);
      const rest = others.filter((one) => !isSame(one, chosen));
      if (rest.length < others.length) return { recipient, others: rest };
      if (isSame(recipient, chosen)) return { recipient: NOBODY, others };
      return severalReducer({ recipient, others }, { type: 'recipients-added', added: [chosen] });
    }
    case 'other-removed':
      return { recipient, others: others.filter((one) => !isSame(one, action)) };
    case 'other-opened': {
      const opened = others.find((one) => isSame(one, action));
      if (!opened) return { recipient, others };
      const rest = others.filter((one) => one !== opened);
      return { recipient: opened, others: isNobody(recipient) ? rest : withAdded(rest, recipient) };
    }
    case 'recipients-saved': {
      const known = (one: ChosenRecipient) => {
        // What was corrected meanwhile, a name or a greeting, stays.
        const saved = action.saved.find(([typed]) => typed === one);
        return saved ? chosenFrom(saved[1]) : one;
      };
      return { recipient: known(recipient), others: others.map(known) };
    }
    case 'recipients-settled': {
      const last = others.at(-1);
      if (isNobody(recipient) && last) return { recipient: last, others: others.slice(0, -1) };
      return { recipient, others: others.filter((one) => !isSame(one, recipient)) };
    }
  }
}

function withAdded(people: ChosenRecipient[], added: ChosenRecipient): ChosenRecipient[] {
  return people.some((one) => isSame(one, added))
    ? people.map((one) => (isSame(one, added) ? added : one))
    : [...people, added];
}
