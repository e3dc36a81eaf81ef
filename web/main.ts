// First, so that component styles come after the global ones.
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './features/warm-up/warm-up.css';

const LCP = 'largest-contentful-paint';
/** The app waits no longer for the first sight, ms: a hidden tab paints nothing. */
const LIMIT_MS = 1000;

/**
 * Resolves when what stands in the page was painted, with the photograph if there is one. Running the app takes a phone
 * long, and nothing is painted meanwhile; its files are fetched at the same time.
 */
function firstSight(): Promise<void> {
  const photograph = document.querySelector('#prerendered img');
  return new Promise((resolve) => {
    setTimeout(resolve, LIMIT_MS);
    if (!PerformanceObserver.supportedEntryTypes.includes(LCP)) return resolve();
    new PerformanceObserver((list, observer) => {
      const painted = list
        .getEntries()
        .some((entry) => !photograph || ('element' in entry && entry.element === photograph));
      if (!painted) return;
      observer.disconnect();
      resolve();
    }).observe({ type: LCP, buffered: true });
  });
}

await firstSight();
await import('./start.tsx');
