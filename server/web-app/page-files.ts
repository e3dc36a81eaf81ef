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
  const offline = withName(offlinePage, productName);
  const version = createHash('sha256').update(offline).digest('hex').slice(0, 12);
  return {
    page: withName(page, productName),
    offlinePage: offline,
    serviceWorker: serviceWorker.replaceAll('{version}', version),
  };
}

function withName(html: string, productName: string): string {
  const escaped = productName
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return html.replaceAll(DEFAULT_NAME, () => escaped);
}
