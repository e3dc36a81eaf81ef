import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isAppPath } from '../../../shared/app-paths.ts';
import type { ClientConfig } from '../../../shared/client-config.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { startTestProduct } from '../../../test/support/test-product.ts';
import { readConfig } from '../../core/config.ts';
import { projectFolder } from '../../core/project-folder.ts';
import { webRoutes } from './routes.ts';

const NAME = 'Ink & "Paper" <$1>';
const ESCAPED = 'Ink &amp; &quot;Paper&quot; &lt;$1&gt;';

let root: string;
let app: FastifyInstance;
/** The sources stand in for the build, which only adds the names of scripts and styles to the page. */
beforeAll(async () => {
  root = path.join(await mkdtemp(path.join(tmpdir(), 'slow-letters-web-')), 'web');
  await mkdir(root);
  const source = path.join(projectFolder, 'web');
  for (const [file, from] of [
    ['index.html', 'index.html'],
    ['offline.html', 'public/offline.html'],
    ['service-worker.js', 'public/service-worker.js'],
    ['favicon.svg', 'public/favicon.svg'],
  ] as const) {
    await writeFile(path.join(root, file), await readFile(path.join(source, from)));
  }
  app = await appNamed(NAME, root);
});
afterAll(async () => {
  await app.close();
  await rm(path.dirname(root), { recursive: true, force: true });
});

const client: ClientConfig = {
  productName: NAME,
  languages: [...LANGUAGES],
  identity: {
    mode: 'embedded',
    apiKey: 'key',
    projectId: 'letters',
    authDomain: null,
    emulatorHost: null,
    minPasswordLength: 6,
  },
  supportEmail: null,
  appleSignIn: false,
  passkeys: true,
  payments: 'none',
  captureMailbox: true,
  testRoutes: false,
};

async function appNamed(name: string, folder: string, settings = {}): Promise<FastifyInstance> {
  const made = Fastify();
  await made.register(cookie);
  const config = readConfig({ PRODUCT_NAME: name, ...settings });
  await webRoutes(made, { config, client: { ...client, productName: name } }, folder);
  return made;
}

const get = (url: string) => app.inject({ url });

it.each(['/', '/my-letters', '/receipts/1?print'])(
  'GET %s: serves the page with the product name escaped',
  async (url) => {
    const page = await get(url);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(page.body).toMatch(new RegExp(`<title>[^<]*${ESCAPED.replace('$', '\\$')}</title>`));
    expect(page.body).toContain(`<meta name="application-name" content="${ESCAPED}" />`);
    expect(page.body).toMatch(
      new RegExp(`<meta name="description" content="${ESCAPED.replace('$', '\\$')}: `),
    );
    expect(page.body).not.toContain('Slow Letters');
  },
);

it.each([
  ['/mission', 'Our Mission · ', '/mission'],
  ['/support?lang=de', 'Hilfe · ', '/support?lang=de'],
  ['/', `Handwritten letters that arrive by e-mail · ${ESCAPED}`, '/'],
])('GET %s: has a title and one address for search engines', async (url, title, canonical) => {
  const { body } = await get(url);
  expect(body).toContain(`<title>${title}`);
  expect(body).toContain(`<link rel="canonical" href="http://localhost:3000${canonical}">`);
  expect(body).toContain('<meta property="og:image" content="http://localhost:3000/icons/social.jpg">');
});

it.each(['/nothing', '/my-letters/x', '/receipts', '/l'])('GET %s: 404 with the page', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(404);
  if (url !== '/l') expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
});

it('paths of the app are those of its router', async () => {
  const router = await readFile(path.join(projectFolder, 'web', 'pages.tsx'), 'utf8');
  const paths = [...router.matchAll(/^ {2}'(\/[^']*)': /gm)].map(([, at = '']) => at);
  expect(paths.length).toBeGreaterThan(10);
  for (const at of paths) expect([at, isAppPath(at.replace(':id', '7'))]).toEqual([at, true]);
});

it('search engines: the open pages in each language, nothing else', async () => {
  expect((await get('/robots.txt')).body).toContain('Sitemap: http://localhost:3000/sitemap.xml');
  const urls = (await get('/sitemap.xml')).body.match(/(?<=<loc>)[^<]+/g) ?? [];
  expect(urls).toHaveLength(4 * LANGUAGES.length);
  expect(urls).toContain('http://localhost:3000/mission?lang=pt-BR');
});

it.each(['/api/nothing', '/nothing.png', '/index.html', '/ping/x'])(
  'GET %s: 404, not the page',
  async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  },
);

it.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
])('page: compressed for Accept-Encoding %s', async (accepted, encoding, decompress) => {
  const compressed = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
  expect(compressed.headers).toMatchObject({
    'content-encoding': encoding,
    vary: 'accept-encoding, accept-language, cookie',
  });
  expect(decompress(compressed.rawPayload).toString()).toBe((await get('/')).body);
});

