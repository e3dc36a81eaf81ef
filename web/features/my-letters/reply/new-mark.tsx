import { useEffect, useRef } from 'react';
import styles from './new-mark.module.css';

/** Milliseconds that an answer is in view before it counts as seen. */
const SEEN_AFTER_MS = 1_000;

interface NewMarkProps {
  /** it has not been noted as seen yet */
  unread: boolean;
  onSeen: () => void;
}

/** Marks an answer that is new to its reader, and notices when they have it before their eyes. */
export function NewMark({ unread, onSeen }: NewMarkProps) {
  const mark = useRef<HTMLSpanElement>(null);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => {
    if (unread && mark.current) return whenSeen(mark.current, () => seen.current());
    return undefined;
  }, [unread]);
  return (
    <span className={styles.mark} ref={mark}>
      New
    </span>
  );
}

/**
 * Acts once something has been within the window for a while, in a tab that is not hidden.
 * @returns ends the watch
 */
function whenSeen(element: Element, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inView = false;
  const look = () => {
    clearTimeout(timer);
    if (inView && document.visibilityState === 'visible') timer = setTimeout(act, SEEN_AFTER_MS);
  };
  const watch = new IntersectionObserver((entries) => {
    inView = entries.at(-1)?.isIntersecting ?? false;
    look();
  });
  watch.observe(element);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(timer);
    watch.disconnect();
    document.removeEventListener('visibilitychange', look);
  };
}
