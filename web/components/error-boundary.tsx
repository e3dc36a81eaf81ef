import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './error-boundary.module.css';

/** The last resort: what broke is logged, and the person is offered the page anew instead of a blank one. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('The page broke', error, info.componentStack);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main className={styles.broken}>
        <h1>Something fell off the desk</h1>
        <p className="letter">
          This page could not go on. What you sent is sent, and what you bought is yours. Load the page again,
          and if it keeps happening, tell us.
        </p>
        <p className={styles.actions}>
          <Button onClick={() => location.reload()}>Load the page again</Button>
          <a href="/support">Support</a>
        </p>
      </main>
    );
  }
}
