import type { ReactNode, Ref } from 'react';
import { type Paper, paperStyle } from './paper.ts';
import styles from './printed-pages.module.css';

interface PrintedPagesProps {
  ref: Ref<HTMLDivElement>;
  label: string;
  paper: Paper;
  /** pages beside each other, as an open book shows them, or sides of a sheet below each other */
  layout: 'spreads' | 'sheets';
  children: ReactNode;
}

export function PrintedPages({ ref, label, paper, layout, children }: PrintedPagesProps) {
  return (
    <section
      ref={ref}
      className={styles.printed}
      data-layout={layout}
      aria-label={label}
      style={paperStyle(paper)}
    >
      <div className={styles.pages}>{children}</div>
    </section>
  );
}
