// First, so that component styles come after the global ones.
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './features/warm-up/warm-up.css';
import { healthCheck } from './features/warm-up/health-check.ts';

const LCP = 'largest-contentful-paint';
/** The app waits no longer for the first sight, ms: a hidden tab paints nothing. */
const LIMIT_MS = 1000;

/**
 * Resolves when what stands in the page was painted, with the photograph if there is one. The app's files would share
 * a slow line with the photograph, and running them takes a phone long; nothing is painted meanwhile.
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

// Asked at once, so that its answer is there when the app is.
const isServing = healthCheck();
await firstSight();
const later = document.querySelector<HTMLTemplateElement>('#scripts');
if (later) document.head.append(later.content);
const { start } = await import('./start.tsx');
await start(isServing);
