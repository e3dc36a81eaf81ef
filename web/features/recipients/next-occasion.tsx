import { Link } from 'react-router';
import { DAY_MS } from '../../../shared/durations.ts';
import type { Occasion } from '../../../shared/occasions.ts';
import { Icon } from '../../components/icon.tsx';
import { locale, T, t } from '../../lib/words.tsx';
import { dateInWords } from '../occasions/occasion-words.ts';
import { useOccasions } from '../occasions/occasions-query.ts';
import styles from './next-occasion.module.css';
import { useRecipients } from './recipients-query.ts';

/** Days from which on a day is said to come. */
const SOON = 14;

/** The next day within two weeks; its date is UTC midnight. */
export function useNextOccasion() {
  const occasions = useOccasions();
  const soon = soonOf(occasions.data ?? []);
  const people = useRecipients(soon.length > 0);
  // Days go with whoever leaves the address book, but not from this list at once.
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

/** Midnight of the day that the clock on the wall shows, in UTC. */
function today(): number {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
}

/** The next one first. */
function soonOf(occasions: readonly Occasion[]): { occasion: Occasion; date: Date }[] {
  const from = today();
  const year = new Date(from).getUTCFullYear();
  return occasions
    .map((occasion) => {
      const [now = 0, then = 0] = [year, year + 1].map((at) =>
        // 29 February is the 28th where there is none, as in the mails.
        Math.min(Date.UTC(at, occasion.month - 1, occasion.day), Date.UTC(at, occasion.month, 0)),
      );
      return { occasion, date: new Date(now < from ? then : now) };
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
