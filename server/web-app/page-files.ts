import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The product's name in the files of the web app, replaced when they are served. */
const DEFAULT_NAME = 'Slow Letters';

/** Files into which something of this installation is inserted, so they are not served as they are on disk. */
export interface PageFiles {
  /** the app's page */
  page: string;
  /** shown by the service worker when there is no connection */
  offlinePage: string;
  serviceWorker: string;
}

/** Their names in the folder of the built app. */
export const PAGE_FILES = ['index.html', 'offline.html', 'service-worker.js'] as const;

/**
 * Reads them and inserts the product's name, escaped. The service worker contains a version, the hash of its offline
 * page: when the page changes, so does the worker, and browsers fetch both again.
 */
export function readPageFiles(root: string, productName: string): PageFiles {
  const [page, offlinePage, serviceWorker] = PAGE_FILES.map((name) =>
    readFileSync(path.join(root, name), 'utf8'),
  ) as [string, string, string];
  const offline = withFonts(withName(offlinePage, productName), page);
  const version = createHash('sha256').update(offline).digest('hex').slice(0, 12);
  return {
    page: withName(page, productName),
    offlinePage: offline,
    serviceWorker: withFonts(serviceWorker, page).replaceAll('{version}', version),
  };
}

/** Names the faces that the page asks for first, where the build put them. */
function withFonts(text: string, page: string): string {
  const serif = /\/assets\/brygada-1918-first-[^"]+/.exec(page)?.[0];
  const sans = /\/assets\/atkinson-hyperlegible-next-first-[^"]+/.exec(page)?.[0];
  return text
    .replaceAll('{serif}', serif ?? '/assets/brygada-1918.woff2')
    .replaceAll('{sans}', sans ?? '/assets/atkinson-hyperlegible-next.woff2');
}

function withName(html: string, productName: string): string {
  const escaped = productName
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return html.replaceAll(DEFAULT_NAME, () => escaped);
}
