import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { wordsPlugin } from './scripts/words/vite-words.ts';

const api = `http://127.0.0.1:${process.env.API_PORT ?? '3001'}`;

const root = path.resolve(import.meta.dirname, 'web');

/** What `start.tsx` imports at once, and what that imports. */
const initial = new Set<string>();
/** Likewise the frame of all pages; and what signing in needs. */
const pages = new Set<string>();
const signIn = new Set<string>();
/** Likewise every other chunk that is asked for after the first. */
const notSignIn = new Set<string>();
/** What the pages import that people go to and fro between. */
const desk = new Set<string>();
/** Everything that imports Zod, or what imports it. */
const withZod = new Set<string>();
const chunks: Plugin = {
  name: 'chunks',
  buildEnd() {
    const follow = (ids: string[], next: (id: string) => readonly string[], found: Set<string>) => {
      const queue = [...ids];
      for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
        if (found.has(id)) continue;
        found.add(id);
        queue.push(...next(id));
      }
      return found;
    };
    const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? [];
    const from = (...entries: string[]) => entries.map((entry) => path.join(root, entry));
    follow(from('start.tsx'), importsOf, initial);
    follow(from('pages.tsx'), importsOf, pages);
    const signInEntries = from('routes/sign-in.tsx', 'features/identity/auth.ts');
    follow(signInEntries, importsOf, signIn);
    const isAskedFor = (id: string) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
    const others = [...this.getModuleIds()].filter((id) => isAskedFor(id) && !signInEntries.includes(id));
    follow(others, importsOf, notSignIn);
    const deskPages = ['create-letter', 'my-letters', 'address-book', 'payment'];
    follow(from(...deskPages.map((page) => `routes/${page}.tsx`)), importsOf, desk);
    const zod = [...this.getModuleIds()].filter((id) => id.includes('/node_modules/zod/'));
    follow(zod, (id) => this.getModuleInfo(id)?.importers ?? [], withZod);
  },
};

/** Faces that the first screen is set in. */
const FIRST_FONTS = ['brygada-1918-first-wght-normal', 'atkinson-hyperlegible-next-first-wght-normal'];

