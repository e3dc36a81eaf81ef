import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { ClientConfig } from '../../shared/client-config.ts';

/** A page with its compressed forms, made once. */
interface CompressedPage {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

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

/** Chunks of the pages that need no sign-in; all other paths show the sign-in screen to whoever has no session. */
const PUBLIC_PAGES: Record<string, string[]> = {
  '/mission': ['pages', 'mission'],
  '/support': ['pages', 'support'],
  '/privacy': ['pages', 'privacy'],
};
const SIGN_IN = ['sign-in'];
/** Likewise of the pages where somebody arrives who has a session. */
const SIGNED_IN_PAGES: Record<string, string[]> = {
  '/': ['pages', 'create-letter'],
  '/my-letters': ['pages', 'my-letters'],
  '/payment': ['pages', 'payment'],
};
/** Pages whose contents depend on the rest of their address. */
const MAILED_LINKS = ['/goodbye', '/reset-password', '/sign-in-link', '/verify-email', '/change-email'];

/**
 * The app's page in its variants, made at the start. Each names the files that it will need, so that they are asked for
 * together, before the script imports them. For a request without a session, the page itself is in the markup, under the
 * warm-up overlay.
 * @param base index.html as built, with the product's name
 * @returns the page for a path (without query), and for whether the request has a session cookie
 */
export async function appPages(
  root: string,
  base: string,
  config: ClientConfig,
): Promise<(path: string, hasSession: boolean) => CompressedPage> {
  const configured = base.replace(
    '</head>',
    () => `  <meta name="client-config" content="${escaped(JSON.stringify(config))}" />\n  </head>`,
  );
  const manifest = readManifest(root);
  const prerendered = manifest && (await loadPrerenderer(root));
  const page = (chunks: string[], markup: string) => {
    const { scripts, styles } = filesOf(manifest ?? {}, ['start', 'auth', ...chunks]);
    const missing = (file: string) => !base.includes(file);
    const sheets = styles
      .filter(missing)
      .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
    const preloads = scripts
      .filter(missing)
      .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`);
    // What stands in the page comes first: web/main.ts asks for the scripts after it.
    const later = `<template id="scripts">${preloads.join('')}</template>\n  `;
    const html = configured
      .replace('</head>', () => `  ${sheets.join('\n    ')}\n  </head>`)
      .replace('</body>', (end) => markup + later + end);
    return compressPage(html);
  };
  const signedOut = async (at: string, chunks: string[]) =>
    page(
      chunks,
      prerendered
        ? `<div id="prerendered" inert aria-hidden="true">${await prerendered(at, config)}</div>\n  `
        : '',
    );

  const open = new Map<string, CompressedPage>();
  for (const [at, chunks] of Object.entries(PUBLIC_PAGES)) open.set(at, await signedOut(at, chunks));
  const signIn = await signedOut('/', SIGN_IN);
  const withSession = new Map(Object.entries(SIGNED_IN_PAGES).map(([at, chunks]) => [at, page(chunks, '')]));
  const other = page(['pages'], '');
  return (requested, hasSession) => {
    let end = requested.length;
    while (end > 1 && requested.charAt(end - 1) === '/') end -= 1;
    const at = requested.slice(0, end);
    if (hasSession) return withSession.get(at) ?? other;
    return open.get(at) ?? (MAILED_LINKS.includes(at) ? other : signIn);
  };
}

function readManifest(root: string): Manifest | null {
  const file = path.join(root, MANIFEST);
  return existsSync(file) ? manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

/** Built from web/prerender.tsx, beside the web app. */
async function loadPrerenderer(root: string) {
  const file = path.join(root, '..', 'prerender', 'prerender.js');
  if (!existsSync(file)) return null;
  const built: { prerenderPage: (at: string, config: ClientConfig) => Promise<string> } = await import(
    pathToFileURL(file).href
  );
  return built.prerenderPage;
}

/** Everything that the chunks of these names import at once. */
function filesOf(manifest: Manifest, names: string[]): { scripts: string[]; styles: string[] } {
  const entries = Object.keys(manifest).filter((key) => names.includes(manifest[key]?.name ?? ''));
  const seen = new Set(entries);
  for (const key of seen) for (const next of manifest[key]?.imports ?? []) seen.add(next);
  const scripts = [...seen].flatMap((key) => manifest[key]?.file ?? []);
  return {
    scripts: [...new Set(scripts)].filter((file) => file.endsWith('.js')),
    styles: stylesOf(manifest, entries),
  };
}

/** Style sheets in the order of Vite's own: what is imported comes first, so that whoever imports it may change it. */
function stylesOf(manifest: Manifest, entries: string[]): string[] {
  const seen = new Set<string>();
  const follow = (key: string): string[] => {
    if (seen.has(key)) return [];
    seen.add(key);
    return [...(manifest[key]?.imports ?? []).flatMap(follow), ...(manifest[key]?.css ?? [])];
  };
  return [...new Set(entries.flatMap(follow))];
}

function compressPage(html: string): CompressedPage {
  const plain = Buffer.from(html);
  return { plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
