import { useEffect } from 'react';
import { productName } from '../lib/product-name.ts';
import { Button } from './button.tsx';
import styles from './error-boundary.module.css';
import strip from './strip.module.css';

/** Milliseconds in which the page loads itself again at most once. */
const ONCE_IN = 30_000;
const STAMP = 'loaded-again-at';

/** In place of a page whose code could not be fetched; it comes by itself as soon as it can be had. */
export function PageNotFetched() {
  useEffect(() => {
    const again = () => location.reload();
    window.addEventListener('online', again);
    // With a connection it is the product that was renewed: the page as it is now has its code.
    const last = Number(sessionStorage.getItem(STAMP));
    if (navigator.onLine && Date.now() - last > ONCE_IN) {
      fetch('/api/config', { cache: 'no-store' })
        .then((answer) => {
          if (!answer.ok) return;
          sessionStorage.setItem(STAMP, String(Date.now()));
          again();
        })
        .catch((error: unknown) => console.info('No connection', error));
    }
    return () => window.removeEventListener('online', again);
  }, []);
  return (
    <main id="main" className={styles.broken}>
      <h1>No connection just now</h1>
      <p className="letter">
        {productName()} can’t be reached from here. Letters you sent are on their way all the same.
      </p>
      <p className={styles.actions}>
        <Button onClick={() => location.reload()}>Try again</Button>
      </p>
    </main>
  );
}

/** In place of a dialog or the like whose code could not be fetched; the page around it stays as it is. */
export function PartNotFetched() {
  return (
    <div className={strip.strip} role="alert">
      <p>
        <b>No connection just now.</b> When it is back, load the page again.
      </p>
      <Button size="sm" onClick={() => location.reload()}>
        Load the page again
      </Button>
    </div>
  );
}
