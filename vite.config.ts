import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = `http://127.0.0.1:${process.env.API_PORT ?? '3001'}`;

export default defineConfig({
  root: 'web',
  plugins: [react()],
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
        '/mailbox',
        '/sandbox',
        '/l/',
        '/mute/',
        '/__/auth',
        '/manifest.webmanifest',
      ].map((path) => [path, { target: api, changeOrigin: false }]),
    ),
  },
});
