import { spawn } from 'node:child_process';
import path from 'node:path';
import { createServer } from 'vite';

// `npm run dev`: the API restarts and the page reloads as files change. People open the page's address; the
// API stands behind it, so cookies and the Origin check work as they do in production.
const root = path.resolve(import.meta.dirname, '..');
const pagePort = Number(process.env.PORT || 3000);
const apiPort = pagePort + 1;
process.env.API_PORT = String(apiPort);

const api = spawn(
  path.join(root, 'node_modules', '.bin', 'tsx'),
  ['watch', '--clear-screen=false', '--include', 'server/**/*', path.join(root, 'server', 'main.ts')],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(apiPort),
      PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${pagePort}`,
    },
  },
);
const web = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  server: { port: pagePort, strictPort: true },
});
await web.listen();
web.printUrls();

const stop = async () => {
  api.kill('SIGTERM');
  await web.close();
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
api.on('exit', async (code) => {
  await web.close();
  process.exit(code ?? 0);
});
