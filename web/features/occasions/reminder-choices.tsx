import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { focusAtFirst } from '../../lib/focus-at-first.ts';
import { p, t } from '../../lib/words.tsx';
import styles from './occasions.module.css';
import { useReminderSettings } from './occasions-query.ts';

export function ReminderChoices() {
  const { query, change } = useReminderSettings();
  const [asked, setAsked] = useState(false);
  const make = useRef<HTMLButtonElement>(null);
  const endAsking = () => {
    flushSync(() => setAsked(false));
    make.current?.focus();
  };
  if (!query.data) return <ReadFailure query={query} title={t('This could not be fetched.')} />;
  const { days, silence, feedUrl } = query.data;
  return (
    <>
      <p className="dim">
        {t('At eight in the morning, one mail a day at most, once your address is confirmed.')}
      </p>
      <label className={`check ${styles.choice}`}>
        <input
          type="checkbox"
          checked={days}
          // Disabled, it would lose the focus.
          aria-disabled={change.busy}
          onChange={({ target }) => change.run({ days: target.checked, silence })}
        />
        {t('Write to me before the days in my address book')}
      </label>
      <label className={`check ${styles.choice}`}>
        <input
          type="checkbox"
          checked={silence}
          aria-disabled={change.busy}
          onChange={({ target }) => change.run({ days, silence: target.checked })}
        />
        {t('Once a month, name somebody to whom I have not written for six weeks')}
      </label>
      <p>
        {feedUrl
          ? t(
              'A calendar program that subscribes to this address shows all your days. Whoever has it can read them.',
            )
          : t('Your days can stand in your own calendar: it subscribes to a secret address.')}
      </p>
      {feedUrl ? (
        <input
          className={`control ${styles.address}`}
          dir="ltr"
          readOnly
          aria-label={t('Calendar address')}
          value={feedUrl}
        />
      ) : null}
      {asked ? (
        <fieldset className={styles.question}>
          <legend>
            {t('A new address closes this one. Calendars that subscribe to it show your days no more.')}
          </legend>
          <Button ref={focusAtFirst} variant="secondary" size="sm" disabled={change.busy} onClick={endAsking}>
            {p('calendar address', 'Keep this one')}
          </Button>
          <Button
            variant="danger"
            size="sm"
            busy={change.busy}
            onClick={async () => (await change.run('new address')) && endAsking()}
          >
            {t('Make a new address')}
          </Button>
        </fieldset>
      ) : (
        <div className={styles.actions}>
          <Button
            ref={make}
            variant="secondary"
            size="sm"
            busy={change.busy}
            onClick={() => (feedUrl ? setAsked(true) : change.run('new address'))}
          >
            {feedUrl ? t('Make a new address') : t('Make an address')}
          </Button>
          {feedUrl ? (
            <Button
              variant="quiet"
              size="sm"
              aria-disabled={change.busy}
              onClick={async () => (await change.run('no address')) && make.current?.focus()}
            >
              {t('Close it')}
            </Button>
          ) : null}
        </div>
      )}
      <Failure error={change.failure} what={t('Nothing was changed.')} />
    </>
  );
}
