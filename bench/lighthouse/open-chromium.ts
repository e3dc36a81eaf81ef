import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from '../../scripts/find-chromium.ts';

export interface OpenChromium {
  /** where its DevTools protocol is spoken, on 127.0.0.1 */
  port: number;
  close(): Promise<void>;
}

const START_LIMIT_MS = 20_000;

/**
 * A Chromium with an empty profile, driven over its port: a session lasts from one driver to the next.
 * @throws when none is found, or it does not start
 */
export async function openChromium(): Promise<OpenChromium> {
  const found = await findChromium();
  if (!found) throw new Error('No Chromium was found. Set CHROMIUM_PATH, or install one.');
  const profile = await mkdtemp(path.join(tmpdir(), 'slow-letters-chromium-'));
  const child = spawn(
    found.executablePath,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-extensions',
      '--disable-background-networking',
      '--disable-component-update',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { env: { ...process.env, ...found.env }, stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.once('error', (error) => console.error('Chromium could not be started', error));
  const close = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    // Chromium writes the port it took as the first line.
    const written = await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const port = Number(written.split('\n')[0]);
    if (written.includes('\n') && port > 0) return { port, close };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await close();
  throw new Error('Chromium did not open its port.');
}
