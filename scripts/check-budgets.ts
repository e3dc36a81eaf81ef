import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { MANIFEST } from '../server/pages/web-app/app-pages.ts';

/** What a first visit may load, in kB (1000 bytes) after gzip. Identity is loaded in a chunk of its own. */
const INITIAL_KB = 90;
/** What the sign-in screen may load after that, without identity, in kB after gzip: neither Zod nor the frame of the pages. */
const SIGN_IN_KB = 23;
/** What the first texts of a language other than English may weigh, in kB after gzip. */
const FIRST_TEXTS_KB = 2.5;
/** What a route's own chunk may weigh, in kB after gzip. */
const ROUTE_KB = 26;
/** Faces that the first screen is set in: asked for with the page, not after its styles. */
const PRELOADED_FONTS = ['brygada-1918-first-wght-normal', 'atkinson-hyperlegible-next-first-wght-normal'];
const FONT = /-(first|latin|latin-ext)-wght-(normal|italic)-[\w-]+\.woff2$/;

interface Weight {
  /** file below dist/web */
  file: string;
  /** kB after gzip */
  kb: number;
}

interface WebWeights {
  /** all scripts that a page needs before its route's own: the entry's, what it starts, and what both import at once */
  initial: Weight[];
  /** those that the sign-in screen needs besides */
  signIn: Weight[];
  styles: Weight[];
  routes: Weight[];
  /** those of the first visit in each language but English */
  texts: Weight[];
  /** everything else that some page asks for when it is needed */
  others: Weight[];
  /** sentences about what is over a budget */
  faults: string[];
}

const root = path.resolve(import.meta.dirname, '..');
const web = path.join(root, 'dist', 'web');

/** @throws when the web app was not built */
export async function weighWeb(): Promise<WebWeights> {
  const html = await readFile(path.join(web, 'index.html'), 'utf8');
  const entries = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, file = '']) => file,
  );
  const manifest = JSON.parse(await readFile(path.join(web, MANIFEST), 'utf8'));
  const initialFiles = await withImports([...entries, manifest['start.tsx'].file]);
  const signInFiles = await withImports([manifest['routes/sign-in.tsx'].file]);
  const files = await readdir(path.join(web, 'assets'));
  const named = (await readdir(path.join(root, 'web', 'routes'))).map((file) => file.replace(/\.tsx$/, ''));
  const scripts = files.filter((file) => file.endsWith('.js')).map((file) => `assets/${file}`);
  const later = await weigh(scripts.filter((file) => !initialFiles.includes(file)));
  const isRoute = ({ file }: Weight) =>
    named.some((name) => path.basename(file).replace(/-[\w-]{8}\.js$/, '') === name);
  const initial = await weigh(initialFiles);
  const signIn = await weigh(signInFiles.filter((file) => !initialFiles.includes(file)));
  const routes = later.filter(isRoute);
  const texts = await weigh(
    files.filter((file) => /^words-[\w-]+-first-.*\.json$/.test(file)).map((file) => `assets/${file}`),
  );
  const fonts = files.filter((file) => file.endsWith('.woff2'));
  return {
    initial,
    signIn,
    styles: await weigh([...html.matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map(([, file = '']) => file)),
    routes,
    others: later.filter((weight) => !isRoute(weight)),
    texts,
    faults: [
      ...texts
        .filter(({ kb }) => kb > FIRST_TEXTS_KB)
        .map(({ file, kb }) => `${file} weighs ${kb.toFixed(1)} kB, more than ${FIRST_TEXTS_KB}`),
      ...(total(initial) > INITIAL_KB
        ? [`a first visit loads ${total(initial).toFixed(1)} kB of scripts, more than ${INITIAL_KB}`]
        : []),
      ...(total(signIn) > SIGN_IN_KB
        ? [`the sign-in screen loads ${total(signIn).toFixed(1)} kB more, over ${SIGN_IN_KB}`]
        : []),
      ...routes
        .filter(({ kb }) => kb > ROUTE_KB)
        .map(({ file, kb }) => `${file} weighs ${kb.toFixed(1)} kB, more than ${ROUTE_KB}`),
      ...named
        .filter((name) => !routes.some(({ file }) => file.includes(`/${name}-`)))
        .map((name) => `the route ${name} has no chunk of its own`),
      ...fonts.filter((file) => !FONT.test(file)).map((file) => `the font ${file} is not a Latin subset`),
      ...PRELOADED_FONTS.filter((name) => !new RegExp(`<link[^>]+rel="preload"[^>]+${name}-`).test(html)).map(
        (name) => `the font ${name} is not preloaded`,
      ),
    ],
  };
}

export function total(weights: readonly Weight[]): number {
  return weights.reduce((sum, { kb }) => sum + kb, 0);
}

async function weigh(files: string[]): Promise<Weight[]> {
  const weights = files.map(async (file) => ({
    file,
    kb: gzipSync(await readFile(path.join(web, file)), { level: 9 }).length / 1000,
  }));
  return (await Promise.all(weights)).sort((one, other) => other.kb - one.kb);
}

/**
 * The entry and all that it imports at once. What the app asks for later, a route or identity, is not among it.
 */
async function withImports(entries: readonly string[]): Promise<string[]> {
  const seen = new Set<string>();
  const queue = [...entries];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = await readFile(path.join(web, file), 'utf8');
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      queue.push(`assets/${target}`);
  }
  return [...seen];
}

if (import.meta.main) {
  const weights = await weighWeb();
  const route = weights.routes[0];
  console.log(
    `first visit ${total(weights.initial).toFixed(1)} of ${INITIAL_KB} kB, then the sign-in screen ${total(weights.signIn).toFixed(1)} of ${SIGN_IN_KB} kB; largest route ${route?.file} ${route?.kb.toFixed(1)} of ${ROUTE_KB} kB; ` +
      `first texts of another language ${weights.texts[0]?.kb.toFixed(1)} of ${FIRST_TEXTS_KB} kB`,
  );
  for (const fault of weights.faults) console.error(`  ${fault}`);
  process.exit(weights.faults.length > 0 ? 1 : 0);
}
