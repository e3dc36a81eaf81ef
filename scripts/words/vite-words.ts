import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Plugin } from 'vite';
import { type Catalogue, shortKey } from '../../packages/words/catalogue.ts';
import { findTexts } from '../../packages/words/find-texts.ts';
import { catalogueOf } from '../../packages/words/po.ts';
import { pseudoCatalogue } from '../../packages/words/pseudo.ts';
import { LANGUAGES, PSEUDO_LANGUAGE } from '../../shared/languages.ts';
import { readCities } from './cities.ts';
import { type LoadedPart, PARTS, sortIntoParts, type WordedSources } from './parts.ts';
import { readPoFiles, translatedPercent } from './po-files.ts';
import { projectRoot, readSources } from './read-sources.ts';

/** Below the built app: which catalogues a chunk needs, for `server/pages/web-app`. */
const WORDS_MANIFEST = '.vite/words.json';
const WEB_PARTS: readonly LoadedPart[] = [...PARTS.filter((part) => part !== 'server'), 'cities'];

/** Parts that an import brings along; the first is there before any. */
const partsLater = (sources: WordedSources, target: string): LoadedPart[] =>
  (sources.partsOfChunk.get(target) ?? []).filter((part) => part !== 'first');

/** As the page has it. The templates' texts are worded by code that the server has, too. */
function shortened(catalogue: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(catalogue).map(([key, entry]) => [shortKey(key), entry]));
}

/**
 * Gives the web app its catalogues: a JSON file for each language and part, and beside each `import()` of a module the
 * request for the texts that this module shows, so that they arrive together. English needs none.
 */
export function wordsPlugin(): Plugin {
  let sources: WordedSources | null = null;
  let forServer = false;
  let version = 'dev';
  const sorted = () => {
    sources ??= sortIntoParts(readSources());
    return sources;
  };
  const catalogue = (language: string, part: LoadedPart): Catalogue => {
    if (part === 'cities') return readCities(language);
    if (language === PSEUDO_LANGUAGE)
      return pseudoCatalogue(sorted().texts.filter(({ parts }) => parts.includes(part)));
    return catalogueOf(readPoFiles(language).get(part)?.entries ?? [], language);
  };
  const contentOf = (language: string, part: LoadedPart) =>
    JSON.stringify(part === 'templates' ? catalogue(language, part) : shortened(catalogue(language, part)));
  const files = () =>
    [...LANGUAGES, PSEUDO_LANGUAGE]
      .filter((language) => language !== 'en')
      .flatMap((language) =>
        WEB_PARTS.map((part) => ({
          name: `words-${language}-${part}`,
          content: contentOf(language, part),
        })),
      );

  return {
    name: 'words',
    enforce: 'pre',
    config(config, { command, isSsrBuild }) {
      forServer = isSsrBuild === true || config.build?.ssr !== undefined;
      if (command === 'build' && !forServer) {
        const hash = createHash('sha256');
        for (const { content } of files()) hash.update(content);
        version = hash.digest('base64url').slice(0, 8);
      }
      const shares = LANGUAGES.filter((language) => language !== 'en')
        .map((language) => [language, translatedPercent(readPoFiles(language))] as const)
        .filter(([, percent]) => percent < 100);
      return {
        define: {
          'import.meta.env.WORDS_VERSION': JSON.stringify(version),
          'import.meta.env.WORDS_SHARES': JSON.stringify(Object.fromEntries(shares)),
        },
      };
    },
    watchChange() {
      sources = null;
    },
    transform(code, id) {
      const [full = ''] = id.split('?');
      const file = path.relative(projectRoot, full).split(path.sep).join('/');
      // The page's own script waits with the first texts for the first sight: start.tsx asks for them.
      if (forServer || !/^web\/.*\.tsx?$/.test(file) || file === 'web/main.ts' || !code.includes('import('))
        return null;
      let worded = code;
      for (const { target, start, end } of findTexts(file, code).dynamicImports.toReversed()) {
        const parts = partsLater(sorted(), target);
        if (parts.length === 0) continue;
        const names = parts.map((part) => `, '${part}'`).join('');
        worded = `${worded.slice(0, start)}withWords(${worded.slice(start, end)}${names})${worded.slice(end)}`;
      }
      if (worded === code) return null;
      const from = path.posix.relative(path.posix.dirname(file), 'web/lib/catalogues.ts');
      // In the first line, so that the lines of the source keep their numbers.
      const importing = file === 'web/lib/catalogues.ts' ? '' : `import { withWords } from './${from}'; `;
      return { code: importing + worded, map: null };
    },
    generateBundle() {
      if (forServer) return;
      for (const { name, content } of files())
        this.emitFile({ type: 'asset', fileName: `assets/${name}-${version}.json`, source: content });
      const chunks = [...sorted().partsOfChunk.keys()].map((target) => [
        path.posix.basename(target).replace(/\.tsx?$/, ''),
        partsLater(sorted(), target),
      ]);
      const manifest = { version, chunks: Object.fromEntries(chunks) };
      this.emitFile({ type: 'asset', fileName: WORDS_MANIFEST, source: JSON.stringify(manifest) });
    },
    configureServer({ middlewares }) {
      middlewares.use('/assets', (request, response, next) => {
        const [, language = '', part = ''] =
          /^\/words-([a-z]{2}(?:-[A-Z]{2})?)-([a-z-]+)-dev\.json$/.exec(request.url ?? '') ?? [];
        const known = WEB_PARTS.find((each) => each === part);
        if (!known || !([...LANGUAGES, PSEUDO_LANGUAGE] as string[]).includes(language)) return next();
        response.setHeader('content-type', 'application/json');
        response.end(contentOf(language, known));
      });
    },
  };
}
