import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

/**
 * Starts the Chromium that was found, without a window.
 * @throws {Error} when there is none
 */
export async function launchChromium(args: string[] = []): Promise<Browser> {
  const found = await findChromium();
  if (!found) throw new Error('No Chromium was found. Set CHROMIUM_PATH, or install one.');
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return chromium.launch({
    executablePath: found.executablePath,
    env: { ...Object.fromEntries(inherited), ...found.env },
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', ...args],
  });
}
