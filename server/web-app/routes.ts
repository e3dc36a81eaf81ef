import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import { projectFolder } from '../platform/project-folder.ts';
import type { Services } from '../platform/services.ts';
import { webManifest } from './manifest.ts';
import { NAMED_FILES, readNamedFiles } from './named-files.ts';
import { chooseEncoding, packPage } from './packed-page.ts';

/** Paths that belong to the API: an unknown one is a 404 in JSON, never the page. */
const API_PATH =
  /^\/(api|ping|identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com|mailbox|sandbox|l|__)(\/|$|\?)/;
const YEAR_SECONDS = 31_536_000;
const HTML = 'text/html; charset=utf-8';
const hidden = { schema: { hide: true } };

/**
 * Serves the built web app. Its files are named by their content and kept for ever; the page itself, which carries
 * the product's name, is asked for each time.
 * @param root the built app; only tests name another place
 */
export async function webRoutes(
  app: FastifyInstance,
  { config }: Pick<Services, 'config'>,
  root = path.join(projectFolder, 'dist', 'web'),
): Promise<void> {
  const built = NAMED_FILES.every((name) => existsSync(path.join(root, name)));
  const files = built ? readNamedFiles(root, config.PRODUCT_NAME) : null;
  const page = files ? packPage(files.page) : null;
  const manifest = JSON.stringify(webManifest(config.PRODUCT_NAME));
  app.get('/manifest.webmanifest', hidden, async (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
  );
  if (files) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      // A route a file, known at the start: every other path is the page's.
      wildcard: false,
      preCompressed: true,
      globIgnore: [...NAMED_FILES],
      maxAge: YEAR_SECONDS * 1000,
      immutable: true,
      setHeaders: (reply, file) => {
        if (!file.includes(`${path.sep}assets${path.sep}`)) reply.header('cache-control', 'no-cache');
      },
    });
    app.get('/offline.html', hidden, async (_request, reply) =>
      reply.type(HTML).header('cache-control', 'no-cache').send(files.offlinePage),
    );
    app.get('/service-worker.js', hidden, async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(files.serviceWorker),
    );
  }
  app.setNotFoundHandler(async (request, reply) => {
    const asked =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !API_PATH.test(request.url) &&
      !path.extname(request.url.split('?')[0] ?? '');
    if (!asked) throw notFound();
    if (!page)
      throw notFound(`The web app (run the build, or open the development server) of ${config.PRODUCT_NAME}`);
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .type(HTML)
      .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
      .send(page[encoding ?? 'plain']);
  });
}
