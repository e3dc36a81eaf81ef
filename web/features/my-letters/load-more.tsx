import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { t } from '../../lib/words.tsx';

/** distance from the visible area */
const FETCH_AHEAD = '800px';

interface LoadMoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  label: string;
  retryLabel?: string;
  variant?: 'secondary' | 'quiet';
  className?: string | undefined;
}

/** The next page is fetched when the button comes near. After a failure only a press fetches it. */
export function LoadMore(props: LoadMoreProps) {
  const { query, label, retryLabel = t('Retry'), variant = 'quiet', className } = props;
  const { hasNextPage, isFetchingNextPage: loading, isFetchNextPageError: failed, fetchNextPage } = query;
  const button = useRef<HTMLButtonElement>(null);
  const load = useEffectEvent(() => void fetchNextPage());
  // A new observer after each page: it reports at once when the button is still near.
  useEffect(() => {
    if (!hasNextPage || loading || failed || !button.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load();
      },
      { rootMargin: FETCH_AHEAD, scrollMargin: FETCH_AHEAD },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [hasNextPage, loading, failed]);
  if (!hasNextPage) return null;
  return (
    <Button
      ref={button}
      variant={variant}
      size="sm"
      className={className}
      busy={loading}
      onClick={() => void fetchNextPage()}
    >
      {failed ? retryLabel : label}
    </Button>
  );
}
