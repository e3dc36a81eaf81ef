import { existsSync, globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from './core/project-folder.ts';

/** What each top folder may import. Packages know nothing of the product. */
const MAY_IMPORT: Record<string, string[]> = {
  packages: ['packages'],
  web: ['web', 'shared', 'templates', 'packages'],
  server: ['server', 'shared', 'templates', 'packages'],
  // What their letters say, and when they were written, is worded in the letter's language.
  templates: [
    'templates',
    'shared/clean-text.ts',
    'shared/words.ts',
    'shared/day-in-words.ts',
    'shared/zoned-time.ts',
    'packages/address-files/plain-name.ts',
  ],
  shared: ['shared', 'templates', 'packages'],
};

/** What of each package others may import. */
const FACES: Record<string, string[]> = {
  'address-files': [
    'address-file',
    'address-in-text',
    'content-line',
    'decode-text',
    'deliverable-address',
    'found-people',
    'found-person',
    'lengths',
    'plain-name',
    'read-people',
    'write-address-files',
  ],
  'embedded-postgres': ['start', 'remove-data-dir'],
  files: ['durable-files'],
  'mail-reader': [
    'attachment-lines',
    'automatic-kinds',
    'classify/addresses-in-text',
    'classify/automatic-note',
    'classify/automatic-words',
    'classify/bounce-report',
    'classify/check-dmarc',
    'classify/feedback-report',
    'classify/not-a-reply',
    'failure-meanings',
    'parse/clean-html',
    'parse/parse-message',
    'parse/reply-files',
    'parse/reply-images',
    'parse/reply-text',
    'threads/dmarc-thread',
    'threads/parser-thread',
  ],
  heif: ['colour-profile', 'decode-heif', 'heif-threads'],
  'page-finder': [
    'even-light',
    'find-page',
    'geometry',
    'homography',
    'paper-light',
    'picture',
    'render-page',
    'straighten',
    'wasm/even-in-wasm',
    'wasm/resample-in-wasm',
  ],
  threads: ['fair-limiter', 'thread-pool', 'turns-by-key'],
  words: ['catalogue', 'po'],
};

/**
 * The folders and files of `server/`, from the lowest up: each may import only what stands before it. A folder within one
 * that is listed here too stands for itself.
 */
const SERVER_ORDER = [
  'core',
  'mail/out',
  'mail/in',
  // Parts that what follows needs of the folders further up.
  'people/users/profile.ts',
  'people/occasions/birthdays.ts',
  'people/identity',
  'content-security-policy.ts',
  'openapi.ts',
  'people/events',
  'people/users',
  'people/recipients',
  'people/support',
  'people/occasions',
  'money/credits',
  'money/gifts',
  'money/payments',
  'letters/photos',
  'letters/drafts',
  'letters',
  'answers',
  'pages/letter',
  'pages/archive',
  'pages/all-letters',
  'pages/account',
  'pages/web-app',
  'on.ts',
  'dev',
  'open-payments.ts',
  'open-services.ts',
  'operator',
  'routes.ts',
  'app.ts',
  'schedule.ts',
  'worker.ts',
  'main.ts',
];

/** Which folder alone may import a library. */
const OWNERS: Record<string, RegExp> = {
  nodemailer: /^server\/(mail\/out|dev|operator\/doctor)\//,
  'smtp-server': /^server\/mail\/in\//,
  jose: /^server\/people\/identity\//,
  sharp: /^server\/letters\/photos\//,
  stripe: /^server\/(money\/payments|dev\/sandbox-checkout)\//,
};

/** Tests of the source as a whole, which no file is named for. */
const OF_THE_SOURCE = [
  'server/architecture',
  'server/asvs',
  'server/core/db/migration-rules',
  'server/table-owners',
  'web/styles/styles',
];

interface Import {
  from: string;
  to: string;
}

const isProductCode = (file: string) =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|^packages\/[^/]+\/test\//.test(file);

async function productFiles(folder: string): Promise<{ file: string; text: string }[]> {
  const entries = await readdir(path.join(projectFolder, folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectFolder, path.join(entry.parentPath, entry.name)))
    .filter(isProductCode);
  return Promise.all(
    files.map(async (file) => ({ file, text: await readFile(path.join(projectFolder, file), 'utf8') })),
  );
}

async function importsOf(folder: string): Promise<Import[]> {
  return (await productFiles(folder)).flatMap(({ file, text }) =>
    [...text.matchAll(/(?:from|import|new URL)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) => ({
      from: file,
      to: path.relative(projectFolder, path.resolve(projectFolder, path.dirname(file), target)),
    })),
  );
}

/** The entry of `folder` that a file is or lies in, or null for a file outside of it. */
function entryOf(folder: string, file: string): string | null {
  const inside = path.relative(folder, file);
  return inside.startsWith('..') ? null : (inside.split(path.sep)[0] ?? null);
}

/** A circle of entries of `folder` that import one another, or null. */
function circleIn(folder: string, imports: Import[]): string[] | null {
  const arrows = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const a = entryOf(folder, from);
    const b = entryOf(folder, to);
    if (a === null || b === null || a === b) continue;
    arrows.set(a, (arrows.get(a) ?? new Set()).add(b));
  }
  const done = new Set<string>();
  const visit = (entry: string, trail: string[]): string[] | null => {
    if (trail.includes(entry)) return [...trail.slice(trail.indexOf(entry)), entry];
    if (done.has(entry)) return null;
    for (const next of arrows.get(entry) ?? []) {
      const circle = visit(next, [...trail, entry]);
      if (circle) return circle;
    }
    done.add(entry);
    return null;
  };
  for (const entry of arrows.keys()) {
    const circle = visit(entry, []);
    if (circle) return circle;
  }
  return null;
}

