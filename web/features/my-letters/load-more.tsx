import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../components/button.tsx';

/** How far below the visible area the button may be when the next page is fetched. */
const FETCH_AHEAD = '800px';

interface LoadMoreProps {
  label: string;
  retryLabel: string;
  variant: 'secondary' | 'quiet';
  className?: string | undefined;
  loading: boolean;
  failed: boolean;
  onLoad: () => unknown;
}

/** Fetches the next page when it is scrolled near. After a failure only a press does. */
export function LoadMore(props: LoadMoreProps) {
  const { label, retryLabel, variant, className, loading, failed, onLoad } = props;
  const button = useRef<HTMLButtonElement>(null);
  const load = useEffectEvent(() => void onLoad());
  // A new observer after each page: it reports at once when the button is still near.
  useEffect(() => {
    if (loading || failed || !button.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load();
      },
      { rootMargin: FETCH_AHEAD, scrollMargin: FETCH_AHEAD },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [loading, failed]);
  return (
    <Button
      ref={button}
      variant={variant}
      size="sm"
      className={className}
      busy={loading}
      onClick={() => void onLoad()}
    >
      {failed ? retryLabel : label}
    </Button>
  );
}
