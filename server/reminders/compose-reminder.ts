import type { Occasion } from '../../shared/occasions.ts';
import { shorten } from '../../templates/parts/names.ts';
import type { Config } from '../config.ts';
import { type OutgoingMail, plainMail } from '../delivery/send-mail.ts';
import { remindersUrl } from './data.ts';
import { daysBetween, nameOfOccasion } from './occasion-dates.ts';

const NAME_MAX_CHARACTERS = 60;
/** Days that one mail names; of more it says how many. */
const DAYS_NAMED = 20;

/** A day that is near. */
export interface Due {
  occasion: Occasion;
  /** of the person in the address book */
  name: string;
  /** 'YYYY-MM-DD' */
  date: string;
}

/** Somebody to whom nothing was written for a while. */
export interface Silent {
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

/** The mail about the days that come, with one link to a letter for the first of them. At least one of the two is given. */
export function reminderMail(config: Config, { to, today, due, silent, stopToken }: Reminder): OutgoingMail {
  const [first] = due;
  const about = first ? { ...first.occasion, name: first.name } : silent;
  if (!about) throw new Error('There is nothing to remind of.');
  const name = shorten(about.name, NAME_MAX_CHARACTERS);
  const arrive = first ? `&arrive=${first.date}` : '';
  const silence = silent && `It has been ${weeksInWords(silent.weeks)} since you wrote to ${silent.name}.`;
  return plainMail(config, {
    to,
    subject: first
      ? `${nameOfOccasion(first.occasion, name)} is ${inDays(today, first.date)}`
      : `A letter to ${name}?`,
    paragraphs: [
      ...due.slice(0, DAYS_NAMED).map((one) => sentence(one, today)),
      ...moreDays(due.length - DAYS_NAMED),
      ...(silence ? [silence] : []),
    ],
    link: {
      address: `${config.publicUrl}/?to=${about.recipientId}${arrive}`,
      label: first ? `Write to ${name}, to arrive that day` : `Write to ${name}`,
    },
    closing: 'You asked us to write to you about these days. Your address book keeps them.',
    stop: { address: remindersUrl(config, stopToken), label: 'No more of these mails' },
  });
}

/** 'Ilse turns 80 on Friday 4 December, in 7 days.' */
function sentence({ occasion, name, date }: Due, today: string): string {
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
    .format(new Date(date))
    .replace(',', '');
  const years = occasion.year === null ? 0 : Number(date.slice(0, 4)) - occasion.year;
  const what =
    occasion.kind === 'birthday' && years > 0
      ? `${name} turns ${years} on`
      : `${nameOfOccasion(occasion, name)} is on`;
  return `${what} ${day}, ${inDays(today, date)}.`;
}

function moreDays(count: number): string[] {
  if (count <= 0) return [];
  const days = count === 1 ? 'one more day is' : `${count} more days are`;
  return [`And ${days} near: your address book names them all.`];
}

function inDays(today: string, date: string): string {
  const days = daysBetween(today, date);
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

const weeksInWords = (weeks: number) => (weeks <= 6 ? 'six weeks' : `${weeks} weeks`);
