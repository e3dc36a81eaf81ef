import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

const api = `http://127.0.0.1:${process.env.API_PORT ?? '3001'}`;

/** Faces that the first screen is set in. */
const FIRST_FONTS = ['brygada-1918-latin-wght-normal', 'atkinson-hyperlegible-next-latin-wght-normal'];

/** Has the page ask for the first fonts and for the app's own chunk at once, not when styles and entry are read. */
const preloads: Plugin = {
  name: 'preloads',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }): HtmlTagDescriptor[] => {
      const named = (name: string) => Object.keys(bundle).find((file) => file.startsWith(`assets/${name}-`));
      const link = (attrs: Record<string, string | true>): HtmlTagDescriptor => ({
        tag: 'link',
        attrs: { ...attrs, crossorigin: true },
        injectTo: 'head',
      });
      const fonts = FIRST_FONTS.map(named).filter((file) => file !== undefined);
      const app = named('app');
      return [
        ...fonts.map((file) => link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}` })),
        ...(app ? [link({ rel: 'modulepreload', href: `/${app}` })] : []),
      ];
    },
  },
};

export default defineConfig({
  root: 'web',
  plugins: [react(), preloads],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Photographs and fonts stay files of their own: they are cached, and the policy of the page is simpler.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
