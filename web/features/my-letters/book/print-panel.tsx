import type { RefObject } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Notice } from '../../../components/notice.tsx';
import { n, t } from '../../../lib/words.tsx';
import styles from './print-panel.module.css';
import { usePrint } from './use-print.ts';

export function PrintPanel({ pages }: { pages: RefObject<HTMLElement | null> }) {
  const { printing, print } = usePrint(pages);
  const failed = printing.phase === 'failed' ? printing.places : [];
  return (
    <div className={styles.panel}>
      <Button busy={printing.phase === 'loading'} onClick={print}>
        <Icon name="print" />
        {t('Print, or save as PDF')}
      </Button>
      <p role="status" className={styles.state}>
        {printing.phase === 'loading'
          ? t('Fetching the photos: {done} of {total}', printing)
          : printing.phase === 'printed'
            ? t('All photos are there.')
            : null}
      </p>
      {failed.length > 0 ? (
        <Notice
          tone="error"
          className={styles.failed}
          title={n(failed.length, 'One photo could not be loaded', '{n} photos could not be loaded')}
          actions={
            <>
              <Button variant="secondary" size="sm" onClick={print}>
                {t('Try again')}
              </Button>
              <Button variant="quiet" size="sm" onClick={() => window.print()}>
                {n(failed.length, 'Print without it', 'Print without them')}
              </Button>
            </>
          }
        >
          <ul>
            {failed.map((place, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two letters of a day have the same places
              <li key={at}>{place}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </div>
  );
}