describe('imports', () => {
  it.each(Object.keys(MAY_IMPORT))(
    '%s imports only the folders it may, and no test support',
    async (folder) => {
      const imports = await importsOf(folder);
      expect(imports.length).toBeGreaterThan(0);
      const wrong = imports.filter(
        ({ to }) => !MAY_IMPORT[folder]?.some((allowed) => to === allowed || to.startsWith(`${allowed}/`)),
      );
      expect(wrong).toEqual([]);
    },
  );

  it('packages: others import only what is their face, and each has a README of one screen', async () => {
    const folders = await readdir(path.join(projectFolder, 'packages'));
    expect(folders.toSorted()).toEqual(Object.keys(FACES).toSorted());
    const all = await Promise.all(Object.keys(MAY_IMPORT).map(importsOf));
    const wrong = all.flat().filter(({ from, to }) => {
      const [, folder = '', module = ''] = /^packages\/([^/]+)\/(.+)\.ts$/.exec(to) ?? [];
      return folder && !from.startsWith(`packages/${folder}/`) && !FACES[folder]?.includes(module);
    });
    expect(wrong).toEqual([]);
    for (const folder of folders) {
      const text = await readFile(path.join(projectFolder, 'packages', folder, 'README.md'), 'utf8');
      expect(text.split('\n').length, folder).toBeLessThan(45);
    }
  });

  it('server: every import points to an earlier entry of SERVER_ORDER', async () => {
    const imports = await importsOf('server');
    const rank = (file: string) =>
      SERVER_ORDER.findIndex((entry) => file === `server/${entry}` || file.startsWith(`server/${entry}/`));
    const unknown = imports.filter(({ from }) => rank(from) < 0).map(({ from }) => from);
    expect(unknown).toEqual([]);
    // Who reads whose tables: `table-owners.test.ts`.
    const wrong = imports.filter(
      ({ from, to }) => to.startsWith('server/') && !to.endsWith('/schema.ts') && rank(to) > rank(from),
    );
    expect(wrong).toEqual([]);
  });

  it('server: every fetch says what becomes of a redirect', async () => {
    const calls = (await productFiles('server')).flatMap(({ file, text }) =>
      text
        .split(/\bfetch\(/)
        .slice(1)
        .map((call) => ({ file, call: call.slice(0, call.indexOf(');')) })),
    );
    expect(calls.length).toBeGreaterThan(3);
    expect(calls.filter(({ call }) => !/\bredirect: '(error|manual)'/.test(call))).toEqual([]);
  });

  it.each(['server/core', 'web/features'])('%s has no circle of imports', async (folder) => {
    expect(circleIn(folder, await importsOf(folder))).toBeNull();
  });

  it('finds a circle', () => {
    const circle = [
      { from: 'x/a/1.ts', to: 'x/b/1.ts' },
      { from: 'x/b/2.ts', to: 'x/c.ts' },
      { from: 'x/c.ts', to: 'x/a/2.ts' },
    ];
    expect(circleIn('x', circle)).toEqual(['a', 'b', 'c.ts', 'a']);
    expect(circleIn('x', circle.slice(0, 2))).toBeNull();
  });

  it('server: no file of routes queries the database', async () => {
    const wrong = (await productFiles('server')).flatMap(({ file, text }) => {
      if (!/(^|[/-])routes\.ts$/.test(file)) return [];
      const queries = text.matchAll(
        /from '(?:drizzle-orm[^']*|[^']*\/schema(?:\/[^']*)?\.ts)'|\b(?:db|tx)\s*\.(?:select\w*|insert|update|delete|execute|query|\$count)\b|\bsql`/g,
      );
      return [...queries].map(([query]) => `${file}: ${query}`);
    });
    expect(wrong).toEqual([]);
  });

  it('server: one folder each imports nodemailer, smtp-server, jose, sharp and stripe', async () => {
    const wrong = (await productFiles('server')).flatMap(({ file, text }) =>
      Object.entries(OWNERS)
        .filter(([library, home]) => text.includes(`from '${library}'`) && !home.test(file))
        .map(([library]) => `${file} imports ${library}`),
    );
    expect(wrong).toEqual([]);
  });
});

it('tests: each lies beside the file it is named for, or is a scenario', () => {
  const folders = '{packages,server,shared,templates,web,test,scripts,bench}';
  const alone = globSync(`${folders}/**/*.test.{ts,tsx}`, { cwd: projectFolder })
    .map((file) => file.replace(/\.test\.tsx?$/, ''))
    .filter((name) => !name.endsWith('.scenario'))
    .filter(
      (name) => !['ts', 'tsx', 'css'].some((end) => existsSync(path.join(projectFolder, `${name}.${end}`))),
    );
  expect(alone.toSorted()).toEqual(OF_THE_SOURCE);
});
