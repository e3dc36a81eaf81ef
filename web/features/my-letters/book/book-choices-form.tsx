import { Link, useLocation, useSearchParams } from 'react-router';
import { Choice } from '../../../components/choice.tsx';
import { Field } from '../../../components/field.tsx';
import { n, p, t } from '../../../lib/words.tsx';
import { type BookChoices, withChoices } from './book-choices.ts';
import styles from './book-choices-form.module.css';

interface BookChoicesFormProps {
  choices: BookChoices;
  choose: (changed: Partial<BookChoices>) => void;
  days: { first: string; last: string };
}

export function BookChoicesForm({ choices, choose, days }: BookChoicesFormProps) {
  const day = (label: string, of: 'from' | 'until', min: string, max: string) => (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          min={min}
          max={max}
          value={choices[of] ?? ''}
          onChange={({ target }) => choose({ [of]: target.value || null })}
        />
      )}
    </Field>
  );
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <Choice
        legend={t('Paper')}
        options={[
          ['A5', 'A5'],
          ['A4', 'A4'],
        ]}
        chosen={choices.paper}
        onChoose={(paper) => choose({ paper })}
      />
      <Choice
        legend={t('Photos on a page')}
        options={[
          ['1', p('photos on a page', 'One')],
          ['2', p('photos on a page', 'Two')],
        ]}
        chosen={choices.photosPerPage === 1 ? '1' : '2'}
        onChoose={(count) => choose({ photosPerPage: count === '1' ? 1 : 2 })}
      />
      {day(p('first day', 'From'), 'from', days.first, choices.until ?? days.last)}
      {day(p('last day', 'Until'), 'until', choices.from ?? days.first, days.last)}
      <label className={styles.answers}>
        <input
          type="checkbox"
          checked={choices.answers}
          onChange={({ target }) => choose({ answers: target.checked })}
        />
        {t('With the answers')}
      </label>
    </form>
  );
}

/** Photos from which on a book is offered in volumes of a year each. */
export const PHOTOS_IN_A_VOLUME = 150;

interface VolumesProps {
  years: readonly { year: string; photos: number }[];
  choices: BookChoices;
}

export function Volumes({ years, choices }: VolumesProps) {
  const [params] = useSearchParams();
  const { pathname, hash } = useLocation();
  const link = (from: string | null, until: string | null) => ({
    to: { pathname, search: withChoices(params, { from, until }).toString(), hash },
    replace: true,
    'aria-current': choices.from === from && choices.until === until ? ('page' as const) : undefined,
  });
  return (
    <nav className={styles.volumes} aria-label={t('Volumes')}>
      <p>{t('With so many photos, a volume for each year prints more easily.')}</p>
      <ul>
        {years.map(({ year, photos }) => (
          <li key={year}>
            <Link {...link(`${year}-01-01`, `${year}-12-31`)}>
              <b>{year}</b> <span>{n(photos, '1 photo', '{n} photos')}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link {...link(null, null)}>
            <b>{t('All in one')}</b>
          </Link>
        </li>
      </ul>
    </nav>
  );
}
