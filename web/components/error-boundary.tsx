import { Component, type ErrorInfo, type ReactNode, useEffect, useRef, useState } from 'react';
import { ChunkLoadError } from '../lib/chunk-load-error.ts';
import { productName } from '../lib/product-name.ts';
import { hasUnsavedChanges } from '../lib/unsaved-changes.ts';
import { t } from '../lib/words.tsx';
import { Button } from './button.tsx';
import styles from './error-boundary.module.css';

interface ErrorBoundaryProps {
  /** catches `ChunkLoadError` and nothing else: the frame around the page stays */
  onlyChunks?: boolean;
  children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    if (this.props.onlyChunks) return;
    console.error('Uncaught rendering error', error, info.componentStack);
    // The router is gone and would not react to Back.
    window.addEventListener('popstate', () => location.reload(), { once: true });
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof ChunkLoadError) return <PageLoadFailed />;
    if (this.props.onlyChunks) throw error;
    return (
      <main className={styles.broken}>
        <h1>{t('Something went wrong')}</h1>
        <p className="letter">
          {t(
            'This page could not go on. What you sent is sent, and what you bought is yours. Load the page again, and if it keeps happening, tell us.',
          )}
        </p>
        <p className={styles.actions}>
          <Button onClick={() => location.reload()}>{t('Load the page again')}</Button>
          <a href="/support">{t('Support')}</a>
        </p>
      </main>
    );
  }
}

/** The page reloads itself at most once in this time, ms. */
const RELOAD_INTERVAL_MS = 30_000;
const RELOADED_AT_KEY = 'loaded-again-at';

function PageLoadFailed() {
  const main = useRef<HTMLElement>(null);
  const [online] = useState(navigator.onLine);
  const title = online ? t('This page could not be fetched') : t('No connection just now');
  useEffect(() => {
    document.title = `${title} · ${productName()}`;
    main.current?.focus({ preventScroll: true });
  }, [title]);
  useEffect(() => {
    // A reload would cancel uploads.
    const again = () => hasUnsavedChanges() || location.reload();
    window.addEventListener('online', again);
    // With a connection, the likely cause is a new version of the product: a reload gets its code.
    const last = Number(sessionStorage.getItem(RELOADED_AT_KEY));
    if (navigator.onLine && Date.now() - last > RELOAD_INTERVAL_MS) {
      fetch('/api/config', { cache: 'no-store' })
        .then((answer) => {
          if (!answer.ok) return;
          sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
          again();
        })
        .catch((error: unknown) => console.info('No connection', error));
    }
    return () => window.removeEventListener('online', again);
  }, []);
  return (
    <main id="main" className={styles.broken} ref={main} tabIndex={-1}>
      <h1>{title}</h1>
      <p className="letter">
        {online
          ? t('Please try again. Letters you sent are on their way all the same.')
          : t('{product} can’t be reached from here. Letters you sent are on their way all the same.', {
              product: productName(),
            })}
      </p>
      <p className={styles.actions}>
        <Button onClick={() => location.reload()}>{t('Try again')}</Button>
      </p>
    </main>
  );
}
