import { type ReactNode, useEffect, useRef } from 'react';
import { CARD_SHEET, type Paper, paperStyle } from './paper.ts';
import { PrintPanel } from './print-panel.tsx';
import styles from './printed-pages.module.css';

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
