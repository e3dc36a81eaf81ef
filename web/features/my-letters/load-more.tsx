import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { leaveFocus } from '../../lib/focus-at-first.ts';
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

/** The next page is fetched when the button comes near. After a failure only a press fetches it. After the last the place has the focus. */
export function LoadMore(props: LoadMoreProps) {
  const { query, label, retryLabel = t('Retry'), variant = 'quiet', className } = props;
  const { hasNextPage, isFetchingNextPage: loading, isFetchNextPageError: failed, fetchNextPage } = query;
  const place = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(() => void fetchNextPage());
  // A new observer after each page: it reports at once when the button is still near.
  useEffect(() => {
    if (!hasNextPage || loading || failed || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load();
      },
      { rootMargin: FETCH_AHEAD, scrollMargin: FETCH_AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [hasNextPage, loading, failed]);
  return (
    <div ref={place} tabIndex={-1}>
      {hasNextPage ? (
        <Button
          ref={leaveFocus}
          variant={variant}
          size="sm"
          className={className}
          busy={loading}
          onClick={() => void fetchNextPage()}
        >
          {failed ? retryLabel : label}
        </Button>
      ) : null}
    </div>
  );
}
