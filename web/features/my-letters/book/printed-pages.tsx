import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Notice } from '../../../components/notice.tsx';
import { n, t } from '../../../lib/words.tsx';
import { CARD_SHEET, type Paper, paperStyle } from './paper.ts';
import styles from './printed-pages.module.css';
import { usePrint } from './use-print.ts';

interface PrintedPagesProps {
  label: string;
  paper: Paper;
  /** pages beside each other, as an open book shows them, or sides of a card's sheet below each other */
  layout: 'spreads' | 'sheets';
  /** false while the pages are being set */
  ready: boolean;
  children: ReactNode;
}

export function PrintedPages({ label, paper, layout, ready, children }: PrintedPagesProps) {
  const pages = useRef<HTMLElement>(null);
  usePageSize(layout === 'sheets' ? CARD_SHEET : paper);
  return (
    <>
      {ready ? <PrintPanel pages={pages} /> : null}
      <section
        ref={pages}
        className={styles.printed}
        data-layout={layout}
        aria-label={label}
        style={paperStyle(paper)}
      >
        <div className={styles.pages}>{children}</div>
      </section>
    </>
  );
}

/**
 * Millimetres. The rule stands in a sheet of its own, since `@page` holds for whatever the app prints, and not every browser
 * knows named pages. Without a margin the browser prints no lines of its own.
 */
function usePageSize({ width, height }: { width: number; height: number }): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { size: ${width}mm ${height}mm; margin: 0 }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [width, height]);
}

function PrintPanel({ pages }: { pages: RefObject<HTMLElement | null> }) {
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
