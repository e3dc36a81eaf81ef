import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ChunkLoadError } from '../lib/chunk-load-error.ts';
import { t } from '../lib/words.tsx';
import { Button } from './button.tsx';
import styles from './error-boundary.module.css';
import { PageLoadFailed } from './page-load-failed.tsx';

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
