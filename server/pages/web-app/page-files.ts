import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { directionOf, msg, type Words } from '../../../shared/words.ts';
import { escapeHtml } from '../../core/html/html.ts';

/** The product's name in the files of the web app, replaced when they are served. */
const DEFAULT_NAME = 'Slow Letters';

/** English texts in the files of the web app, replaced likewise by those of the reader's language. */
const TEXTS = [
  msg('Setting up the letter desk...'),
  msg('Just a moment while we prepare everything for your letter'),
  msg(
    '{product}: photograph a letter you wrote by hand; it leaves as a beautiful e-mail, and the answer comes home.',
  ),
  msg('Please allow JavaScript on this page: the letter desk is built with it.'),
  msg('No connection · {product}'),
  msg('No connection just now'),
  msg(
    '{product} can’t be reached from here. Letters you sent are on their way all the same. This page goes on by itself.',
  ),
  msg('Try again'),
];

export type PageFiles = ReturnType<typeof readPageFiles>;

export const PAGE_FILES = ['index.html', 'offline.html', 'service-worker.js'] as const;

/** The service worker has the hash of its offline page for a version: when the page changes, browsers fetch both again. */
export function readPageFiles(root: string, productName: string, words: Words) {
  const [page, offlinePage, serviceWorker] = PAGE_FILES.map((name) =>
    readFileSync(path.join(root, name), 'utf8'),
  ) as [string, string, string];
  const finished = (html: string) =>
    inLanguage(html, words).replaceAll(DEFAULT_NAME, () => escapeHtml(productName));
  const offline = withFonts(finished(offlinePage), page);
  const version = createHash('sha256').update(offline).digest('hex').slice(0, 12);
  return {
    page: finished(page),
    offlinePage: offline,
    serviceWorker: withFonts(serviceWorker, page).replaceAll('{version}', version),
  };
}

function inLanguage(html: string, words: Words): string {
  const { language } = words;
  // Browsers that translate pages change `lang`; the page finds its texts by the other.
  const root = `<html lang="${language}" dir="${directionOf(language)}" data-words="${language}">`;
  const opened = html.replace('<html lang="en">', root);
  return TEXTS.reduce(
    (all, text) =>
      all.replaceAll(text.replace('{product}', DEFAULT_NAME), () =>
        escapeHtml(words.say({ text, values: { product: DEFAULT_NAME } })),
      ),
    opened,
  );
}

function withFonts(text: string, page: string): string {
  const serif = /\/assets\/brygada-1918-first-[^"]+/.exec(page)?.[0];
  const sans = /\/assets\/atkinson-hyperlegible-next-first-[^"]+/.exec(page)?.[0];
  return text
    .replaceAll('{serif}', serif ?? '/assets/brygada-1918.woff2')
    .replaceAll('{sans}', sans ?? '/assets/atkinson-hyperlegible-next.woff2');
}
