import { useEffect, useEffectEvent, useRef } from 'react';
import { listen } from '../../../lib/listen.ts';
import { t } from '../../../lib/words.tsx';
import styles from './new-mark.module.css';

const SEEN_AFTER_MS = 1_000;

export function NewMark({ unread, onSeen }: { unread: boolean; onSeen: () => void }) {
  const mark = useRef<HTMLSpanElement>(null);
  const reportSeen = useEffectEvent(onSeen);
  useEffect(() => {
    if (unread && mark.current) return whenSeen(mark.current, () => reportSeen());
    return undefined;
  }, [unread]);
  return (
    <span className={styles.mark} ref={mark}>
      {t('New')}
    </span>
  );
}

/** A reply in a hidden tab is not seen. */
function whenSeen(element: Element, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inView = false;
  const restartTimer = () => {
    clearTimeout(timer);
    if (inView && document.visibilityState === 'visible') timer = setTimeout(callback, SEEN_AFTER_MS);
  };
  const observer = new IntersectionObserver((entries) => {
    inView = entries.at(-1)?.isIntersecting ?? false;
    restartTimer();
  });
  observer.observe(element);
  const end = listen(document, { visibilitychange: restartTimer });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    end();
  };
}
