import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { stylesheet } from './stylesheet.ts';

const FONTS = {
  'serif.woff2': 'brygada-1918/files/brygada-1918-latin-wght-normal.woff2',
  'sans.woff2': 'atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  'mono.woff2': 'atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2',
};
const fontParams = z.object({ name: z.enum(['serif.woff2', 'sans.woff2', 'mono.woff2']) });

/** What the mailbox's pages look like: one stylesheet and its fonts, which are nobody's secret. */
export function styleRoutes(scope: FastifyInstance): void {
  const routes = scope.withTypeProvider<ZodTypeProvider>();

  routes.get('/mailbox/style.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(stylesheet),
  );

  routes.get(
    '/mailbox/fonts/:name',
    { schema: { hide: true, params: fontParams } },
    async (request, reply) => {
      const file = createRequire(import.meta.url).resolve(
        `@fontsource-variable/${FONTS[request.params.name]}`,
      );
      return reply
        .header('cache-control', 'max-age=86400')
        .type('font/woff2')
        .send(await readFile(file));
    },
  );
}