it('page: not compressed for Accept-Encoding identity', async () => {
  const plain = await app.inject({ url: '/', headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toContain('<!doctype html>');
});

it('page: holds the first warm-up message before any script has loaded', async () => {
  const source = await readFile(
    path.join(projectFolder, 'web', 'features', 'warm-up', 'warm-up.tsx'),
    'utf8',
  );
  const [, first = 'nothing'] = /const MESSAGES = \[\s*msg\('([^']+)'/.exec(source) ?? [];
  const { body } = await get('/');
  expect(body).toContain(`<li class="now">${first}</li>`);
  expect(body).toContain(`Just a moment while we prepare everything for your letter</p>`);
});

it('page: has the configuration, so that the browser need not ask for it', async () => {
  const content = /<meta name="client-config" content="([^"]*)"/.exec((await get('/')).body)?.[1] ?? '';
  const read = content
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
  expect(JSON.parse(read)).toEqual(client);
});

it('page: has the sign-in screen or the public page in its markup; with a session cookie that of whoever is signed in, where it is the same for all', async () => {
  const built = path.join(root, '..', 'built');
  await cp(root, built, { recursive: true });
  await mkdir(path.join(built, '.vite'));
  const chunk = (name: string) => ({ file: `assets/${name}.js`, name, css: [`assets/${name}.css`] });
  const manifest = Object.fromEntries(
    ['auth', 'pages', 'mission', 'sign-in', 'my-letters', 'shared'].map((name) => [
      name,
      { ...chunk(name), imports: name === 'mission' ? ['shared'] : [] },
    ]),
  );
  await writeFile(path.join(built, '.vite', 'manifest.json'), JSON.stringify(manifest));
  await mkdir(path.join(root, '..', 'prerender'));
  const module =
    'export const prerenderPage = async (at, config, language, catalogue, isSignedIn) => "<p lang=" + language + ">" + at + " of " + config.productName.length + (isSignedIn ? " signed in" : "") + "</p>";';
  await writeFile(path.join(root, '..', 'prerender', 'prerender.js'), module);
  const words = { version: 'v1', chunks: { 'sign-in': ['sign-in'], pages: ['pages'], mission: ['public'] } };
  await writeFile(path.join(built, '.vite', 'words.json'), JSON.stringify(words));
  const whole = await appNamed(NAME, built);
  const page = (url: string, headers = {}) => whole.inject({ url, headers });

  expect((await page('/')).body).toContain(`inert aria-hidden="true"><p lang=en>/ of ${NAME.length}</p>`);
  expect((await page('/my-letters?of=1')).body).toContain('<p lang=en>/ of');
  const mission = await page('/mission/');
  expect(mission.body).toContain('<p lang=en>/mission of');
  // A page's own styles change those of the components that it imports, so they come after them.
  expect(mission.body.match(/(?<=rel="stylesheet" crossorigin href="\/assets\/)\w+/g)).toEqual([
    'auth',
    'pages',
    'shared',
    'mission',
  ]);
  // After the photograph, not beside it.
  const [head = '', body = ''] = mission.body.split('</head>');
  expect(head).not.toContain('modulepreload');
  // Painted whole: the element that is waited for ends what stands in the page.
  expect(head).toContain('<link rel="expect" href="#scripts" blocking="render">');
  expect(body).toMatch(/<template id="scripts"><link [^>]*href="\/assets\/auth\.js"><link [^>]*pages\.js/);
  expect(mission.body).not.toContain('/assets/sign-in');
  expect(mission.headers.vary).toBe('accept-encoding, accept-language, cookie');
  expect((await page('/reset-password?oobCode=1')).body).not.toContain('id="prerendered"');
  for (const url of ['/', '/my-letters', '/credits', '/mission', '/payment']) {
    const { body } = await page(url, { cookie: 'session=anything' });
    const shown = /id="prerendered" inert aria-hidden="true"><p lang=en>([^<]+)/.exec(body)?.[1];
    const isSame = ['/credits', '/mission', '/payment'].includes(url);
    expect(shown).toBe(isSame ? `${url} of ${NAME.length} signed in` : undefined);
    expect(body).toContain('href="/assets/pages.js"');
  }

  // In another language it names the texts of its chunks, and each public page names its other languages.
  const german = (await page('/mission?lang=de')).body;
  expect(german).toContain('<html lang="de" dir="ltr" data-words="de">');
  expect(german).toContain('<p lang=de>/mission of');
  expect(german.match(/(?<=as="fetch" [^>]*href="\/assets\/words-de-)[\w-]+(?=-v1\.json)/g)).toEqual([
    'first',
    'pages',
    'public',
  ]);
  expect(mission.body).not.toContain('/assets/words-');
  const links = german.match(/hreflang="[^"]+" href="[^"]+"/g);
  expect(links).toHaveLength(11);
  expect(links).toContain('hreflang="en" href="http://localhost:3000/mission"');
  expect(links).toContain('hreflang="x-default" href="http://localhost:3000/mission"');
  expect(links).toContain('hreflang="pt-BR" href="http://localhost:3000/mission?lang=pt-BR"');
  const together = await Promise.all(
    ['ar', 'fr', 'ja', 'ar'].map((language) => page('/', { 'accept-language': language })),
  );
  expect(together.map(({ body }) => /<p lang=(\w+)>/.exec(body)?.[1])).toEqual(['ar', 'fr', 'ja', 'ar']);
  await whole.close();
});

it.each([
  ['/', {}, 'en', 'ltr'],
  ['/', { 'accept-language': 'ar-EG, en;q=0.5' }, 'ar', 'rtl'],
  ['/', { 'accept-language': 'zh, sv' }, 'en', 'ltr'],
  ['/', { 'accept-language': 'pt', cookie: 'lang=pl' }, 'pl', 'ltr'],
  ['/', { 'accept-language': 'pt', cookie: 'lang=nonsense' }, 'pt-BR', 'ltr'],
  ['/mission?lang=ja', { cookie: 'lang=pl' }, 'ja', 'ltr'],
  ['/mission?lang="><script>', {}, 'en', 'ltr'],
  ['/?lang=en-XA', {}, 'en', 'ltr'],
])('page %s for %o: in %s', async (url, headers, language, direction) => {
  for (const at of [url, `/offline.html${new URL(url, 'http://x').search}`]) {
    const { body } = await app.inject({ url: at, headers });
    expect(body).toContain(`<html lang="${language}" dir="${direction}" data-words="${language}">`);
  }
});

it('pseudo-language: only where the tests’ routes are', async () => {
  const tried = await appNamed(NAME, root, { TEST_ROUTES: 'on' });
  expect((await tried.inject({ url: '/', headers: { cookie: 'lang=en-XA' } })).body).toContain(
    '<html lang="en-XA"',
  );
  expect((await tried.inject({ url: '/', headers: { 'accept-language': 'en-GB' } })).body).toContain(
    '<html lang="en"',
  );
  await tried.close();
});

it('texts of the page’s files: each stands there', async () => {
  const files = [await get('/'), await get('/offline.html')].map(({ body }) => body).join();
  const source = await readFile(
    path.join(projectFolder, 'server', 'pages', 'web-app', 'page-files.ts'),
    'utf8',
  );
  const texts = [...source.matchAll(/msg\(\s*'([^']+)'/g)].map(([, text = '']) =>
    text.replace('{product}', ESCAPED),
  );
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter((text) => !files.includes(text))).toEqual([]);
});

it('HEAD /: 200 without a body', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
});

