import { Link } from 'react-router';
import { DAY_MS } from '../../../shared/durations.ts';
import type { Occasion } from '../../../shared/occasions.ts';
import { Icon } from '../../components/icon.tsx';
import { locale, T, t } from '../../lib/words.tsx';
import { dateInWords } from '../occasions/occasion-words.ts';
import { useOccasions } from '../occasions/occasions-query.ts';
import styles from './next-occasion.module.css';
import { useRecipients } from './recipients-query.ts';

/** A day is shown from this many days before it. */
const SOON = 14;

/** The next occasion within `SOON` days; its date is UTC midnight. */
export function useNextOccasion() {
  const occasions = useOccasions();
  const soon = soonOf(occasions.data ?? []);
  const people = useRecipients(soon.length > 0);
  // Days are deleted with their entry in the address book, but do not leave this list at once.
  const [next = null] = soon.flatMap((day) => {
    const recipient = people.data?.find(({ id }) => id === day.occasion.recipientId);
    return recipient ? { ...day, recipient } : [];
  });
  return { isPending: occasions.isPending || (soon.length > 0 && people.isPending), data: next };
}

export function NextOccasion() {
  const { data } = useNextOccasion();
  if (!data) return null;
  const { occasion, recipient, date } = data;
  const name = recipient.greetingName || recipient.name;
  const day = <b>{dayInWords(date, occasion)}</b>;
  return (
    <Link className={styles.next} to={`/?to=${recipient.id}&arrive=${date.toISOString().slice(0, 10)}`}>
      <Icon name="calendar" />
      <span>
        {occasion.kind === 'birthday' ? (
          <T text="{name}’s birthday is {day}" name={name} day={day} />
        ) : (
          <T text="{occasion} of {name} is {day}" occasion={occasion.label} name={name} day={day} />
        )}
      </span>
      <Icon name="pen" />
      <span className="vh">{t('Write now')}</span>
    </Link>
  );
}

/** UTC midnight of the current day in the browser's time zone, ms. */
function today(): number {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
}

/** The occasions within `SOON` days, the next one first. */
function soonOf(occasions: readonly Occasion[]): { occasion: Occasion; date: Date }[] {
  const from = today();
  const year = new Date(from).getUTCFullYear();
  return occasions
    .map((occasion) => {
      const [thisYear = 0, nextYear = 0] = [year, year + 1].map((at) =>
        // In a year without 29 February the day is the 28th, as in the mails.
        Math.min(Date.UTC(at, occasion.month - 1, occasion.day), Date.UTC(at, occasion.month, 0)),
      );
      return { occasion, date: new Date(thisYear < from ? nextYear : thisYear) };
    })
    .filter(({ date }) => date.getTime() - from <= SOON * DAY_MS)
    .sort((one, other) => one.date.getTime() - other.date.getTime());
}

/** 'today', 'tomorrow', 'Monday' within a week, else '4 December'. */
function dayInWords(date: Date, { month, day }: Occasion): string {
  const ahead = Math.round((date.getTime() - today()) / DAY_MS);
  if (ahead <= 1) return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(ahead, 'day');
  if (ahead < 7) return new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', weekday: 'long' }).format(date);
  return dateInWords({ month, day, year: null });
}
