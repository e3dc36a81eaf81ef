import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isAppPath } from '../../../shared/app-paths.ts';
import { type ClientConfig, clientConfig } from '../../../shared/client-config.ts';
import type { Config } from '../../core/config.ts';
import { notFound } from '../../core/errors.ts';
import { projectFolder } from '../../core/project-folder.ts';
import { sessionCookieName } from '../../people/identity/sessions/session-cookie.ts';
import type { AllServices } from '../account/erasure-list.ts';
import { appPages, MANIFEST, WORDS_MANIFEST } from './app-pages.ts';
import { webManifest } from './manifest.ts';
import { PAGE_FILES, type PageFiles, readPageFiles } from './page-files.ts';
import { languageOfPage, type PageLanguage, pageLanguages, wordsOfPage } from './page-language.ts';
import { searchRoutes } from './search-engines.ts';

/** Paths of the API: an unknown one is answered with a 404 in JSON, not with the page. */
const API_PATH =
  /^\/(api|ping|identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com|mailbox|sandbox|l|__)(\/|$|\?)/;
const YEAR_SECONDS = 31_536_000;
/** RFC 9116, section 2.5.5, recommends less than a year. */
const SECURITY_TXT_DAYS = 180;
const HTML = 'text/html; charset=utf-8';
const IN_A_LANGUAGE = { 'cache-control': 'no-cache', vary: 'accept-language, cookie' };
const hidden = { schema: { hide: true } };

export async function configRoutes(app: FastifyInstance, services: AllServices): Promise<void> {
  const { config } = services;

  app.get('/api/config', { schema: { response: { 200: clientConfig } } }, async () =>
    clientConfigOf(services),
  );

  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());

  const contact = config.SECURITY_CONTACT;
  if (contact === undefined) return;
  app.get('/.well-known/security.txt', { schema: { hide: true } }, async (_request, reply) => {
    const expires = new Date(Date.now() + SECURITY_TXT_DAYS * 86_400_000).toISOString();
    const lines = [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en'];
    const canonical = `Canonical: ${config.publicUrl}/.well-known/security.txt`;
    return reply.type('text/plain; charset=utf-8').send(`${[...lines, canonical].join('\n')}\n`);
  });
}

export function clientConfigOf({ config, mail, payments, identity }: AllServices): ClientConfig {
  return {
    productName: config.PRODUCT_NAME,
    languages: config.LANGUAGES,
    ...identity.client,
    supportEmail: config.SUPPORT_EMAIL ?? null,
    payments: payments.kind,
    captureMailbox: mail.kind === 'local-mailbox',
    testRoutes: config.TEST_ROUTES,
  };
}

/** Files named by content hash are cached for a year; the page, which holds the product's name, is revalidated each time. */
export async function webRoutes(
  app: FastifyInstance,
  { config, client }: { config: Config; client: ClientConfig },
  root = path.join(projectFolder, 'dist', 'web'),
): Promise<void> {
  const built = PAGE_FILES.every((name) => existsSync(path.join(root, name)));
  const languages = pageLanguages(config);
  const made = new Map<PageLanguage, PageFiles>();
  const filesOf = (language: PageLanguage) => {
    const found = made.get(language) ?? readPageFiles(root, config.PRODUCT_NAME, wordsOfPage(root, language));
    made.set(language, found);
    return found;
  };
  const pages = built
    ? appPages({
        root,
        base: (language) => filesOf(language).page,
        client,
        publicUrl: config.publicUrl,
      })
    : null;
  const cookie = sessionCookieName(config);
  searchRoutes(app, { ...client, publicUrl: config.publicUrl });
  app.get('/manifest.webmanifest', hidden, async (request, reply) => {
    const language = languageOfPage(request, languages);
    const manifest = webManifest(config.PRODUCT_NAME, wordsOfPage(root, language));
    return reply.type('application/manifest+json').headers(IN_A_LANGUAGE).send(JSON.stringify(manifest));
  });
  if (built) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      // One route per file, known at the start; every other path gets the page.
      wildcard: false,
      preCompressed: true,
      globIgnore: [...PAGE_FILES, MANIFEST, WORDS_MANIFEST],
      maxAge: YEAR_SECONDS * 1000,
      immutable: true,
      setHeaders: (reply, file) => {
        if (!file.includes(`${path.sep}assets${path.sep}`)) reply.header('cache-control', 'no-cache');
      },
    });
    const worded = (at: string, type: string, file: keyof PageFiles) =>
      app.get(at, hidden, async (request, reply) =>
        reply
          .type(type)
          .headers(IN_A_LANGUAGE)
          .send(filesOf(languageOfPage(request, languages))[file]),
      );
    worded('/offline.html', HTML, 'offlinePage');
    worded('/service-worker.js', 'text/javascript; charset=utf-8', 'serviceWorker');
  }
  app.setNotFoundHandler(async (request, reply) => {
    const requested = request.url.split('?')[0] ?? '';
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !API_PATH.test(request.url) &&
      !path.extname(requested);
    if (!wantsPage) throw notFound();
    if (!pages)
      throw notFound({
        text: `The web app (run the build, or open the development server) of ${config.PRODUCT_NAME} could not be found.`,
      });
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    const hasSession = request.cookies[cookie] !== undefined;
    const page = await pages(requested, hasSession, languageOfPage(request, languages));
    return reply
      .code(isAppPath(requested) ? 200 : 404)
      .type(HTML)
      .headers({ ...IN_A_LANGUAGE, vary: `accept-encoding, ${IN_A_LANGUAGE.vary}` })
      .send(page[encoding ?? 'plain']);
  });
}

/** The smallest encoding that the browser accepts (RFC 9110, 12.5.3). */
function chooseEncoding(accepted: string | undefined): 'br' | 'gzip' | null {
  const takes = (name: string) =>
    (accepted ?? '').split(',').some((each) => {
      const [coding, weight] = each.split(';').map((part) => part.trim().toLowerCase());
      return coding === name && !/^q=0(\.0*)?$/.test(weight ?? '');
    });
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : null;
}
