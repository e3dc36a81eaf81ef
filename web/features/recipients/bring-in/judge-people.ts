import type { FoundPerson } from '../../../../packages/address-files/found-people.ts';
import { displayNameOf } from '../../../../shared/display-name.ts';
import { chooseLanguage, LANGUAGES } from '../../../../shared/languages.ts';
import type { Occasion } from '../../../../shared/occasions.ts';
import type { ImportBody, Recipient } from '../../../../shared/recipients.ts';
import { countsInWords, joinSentences } from '../../../../shared/words.ts';
import { isTimeZone } from '../../../../templates/parts/time-zone.ts';
import { language, n, t } from '../../../lib/words.tsx';
import { dateInWords } from '../../occasions/occasion-words.ts';
import { recipientKey } from '../recipient-key.ts';

export interface Row {
  id: string;
  found: FoundPerson;
  name: string;
  /** the text in the address field */
  email: string;
  /** null when no mail can be sent to it */
  address: string | null;
  /** null until somebody sets or removes the tick */
  ticked: boolean | null;
}

type Standing = 'new' | 'doubtful' | 'here' | 'wrong';

export type JudgedRow = ReturnType<typeof judgeRows>[number];

/** Addresses of programs and offices. */
const NOT_OF_A_PERSON =
  /^(no[-_.]?reply|do[-_.]?not[-_.]?reply|mailer-daemon|postmaster|newsletter|notifications?|info|support|service|hello|office|sales|billing)(?=[@+])/i;

export function rowOf(found: FoundPerson, at: number): Row {
  const [email = ''] = found.emails;
  return {
    id: String(at),
    found,
    name: found.name || displayNameOf({ displayName: null, email }),
    email,
    address: found.isAddress ? email : null,
    ticked: null,
  };
}

/** @param birthdays those in the address book, by the id of the entry */
export function judgeRows(
  rows: readonly Row[],
  book: readonly Recipient[],
  birthdays: ReadonlyMap<number, Occasion>,
) {
  const byAddress = new Map(book.map((entry) => [recipientKey(entry.email), entry]));
  const seen = new Set<string>();
  return rows.map((row) => {
    const judged = (standing: Standing, note: string, canTick = standing !== 'wrong') => ({
      ...row,
      standing,
      /** a remark on the row; may be empty */
      note,
      canTick,
      isTicked: canTick && (row.ticked ?? standing !== 'doubtful'),
    });
    if (row.address === null) return judged('wrong', t('Not an e-mail address.'));
    if (!row.name.trim()) return judged('wrong', t('It needs a name.'));
    const key = recipientKey(row.address);
    if (seen.has(key)) return judged('here', t('Twice on this list.'), false);
    seen.add(key);
    const entry = byAddress.get(key);
    if (entry) {
      const known =
        entry.name === row.name.trim()
          ? t('Here already.')
          : t('Here already as {name}.', { name: entry.name });
      const { birthday } = row.found;
      return birthday && !birthdays.has(entry.id)
        ? judged(
            'here',
            joinSentences(
              [known, t('Their birthday, {date}, is new.', { date: dateInWords(birthday) })],
              language(),
            ),
          )
        : judged('here', known, false);
    }
    if (row.found.isFirm || NOT_OF_A_PERSON.test(row.address))
      return judged('doubtful', t('Perhaps not a person.'));
    return row.found.name || row.name !== rowOf(row.found, 0).name
      ? judged('new', '')
      : judged('doubtful', t('Without a name on the list.'));
  });
}

/** What is imported of a row whose address is valid. */
export function entryOf({ found, name, address }: JudgedRow): ImportBody['entries'][number] {
  return {
    name: name.trim(),
    email: address ?? '',
    ...(found.greetingName ? { greetingName: found.greetingName } : {}),
    timeZone: found.timeZone && isTimeZone(found.timeZone) ? found.timeZone : null,
    // The nearest of the product's languages.
    language: found.language && chooseLanguage([found.language], LANGUAGES),
    birthday: found.birthday,
  };
}

/** '41 people: 34 new, 5 here already, 2 to look at.' */
export function summaryOf(rows: readonly JudgedRow[]): string {
  const count = (...standings: Standing[]) =>
    rows.filter(({ standing }) => standings.includes(standing)).length;
  const [fresh, here, unsure] = [count('new'), count('here'), count('doubtful', 'wrong')];
  const parts = [
    // `{people}`, not `{n}` as in the count of new answers: an adjective follows its noun in many languages.
    fresh > 0 ? n(fresh, '{people} new', '{people} new', { people: fresh }) : '',
    here > 0 ? n(here, '{n} here already', '{n} here already') : '',
    unsure > 0 ? n(unsure, '{n} to look at', '{n} to look at') : '',
  ].filter(Boolean);
  const list = countsInWords(parts, language());
  return n(rows.length, '1 person: {list}.', '{n} people: {list}.', { list });
}
