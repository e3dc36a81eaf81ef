import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import { projectFolder } from '../project-folder.ts';
import type { Services } from '../services.ts';

/** Paths that belong to the API: an unknown one is a 404 in JSON, never the page. */
const API_PATH =
  /^\/(api|ping|identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com|mailbox|sandbox)(\/|$|\?)/;
const YEAR_SECONDS = 31_536_000;

/** Serves the built web app. Its files are named by their content and kept for ever; the page itself is not. */
export async function webRoutes(app: FastifyInstance, { config }: Services): Promise<void> {
  const root = path.join(projectFolder, 'dist', 'web');
  const built = existsSync(root);
  if (built) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      // A route a file, known at the start: every other path is the page's.
      wildcard: false,
      maxAge: YEAR_SECONDS * 1000,
      immutable: true,
      setHeaders: (reply, file) => {
        if (!file.includes(`${path.sep}assets${path.sep}`)) reply.header('cache-control', 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const page =
      request.method === 'GET' &&
      !API_PATH.test(request.url) &&
      !path.extname(request.url.split('?')[0] ?? '');
    if (!page) throw notFound();
    if (!existsSync(root))
      throw notFound(`The web app (run the build, or open the development server) of ${config.PRODUCT_NAME}`);
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false });
  });
}
