import type { Occasion } from '../../../shared/occasions.ts';
import type { Words } from '../../../shared/words.ts';
import { nameInMail } from '../../../templates/parts/names.ts';
import { writtenOnDay } from '../../../templates/parts/written-date.ts';
import type { Config } from '../../core/config.ts';
import { plainMail } from '../../mail/out/send-mail.ts';
import { remindersUrl } from './data.ts';
import { daysBetween, nameOfOccasion } from './occasion-dates.ts';

/** Of more days the mail says how many. */
const DAYS_NAMED = 20;

export interface Due {
  occasion: Occasion;
  /** of the person in the address book */
  name: string;
  /** 'YYYY-MM-DD' */
  date: string;
}

interface Silent {
  recipientId: number;
  name: string;
  weeks: number;
}

interface Reminder {
  to: string;
  /** 'YYYY-MM-DD' */
  today: string;
  /** the next one first */
  due: readonly Due[];
  silent: Silent | null;
  stopToken: string;
}

/** Has one link to a letter for the first of the days. At least one of `due` and `silent` is given. */
export function reminderMail(config: Config, words: Words, { to, today, due, silent, stopToken }: Reminder) {
  const { t } = words;
  const [first] = due;
  const about = first ? { ...first.occasion, name: first.name } : silent;
  if (!about) throw new Error('There is nothing to remind of.');
  const name = nameInMail(about.name);
  const arrive = first ? `&arrive=${first.date}` : '';
  return plainMail(config, words, {
    to,
    subject: first ? isNear(first, name, today, words) : t('A letter to {name}?', { name }),
    paragraphs: [
      ...due.slice(0, DAYS_NAMED).map((one) => comes(one, today, words)),
      ...(due.length > DAYS_NAMED ? [moreDays(due.length - DAYS_NAMED, words)] : []),
      ...(silent ? [silence(silent, words)] : []),
    ],
    link: {
      address: `${config.publicUrl}/?to=${about.recipientId}${arrive}`,
      label: first ? t('Write to {name}, to arrive that day', { name }) : t('Write to {name}', { name }),
    },
    closing: t('You asked us to write to you about these days. Your address book keeps them.'),
    stop: { address: remindersUrl(config, stopToken), label: t('No more of these mails') },
  });
}

/** 'Ilse’s birthday is in 7 days' */
function isNear({ occasion, date }: Due, name: string, today: string, words: Words): string {
  const { t, n } = words;
  const what = nameOfOccasion(occasion, name, words);
  const days = daysBetween(today, date);
  if (days === 0) return t('{occasion} is today', { occasion: what });
  if (days === 1) return t('{occasion} is tomorrow', { occasion: what });
  return n(days, '{occasion} is in 1 day', '{occasion} is in {n} days', { occasion: what });
}

/** 'Ilse turns 80 on Friday 4 December, in 7 days.' */
function comes({ occasion, name, date }: Due, today: string, words: Words): string {
  const { t, n } = words;
  const day = writtenOnDay({ words, writtenOn: new Date(date), timeZone: null });
  const days = daysBetween(today, date);
  const age = occasion.year === null ? 0 : Number(date.slice(0, 4)) - occasion.year;
  if (occasion.kind === 'birthday' && age > 0) {
    const turns = { name, years: String(age), day };
    if (days === 0) return t('{name} turns {years} on {day}, today.', turns);
    if (days === 1) return t('{name} turns {years} on {day}, tomorrow.', turns);
    return n(
      days,
      '{name} turns {years} on {day}, in 1 day.',
      '{name} turns {years} on {day}, in {n} days.',
      turns,
    );
  }
  const is = { occasion: nameOfOccasion(occasion, name, words), day };
  if (days === 0) return t('{occasion} is on {day}, today.', is);
  if (days === 1) return t('{occasion} is on {day}, tomorrow.', is);
  return n(days, '{occasion} is on {day}, in 1 day.', '{occasion} is on {day}, in {n} days.', is);
}

const moreDays = (count: number, { n }: Words): string =>
  n(
    count,
    'And one more day is near: your address book names them all.',
    'And {n} more days are near: your address book names them all.',
  );

const silence = ({ name, weeks }: Silent, { t, n }: Words) =>
  weeks <= 6
    ? t('It has been six weeks since you wrote to {name}.', { name })
    : n(
        weeks,
        'It has been 1 week since you wrote to {name}.',
        'It has been {n} weeks since you wrote to {name}.',
        { name },
      );