it('manifest: has the product name, and icons that exist in their sizes', async () => {
  const answer = await get('/manifest.webmanifest');
  expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  const manifest = answer.json<{ name: string; icons: { src: string; sizes: string; purpose: string }[] }>();
  expect(manifest).toMatchObject({ name: NAME, start_url: '/', display: 'standalone' });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of manifest.icons) {
    const png = await readFile(path.join(projectFolder, 'web', 'public', src));
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
});

it('service worker: contains the version of its offline page, so a changed page makes a new worker', async () => {
  const worker = await get('/service-worker.js');
  expect(worker.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  });
  expect(worker.body).toMatch(/'offline-[0-9a-f]{12}'/);
  const offline = (await get('/offline.html')).body;
  expect(offline).toContain(ESCAPED);
  // What the page needs without a connection is cached with it.
  for (const part of ['/offline.js', ...(offline.match(/\/assets\/[^"]+\.woff2/g) ?? ['no face'])])
    expect(worker.body).toContain(`'${part}'`);

  const other = await appNamed('Another', root);
  expect((await other.inject({ url: '/service-worker.js' })).body).not.toBe(worker.body);
  await other.close();
});

it('app not built: 404 for the page, 200 for the manifest', async () => {
  const unbuilt = await appNamed('Another', path.join(root, 'nowhere'));
  expect((await unbuilt.inject({ url: '/' })).statusCode).toBe(404);
  expect((await unbuilt.inject({ url: '/manifest.webmanifest' })).statusCode).toBe(200);
  await unbuilt.close();
});

it('content security policy: allows manifest and worker', async () => {
  const product = await startTestProduct();
  const { headers } = await product.app.inject({ url: '/manifest.webmanifest' });
  const policy = String(headers['content-security-policy']);
  // manifest-src falls back to default-src (CSP3, 6.1.9).
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("worker-src 'self'");
  expect(policy).not.toContain('manifest-src');
  await product.close();
});
