import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What the files of the web app call the product until they are served. */
const DEFAULT_NAME = 'Slow Letters';

/** Files that are served with something of this installation put in, so never as they lie in the folder. */
export interface NamedFiles {
  /** the app's page */
  page: string;
  /** shown by the service worker when there is no connection */
  offlinePage: string;
  serviceWorker: string;
}

/** Their names in the built folder. */
export const NAMED_FILES = ['index.html', 'offline.html', 'service-worker.js'] as const;

/**
 * Reads them once, with the product's name, escaped, wherever it stands. The service worker carries the version of
 * its page: when that changes, the worker does, and browsers fetch both anew.
 */
export function readNamedFiles(root: string, productName: string): NamedFiles {
  const [page, offlinePage, serviceWorker] = NAMED_FILES.map((name) =>
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
