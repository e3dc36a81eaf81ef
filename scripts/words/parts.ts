import type { FoundText, SourceFile } from '../../packages/words/find-texts.ts';

/**
 * A part of the texts: one PO file in each language. Parts of the web app are loaded beside the code that shows them, so
 * a part is where code is loaded, not where it lies.
 */
export const PARTS = [
  'first',
  'sign-in',
  'pages',
  'wizard',
  'my-letters',
  'address-book',
  'account',
  'credits',
  'public',
  'rest',
  'templates',
  'server',
] as const;
export type Part = (typeof PARTS)[number];
/** What a chunk may ask for: also the cities of time zones, which are in no PO file (`cities.ts`). */
export type LoadedPart = Part | 'cities';
/** Whoever imports it shows them. */
const SHOWS_CITIES = 'web/lib/city-of.ts';

/** What begins a chunk, and the part of what is loaded with it; the first that fits counts. */
const BEGINNINGS: [RegExp, Part][] = [
  [/^web\/(main|start|components\/toast-region)\.tsx?$/, 'first'],
  [/^web\/(routes\/sign-in\.tsx$|features\/identity\/)/, 'sign-in'],
  [/^web\/pages\.tsx$/, 'pages'],
  [
    /^web\/(routes\/create-letter|features\/(wizard|uploads|photo-editor|page-scan|arrival|batches|occasions)\/)/,
    'wizard',
  ],
  [/^web\/(routes\/(my-letters|book)\.tsx|features\/my-letters\/)/, 'my-letters'],
  [/^web\/(routes\/address-book|features\/recipients\/)/, 'address-book'],
  [/^web\/(routes\/account|features\/account\/)/, 'account'],
  [/^web\/(routes\/(payment|credits|receipt)|features\/(credits|ledger)\/)/, 'credits'],
  [/^web\/routes\/(mission|support|privacy)/, 'public'],
  [/^web\//, 'rest'],
  [/^templates\//, 'templates'],
];

export interface WordedSources {
  /** what is translated, in the order of files and of places in them, each once; with the parts that it belongs to */
  texts: (FoundText & { files: string[]; parts: Part[] })[];
  /** parts that a file needs, with all that it imports: by the target of an `import()` */
  partsOfChunk: Map<string, LoadedPart[]>;
}

export function sortIntoParts(sources: readonly SourceFile[]): WordedSources {
  const byFile = new Map(sources.map((source) => [source.file, source]));
  const closure = (start: string) => {
    const seen = new Set([start]);
    for (const file of seen) for (const next of byFile.get(file)?.imports ?? []) seen.add(next);
    return seen;
  };
  const targets = new Set(
    sources.flatMap(({ dynamicImports }) => dynamicImports.map(({ target }) => target)),
  );
  const entries = ['web/main.ts', 'web/start.tsx', ...targets].filter((file) => byFile.has(file));
  const closures = new Map(entries.map((entry) => [entry, closure(entry)]));
  const partsOfFile = new Map<string, Set<Part>>();
  for (const [entry, files] of closures)
    for (const file of files) partsOfFile.set(file, (partsOfFile.get(file) ?? new Set()).add(partOf(entry)));

  const byKey = new Map<string, FoundText & { files: string[]; parts: Part[] }>();
  for (const { texts } of sources)
    for (const found of texts) {
      const key = JSON.stringify([found.context, found.plural ?? found.text]);
      const known = byKey.get(key);
      if (!known) byKey.set(key, { ...found, files: [found.file], parts: [] });
      else {
        if (!known.files.includes(found.file)) known.files.push(found.file);
        known.comment ??= found.comment;
        known.kinds = { ...found.kinds, ...known.kinds };
      }
    }
  const texts = [...byKey.values()];
  for (const text of texts) text.parts = partsOfText(text.files, partsOfFile);

  const textsOfFile = new Map<string, Set<Part>>();
  for (const { files, parts } of texts)
    for (const file of files)
      for (const part of parts)
        if (part !== 'templates' && part !== 'server')
          textsOfFile.set(file, (textsOfFile.get(file) ?? new Set()).add(part));
  const partsOfChunk = new Map<string, LoadedPart[]>(
    [...closures].map(([entry, files]) => {
      const needed = new Set([...files].flatMap((file) => [...(textsOfFile.get(file) ?? [])]));
      const parts: LoadedPart[] = PARTS.filter((part) => needed.has(part));
      return [entry, files.has(SHOWS_CITIES) ? [...parts, 'cities'] : parts];
    }),
  );
  return { texts, partsOfChunk };
}

function partOf(file: string): Part {
  return BEGINNINGS.find(([pattern]) => pattern.test(file))?.[1] ?? 'server';
}

/**
 * Of several parts of the web app, the one that is loaded with all of them. The templates' texts are loaded
 * in the letter's language, so they are a part of their own.
 */
function partsOfText(files: readonly string[], partsOfFile: Map<string, Set<Part>>): Part[] {
  const parts = new Set<Part>();
  for (const file of files) {
    const chunks = partsOfFile.get(file);
    if (chunks) for (const part of chunks) parts.add(part);
    else parts.add(partOf(file));
    if (file.startsWith('templates/')) parts.add('templates');
  }
  const inTemplates = parts.delete('templates');
  const web = [...parts].filter((part) => part !== 'server');
  const own: Part[] = inTemplates ? ['templates'] : [];
  if (web.length > 0) return [common(web), ...own];
  return inTemplates ? own : ['server'];
}

function common(parts: readonly Part[]): Part {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  // The sign-in screen has no frame of the pages; a page that needs something of both asks for both.
  return (['first', 'sign-in'] as const).find((part) => parts.includes(part)) ?? 'pages';
}
