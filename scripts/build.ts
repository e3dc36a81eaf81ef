import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { stylesheet } from '../server/core/html/stylesheet.ts';
import { isBuilt, STAMP, sourceHash } from './build-if-needed.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Entries of the server: the product, the operator's commands, and the threads that read mail, ask whose it is, read HEIC photos and render pages, the process that reads AVIF. */
const SERVER_ENTRIES = {
  main: 'server/main.ts',
  admin: 'server/operator/cli/main.ts',
  'parser-worker': 'packages/mail-reader/threads/parser-worker.ts',
  'dmarc-worker': 'packages/mail-reader/threads/dmarc-worker.ts',
  'heif-worker': 'packages/heif/heif-worker.ts',
  'page-worker': 'server/letters/photos/edit/page-worker.ts',
  'avif-process': 'server/letters/photos/convert/avif-process.ts',
};

async function buildAll(): Promise<void> {
  const hash = await sourceHash();
  await rm(STAMP, { force: true });
  await build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
  await build({
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: 'prerender.tsx',
      target: 'node24',
      outDir: '../dist/prerender',
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: { output: { codeSplitting: true } },
    },
    // The image of the product has none of what pages are built with.
    ssr: { noExternal: true },
  });
  // What a letter's page may load, apart from the app.
  await build({
    configFile: false,
    root: path.join(root, 'web'),
    logLevel: 'warn',
    build: {
      outDir: '../dist/web',
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      rolldownOptions: { input: path.join(root, 'web', 'write-back', 'write-back.ts') },
    },
  });
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node24',
      outDir: 'dist/server',
      emptyOutDir: true,
      sourcemap: true,
      rolldownOptions: {
        input: SERVER_ENTRIES,
        // All in one folder: the chunk that starts a thread finds the thread's file beside itself.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // Constants as such: the engine otherwise reads a module's tables anew in every turn of a loop.
          topLevelVar: false,
        },
      },
    },
    // Hundreds of small modules each: found, read and compiled one by one they take half of a start.
    ssr: { noExternal: ['drizzle-orm', 'date-fns'] },
  });
  await writeFile(path.join(root, 'dist', 'server', 'stylesheet.css'), stylesheet);
  // Beside the chunk that reads them, as they stand beside its source.
  await cp(path.join(root, 'packages/mail-reader/phrases'), path.join(root, 'dist', 'server', 'phrases'), {
    recursive: true,
    filter: (name) => !name.endsWith('.ts'),
  });
  await compress(path.join(root, 'dist', 'web', 'assets'));
  await writeFile(STAMP, hash);
}

/** A .br and a .gz beside each script, style and catalogue: compressed once here, sent as they are by the server. */
async function compress(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/\.(js|css|json)$/.test(name)) continue;
    const file = path.join(folder, name);
    const content = await readFile(file);
    await writeFile(`${file}.br`, brotliCompressSync(content));
    await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

// Whoever asked for it by `buildIfNeeded` is gone: nobody waits for the end.
const stop = () => process.exit(1);
process.once('disconnect', stop);
if (!(await isBuilt())) await buildAll();
process.off('disconnect', stop);
process.disconnect?.();
