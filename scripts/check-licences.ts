import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

// `node scripts/check-licences.ts`: every package that the product ships with has a licence from this list, and the
// registry, where it offers that, knows of no serious hole in any. What only builds and tests is not shipped.
const root = path.resolve(import.meta.dirname, '..');

/** SPDX ids of licences that ask for no more than their notice; and of fonts. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
]);

/** Packages with another licence, each with the reason why it may be shipped. */
const EXCEPTIONS: { name: RegExp; licence: RegExp; why: string }[] = [
  {
    name: /^@img\/sharp-(libvips|wasm32|win32)/,
    licence: /LGPL-3\.0-or-later/,
    why: 'libvips as a library file of its own, unchanged; whoever has it may put another in its place',
  },
  {
    name: /^libheif-js$/,
    licence: /^LGPL-3\.0$/,
    why: 'libheif as a file of its own in node_modules, unchanged; whoever has it may put another in its place',
  },
  {
    name: /^lightningcss/,
    licence: /^MPL-2\.0$/,
    why: 'of the build alone, unchanged; its licence reaches only its own files',
  },
];

const isExcepted = (name: string, licence: string) =>
  EXCEPTIONS.some((exception) => exception.name.test(name) && exception.licence.test(licence));

interface Locked {
  packages: Record<
    string,
    { version?: string; dev?: boolean; optional?: boolean; license?: string; link?: boolean }
  >;
}

/** One id of an expression `A OR B` is enough; each of `A AND B` is needed (SPDX 3, annex B). */
export function isAllowed(expression: string): boolean {
  const plain = expression.trim().replace(/^\((.*)\)$/, '$1');
  if (/\sOR\s/.test(plain)) return plain.split(/\sOR\s/).some(isAllowed);
  if (/\sAND\s/.test(plain)) return plain.split(/\sAND\s/).every(isAllowed);
  return ALLOWED.has(plain);
}

function licenceOf(folder: string, locked: string | undefined): string | null {
  try {
    const read = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    const { license, licenses } = read;
    if (typeof license === 'string') return license;
    if (typeof license?.type === 'string') return license.type;
    if (Array.isArray(licenses)) return licenses.map(({ type }) => type).join(' OR ');
  } catch (error) {
    // Optional packages of other platforms are not installed; the lock file says their licence.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return locked ?? null;
}

/** @returns a line for each package that may not be shipped */
function checkLicences(): { checked: number; wrong: string[] } {
  const lock: Locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const wrong: string[] = [];
  let checked = 0;
  for (const [folder, { dev, license, version, link }] of Object.entries(lock.packages)) {
    if (folder === '' || dev || link) continue;
    checked += 1;
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const found = licenceOf(folder, license);
    if (found && (isAllowed(found) || isExcepted(name, found))) continue;
    wrong.push(`${name} ${version}: ${found ?? 'no licence is named'}`);
  }
  return { checked, wrong };
}

/** @returns false when the registry knows of a serious hole; true too when it can't be asked */
function audit(): boolean {
  const { stdout, status } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  let report: { metadata?: { vulnerabilities?: Record<string, number> } } = {};
  try {
    report = JSON.parse(stdout || '{}');
  } catch {
    // Reported below.
  }
  const found = report.metadata?.vulnerabilities;
  if (!found) {
    console.log('audit: the registry does not offer it here, so nothing was checked.');
    return true;
  }
  console.log(`audit: ${found.high ?? 0} high, ${found.critical ?? 0} critical.`);
  return status === 0;
}

if (import.meta.main) {
  const { checked, wrong } = checkLicences();
  for (const line of wrong) console.error(line);
  console.log(`licences: ${checked} packages, ${wrong.length} not on the list.`);
  const sound = audit();
  process.exit(wrong.length > 0 || !sound ? 1 : 0);
}
