import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { GiftOverview } from '../../../shared/gifts.ts';
import { Button } from '../../components/button.tsx';
import { SummaryCard } from '../../components/summary-card.tsx';
import { classNames } from '../../lib/class-names.ts';
import { n, t } from '../../lib/words.tsx';
import { GiveForm } from './give-form.tsx';
import styles from './give-stamps.module.css';
import { GivenStamps } from './given-stamps.tsx';

export function GiveStamps({ overview }: { overview: GiftOverview }) {
  // The link to here from what was bought as a gift.
  const [giving, setGiving] = useState(location.hash === '#give-stamps' && overview.giftable > 0);
  const open = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { giftable, notBefore, gifts } = overview;

  function close() {
    flushSync(() => setGiving(false));
    // With the last one the button is gone as well.
    (open.current ?? heading.current)?.focus();
  }

  return (
    <SummaryCard aria-labelledby="give-stamps">
      <h2 id="give-stamps" ref={heading} tabIndex={-1}>
        {t('Give stamps')}
      </h2>
      <div className={styles.lead}>
        <p>{t('Somebody writes their first letters with them.')}</p>
        <p>
          {giftable > 0
            ? n(giftable, 'You can give 1 that you bought.', 'You can give {n} that you bought.')
            : t('Only stamps that you bought can be given.')}
        </p>
      </div>
      {giving ? (
        <GiveForm giftable={giftable} earliest={notBefore} onDone={close} />
      ) : giftable > 0 ? (
        <p className={classNames('actions', styles.open)}>
          <Button variant="secondary" ref={open} onClick={() => setGiving(true)}>
            {t('Give stamps')}
          </Button>
        </p>
      ) : null}
      {gifts.length > 0 ? <GivenStamps gifts={gifts} /> : null}
    </SummaryCard>
  );
}
