import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { z } from 'zod';
import type { Catalogue } from '../../../packages/words/catalogue.ts';
import type { ClientConfig } from '../../../shared/client-config.ts';
import { escapeHtml } from '../../core/html/html.ts';
import { catalogueOfPage, type PageLanguage, wordsOfPage } from './page-language.ts';
import { withSearchHead } from './search-engines.ts';

type CompressedPage = Awaited<ReturnType<typeof compressPage>>;

/** Vite's manifest (vite.dev, 'Backend integration'): what a chunk needs. Keys are chunks, files are below the root. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    css: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST = '.vite/manifest.json';

const wordsManifestSchema = z.object({
  version: z.string(),
  chunks: z.record(z.string(), z.array(z.string())),
});
export const WORDS_MANIFEST = '.vite/words.json';

/** Chunks of the pages that need no sign-in; all other paths show the sign-in screen to whoever has no session. */
const PUBLIC_PAGES: Record<string, string[]> = {
  '/mission': ['pages', 'mission'],
  '/support': ['pages', 'support'],
  '/privacy': ['pages', 'privacy'],
};
const SIGN_IN = ['sign-in'];
const SIGNED_IN_PAGES: Record<string, string[]> = {
  ...PUBLIC_PAGES,
  '/': ['pages', 'create-letter'],
  '/my-letters': ['pages', 'my-letters'],
  '/address-book': ['pages', 'address-book'],
  '/payment': ['pages', 'payment'],
  '/credits': ['pages', 'credits'],
  '/account': ['pages', 'account'],
};
/** Pages whose contents depend on the rest of their address. */
const MAILED_LINKS = ['/goodbye', '/reset-password', '/sign-in-link', '/verify-email', '/change-email'];

/** Pages that show the same to everybody who is signed in, before anything of theirs is read. */
const SHOWN_SIGNED_IN = [...Object.keys(PUBLIC_PAGES), '/payment', '/credits'];

interface Variant {
  chunks: string[];
  shows?: string;
  isSignedIn?: boolean;
}
const OTHER: Variant = { chunks: ['pages'] };

function variantOf(at: string, hasSession: boolean): Variant {
  const signedIn = SIGNED_IN_PAGES[at];
  if (hasSession && signedIn)
    return { chunks: signedIn, ...(SHOWN_SIGNED_IN.includes(at) && { shows: at }), isSignedIn: true };
  if (hasSession) return OTHER;
  const open = PUBLIC_PAGES[at];
  if (open) return { chunks: open, shows: at };
  return MAILED_LINKS.includes(at) ? OTHER : { chunks: SIGN_IN, shows: '/' };
}

interface AppPages {
  root: string;
  base: (language: PageLanguage) => string;
  client: ClientConfig;
  publicUrl: string;
}

/**
 * Each variant is made when it is first asked for, and names the files that it needs; where it shows nobody's own, it is
 * in the markup.
 */
export function appPages({ root, base, client, publicUrl }: AppPages) {
  const configured = `  <meta name="client-config" content="${escapeHtml(JSON.stringify(client))}" />\n`;
  const manifest = readBuilt(root, MANIFEST, manifestSchema);
  const wordsManifest = readBuilt(root, WORDS_MANIFEST, wordsManifestSchema);
  const made = new Map<string, Promise<CompressedPage>>();
  let rendering: Promise<unknown> = Promise.resolve();

  /** One after the other: the language is that of the module that renders. */
  const markupOf = async (at: string, language: PageLanguage, isSignedIn: boolean) => {
    const prerender = manifest && (await loadPrerenderer(root));
    if (!prerender) return '';
    const turn = rendering.then(() =>
      prerender(at, client, language, catalogueOfPage(root, language), isSignedIn),
    );
    rendering = turn.catch(() => null);
    return `<div id="prerendered" inert aria-hidden="true">${await turn}</div>\n  `;
  };
  const make = async ({ chunks, shows, isSignedIn = false }: Variant, language: PageLanguage) => {
    const site = { ...client, publicUrl };
    const html = withSearchHead(base(language), shows, wordsOfPage(root, language), site);
    const needed = ['start', 'auth', ...(isSignedIn ? ['users'] : []), ...chunks];
    const { scripts, styles } = filesOf(manifest ?? {}, needed);
    const missing = (file: string) => !html.includes(file);
    const sheets = styles
      .filter(missing)
      .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
    const texts =
      language === 'en' || !wordsManifest
        ? []
        : ['first', ...new Set(needed.flatMap((chunk) => wordsManifest.chunks[chunk] ?? []))].map(
            (part) => `assets/words-${language}-${part}-${wordsManifest.version}.json`,
          );
    const preloads = [
      ...scripts
        .filter(missing)
        .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`),
      ...texts.map(
        (file) => `<link rel="preload" as="fetch" fetchpriority="low" crossorigin href="/${file}">`,
      ),
    ];
    // What stands in the page comes first: web/main.ts asks for the scripts after it.
    const later = `<template id="scripts">${preloads.join('')}</template>\n  `;
    const markup = shows === undefined ? '' : await markupOf(shows, language, isSignedIn);
    // Nothing is painted before the parser has come so far: what follows would move what stands there already.
    const whole = markup && '<link rel="expect" href="#scripts" blocking="render">';
    return compressPage(
      html
        .replace('</head>', (end) => `${configured}  ${sheets.join('\n    ')}${whole}\n  ${end}`)
        .replace('</body>', (end) => markup + later + end),
    );
  };
  const pageOf = (variant: Variant, language: PageLanguage) => {
    const name = [language, variant.shows, variant.isSignedIn, ...variant.chunks].join(' ');
    const known = made.get(name);
    if (known) return known;
    const page = make(variant, language);
    made.set(name, page);
    page.catch(() => made.delete(name));
    return page;
  };

  return (requested: string, hasSession: boolean, language: PageLanguage) => {
    let end = requested.length;
    while (end > 1 && requested.charAt(end - 1) === '/') end -= 1;
    return pageOf(variantOf(requested.slice(0, end), hasSession), language);
  };
}

function readBuilt<T>(root: string, name: string, schema: z.ZodType<T>): T | null {
  const file = path.join(root, name);
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

async function loadPrerenderer(root: string) {
  const file = path.join(root, '..', 'prerender', 'prerender.js');
  if (!existsSync(file)) return null;
  const built: {
    prerenderPage: (
      at: string,
      config: ClientConfig,
      language: string,
      catalogue: Catalogue,
      isSignedIn: boolean,
    ) => Promise<string>;
  } = await import(pathToFileURL(file).href);
  return built.prerenderPage;
}

/** What is imported comes first, as in Vite's own order of style sheets: whoever imports it may change it. */
function filesOf(manifest: Manifest, names: string[]): { scripts: string[]; styles: string[] } {
  const seen = new Set<string>();
  const follow = (key: string): Manifest[string][] => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return [];
    seen.add(key);
    return [...(chunk.imports ?? []).flatMap(follow), chunk];
  };
  const entries = Object.keys(manifest).filter((key) => names.includes(manifest[key]?.name ?? ''));
  const chunks = entries.flatMap(follow);
  const scripts = chunks.map(({ file }) => file).filter((file) => file.endsWith('.js'));
  return { scripts: [...new Set(scripts)], styles: [...new Set(chunks.flatMap(({ css = [] }) => css))] };
}

/** Beside the event loop: brotli takes long at its highest level, and any stranger may be the first in a language. */
async function compressPage(html: string) {
  const plain = Buffer.from(html);
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  return { plain, br, gzip: gzipped };
}
