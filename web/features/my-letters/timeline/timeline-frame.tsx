import type { ReactNode, Ref } from 'react';
import styles from './timeline-frame.module.css';

interface TwineProps {
  /** pixels, of all entries together: those that are drawn lie where they belong */
  height: number;
  listRef: Ref<HTMLOListElement>;
  children: ReactNode;
}

/** A bundle: everything in the list is tied together by one length of twine, knotted at the top. */
export function TimelineFrame({ height, listRef, children }: TwineProps) {
  return (
    <div className={styles.bundle}>
      <svg className={styles.knot} viewBox="0 0 50 46" aria-hidden="true" focusable="false">
        <path d="M25 27C13 31 3 25 6 17s14-3 19 10M25 27c12 4 22-2 19-10s-14-3-19 10M23 28c-2 6-5 10-9 13M27 28c2 5 5 8 10 10" />
        <circle cx="25" cy="27" r="3.4" fill="currentColor" />
      </svg>
      <ol className={styles.list} ref={listRef} style={{ height }}>
        {children}
      </ol>
    </div>
  );
}