/** Has the page ask for the first fonts at once, not when the styles are read. */
const preloads: Plugin = {
  name: 'preloads',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const named = (name: string) =>
        Object.keys(bundle).find((file) => file.startsWith(`assets/${name}-`) && !file.endsWith('.css'));
      const link = (attrs: Record<string, string | true>): HtmlTagDescriptor => ({
        tag: 'link',
        attrs: { ...attrs, crossorigin: true },
        injectTo: 'head',
      });
      const fonts = FIRST_FONTS.map(named).filter((file) => file !== undefined);
      // The first sight is in the page itself: the script leaves the line to its styles and faces.
      return {
        html: html.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"'),
        tags: fonts.map((file) => link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}` })),
      };
    },
  },
};

/**
 * Has the build leave out what of the router is not used: names for developer tools keep forms, fetchers
 * and the rest, and each link what fetches a page's data beforehand.
 */
const router: Plugin = {
  name: 'router',
  transform: {
    filter: { id: /\/react-router\/dist\// },
    handler: (code) =>
      code
        .replaceAll(/^\w+\.displayName = .*$/gm, '')
        .replaceAll(/= (?=React[\w$]*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ ')
        .replace(/shouldPrefetch && [^;]+ : link;/, 'link;'),
  },
};

/**
 * Has the build make each schema when it is first used, and leave out those that only the server uses. A page needs
 * few of them, and all at once take a phone 0.1 s.
 */
const schemas: Plugin = {
  name: 'schemas',
  transform: {
    filter: { id: /\/(?:shared|web\/features)\/.*\.tsx?$/ },
    handler(code, id) {
      const isShared = id.includes('/shared/');
      let marked = code;
      for (const statement of this.parse(code).body.toReversed()) {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declared?.type !== 'VariableDeclaration') continue;
        for (const { init } of declared.declarations) {
          if (init?.type !== 'CallExpression') continue;
          const call = marked.slice(init.start, init.end);
          // `z.object(…)`, `letter.extend(…)`, unlike `msg(…)` and `Object.keys(…)`
          const isSchema = isShared ? /^[a-z]\w*\s*\./.test(call) : /^(?:z|\w+(?=\.extend\())\./.test(call);
          if (!isSchema && !isShared) continue;
          const made = isSchema ? `whenUsed(() => ${call})` : `(() => ${call})()`;
          marked = `${marked.slice(0, init.start)}/* @__PURE__ */ ${made}${marked.slice(init.end)}`;
        }
      }
      return marked === code ? code : `import { whenUsed } from '/lib/when-used.ts';\n${marked}`;
    },
  },
};

/** Decoders of scans in PDF, without WebAssembly, under the names by which pdf.js asks for them. */
const pdfDecoders: Plugin = {
  name: 'pdf-decoders',
  generateBundle() {
    const folder = path.resolve(import.meta.dirname, 'node_modules/pdfjs-dist');
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    for (const file of ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'])
      this.emitFile({
        type: 'asset',
        fileName: `assets/pdf-${version}/${file}`,
        source: readFileSync(path.join(folder, 'wasm', file)),
      });
  },
};

export default defineConfig({
  root: 'web',
  plugins: [wordsPlugin(), react(), chunks, preloads, router, schemas, pdfDecoders],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Photographs and fonts stay files of their own: they are cached, and the policy of the page is simpler.
    assetsInlineLimit: 0,
    // Says which files a page needs, so that the server can name them in its head.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The page's own script waits for the first sight; it must not run the app by importing this from it.
            { name: 'imports', test: (id) => id.includes('preload-helper'), priority: 3 },
            { name: 'app', test: (id) => initial.has(id) || id.includes('rolldown/runtime'), priority: 2 },
            // A group takes along what its modules import, unless a group of higher priority has it: the screen of whoever
            // is not signed in loads neither Zod nor the frame of the pages.
            {
              name: 'shared',
              test: (id) =>
                (signIn.has(id) && notSignIn.has(id)) || (/\/shared\//.test(id) && !withZod.has(id)),
              priority: 1.8,
            },
            { name: 'pages', test: (id) => pages.has(id), priority: 1.5 },
            // Runs before the other schemas do: all at once would take a phone long.
            { name: 'zod', test: /\/node_modules\/zod\/|\/shared\/users\.ts$/, priority: 1.2 },
            // On a slow line every file costs a round trip: what several routes share is one file.
            {
              name: 'schemas',
              test: (id) => withZod.has(id) && /\/shared\//.test(id),
              minShareCount: 2,
              priority: 1,
            },
            // Templates' mail components are fetched together, once a letter is shown; their texts stay apart.
            {
              name: 'letter-texts',
              test: /\/templates\/(parts\/)?(message|subject|names)\.ts$/,
              priority: 1,
            },
            { name: 'templates', test: /\/templates\/(render-template|[a-z]+\/mail)\.tsx$/ },
            // Photographs are named by schemas; the sign-in screen has neither.
            {
              name: 'shared',
              test: (id) =>
                !withZod.has(id) && /\/web\/(lib|components\/(?!photo|zoomable))|\/node_modules\//.test(id),
              minShareCount: 2,
              priority: 0.5,
            },
            // The open page about the mission names prices too, and needs nothing else of the desk.
            {
              name: 'counter',
              test: (id) => desk.has(id) && /\/web\/(features\/credits|lib)\//.test(id),
              minShareCount: 2,
              priority: 0.3,
            },
            {
              name: 'desk',
              test: (id) => desk.has(id) && !signIn.has(id),
              minShareCount: 2,
              priority: 0.2,
            },
          ],
        },
      },
    },
  },
  server: {
    // The API checks Origin against its own address, so the development server speaks for it.
    proxy: Object.fromEntries(
      [
        '/api',
        '/ping',
        '/identitytoolkit.googleapis.com',
        '/securetoken.googleapis.com',
        '/identity/',
        '/mailbox',
        '/sandbox',
        '/l/',
        '/assets/',
        '/mute/',
        '/__/auth',
        '/__/firebase',
        '/manifest.webmanifest',
      ].map((path) => [path, { target: api, changeOrigin: false }]),
    ),
  },
});
