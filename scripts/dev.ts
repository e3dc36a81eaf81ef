import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createServer } from 'vite';
import { watchNpm } from './watch-npm.ts';

// `npm run dev`: the API restarts and the page reloads as files change. People open the page's address; the
// API stands behind it, so cookies and the Origin check work as they do in production.
const root = path.resolve(import.meta.dirname, '..');
const pagePort = Number(process.env.PORT || 3000);
const apiPort = pagePort + 1;
process.env.API_PORT = String(apiPort);
watchNpm();

const start = () =>
  fork(path.join(root, 'server', 'main.ts'), {
    cwd: root,
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      PORT: String(apiPort),
      PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${pagePort}`,
    },
  });
let api = start();
const web = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  server: { port: pagePort, strictPort: true },
});
await web.listen();
web.printUrls();

let isStopping = false;
let isRestarting = false;

async function endApi(): Promise<void> {
  if (api.exitCode !== null || api.signalCode !== null) return;
  api.kill('SIGTERM');
  await once(api, 'exit');
}

async function restart(): Promise<void> {
  if (isRestarting) return;
  isRestarting = true;
  await endApi();
  isRestarting = false;
  if (!isStopping) api = start();
}

const SERVER = ['server', 'shared', 'templates', 'packages', 'locales'].map((folder) =>
  path.join(root, folder),
);
web.watcher.add(SERVER).on('all', (_event, file) => {
  if (SERVER.some((folder) => file.startsWith(folder + path.sep))) void restart();
});

/** The API ends with its channel, too, when this process is killed. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await endApi();
  await web.close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, stop);
