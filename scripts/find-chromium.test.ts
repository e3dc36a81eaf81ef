import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** As on a machine where no browser is installed. */
async function findOnBareMachine() {
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.stubEnv('PATH', '');
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', '/nonexistent');
  vi.resetModules();
  const { findChromium } = await import('./find-chromium.ts');
  return findChromium();
}

it.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'on a bare machine the one that npm brought runs, with the fonts that came with it',
  async () => {
    const found = await findOnBareMachine();
    expect(existsSync(found?.executablePath ?? '')).toBe(true);
    const conf = found?.env.FONTCONFIG_FILE ?? '';
    const folder = /<dir prefix="relative">(.+)<\/dir>/.exec(readFileSync(conf, 'utf8'))?.[1] ?? '';
    const fonts = readdirSync(path.join(path.dirname(conf), folder), { recursive: true });
    expect(fonts.some((name) => String(name).endsWith('.ttf'))).toBe(true);
  },
);

it('one that is named and cannot be run is an error, not another one', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/nonexistent/chromium');
  const { findChromium } = await import('./find-chromium.ts');
  await expect(findChromium()).rejects.toThrow('CHROMIUM_PATH is /nonexistent/chromium');
});
