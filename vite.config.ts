import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

const api = `http://127.0.0.1:${process.env.API_PORT ?? '3001'}`;

const root = path.resolve(import.meta.dirname, 'web');

/** Everything that `main.tsx` imports at once, and what that imports. */
const initial = new Set<string>();
const chunks: Plugin = {
  name: 'chunks',
  buildEnd() {
    const queue = [path.join(root, 'main.tsx')];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (initial.has(id)) continue;
      initial.add(id);
      queue.push(...(this.getModuleInfo(id)?.importedIds ?? []));
    }
  },
};

/** Faces that the first screen is set in. */
const FIRST_FONTS = ['brygada-1918-latin-wght-normal', 'atkinson-hyperlegible-next-latin-wght-normal'];

/** Has the page ask for the first fonts at once, not when the styles are read. */
const preloads: Plugin = {
  name: 'preloads',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const named = (name: string) => Object.keys(bundle).find((file) => file.startsWith(`assets/${name}-`));
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

export default defineConfig({
  root: 'web',
  plugins: [react(), chunks, preloads],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Photographs and fonts stay files of their own: they are cached, and the policy of the page is simpler.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', test: (id) => initial.has(id) || id.includes('rolldown/runtime'), priority: 2 },
            // On a slow line every file costs a round trip: what several routes share is one file.
            { name: 'schemas', test: /\/(shared|node_modules\/zod)\//, minShareCount: 2, priority: 1 },
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
              test: /\/web\/(lib|components\/(?!photo|zoomable))|\/node_modules\//,
              minShareCount: 2,
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
        '/mute/',
        '/__/auth',
        '/__/firebase',
        '/manifest.webmanifest',
      ].map((path) => [path, { target: api, changeOrigin: false }]),
    ),
  },
});
