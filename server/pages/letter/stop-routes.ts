import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { noPage } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { findStopLink, type StopLink } from '../../letters/stop-link.ts';
import { block, findBlocks, type Refused, unblock } from '../../people/recipients/blocks.ts';
import { blockPage } from './block-page.ts';
import { languageQuery, pageWords } from './page-words.ts';

const params = z.object({ token: z.string() });

interface Asked {
  params: z.infer<typeof params>;
  query: z.infer<typeof languageQuery>;
}

/**
 * Where a recipient refuses letters, and allows them again. It works when the letter's page is closed and when the letter
 * is erased: its recipient may still want no more letters. Opening the page changes nothing.
 */
export function stopRoutes(scope: FastifyInstance, services: Services): void {
  const { db, config, addressHash } = services;
  const routes = scope.withTypeProvider<ZodTypeProvider>();
  const known = async (token: string) => {
    const link = await findStopLink(db, addressHash, token);
    if (!link) throw noPage();
    return link;
  };
  const shown = async (request: Asked, link: StopLink, reply: FastifyReply) => {
    const { pair, mayAllow, letter, language } = link;
    const refused = await findBlocks(db, pair);
    const page = { productName: config.PRODUCT_NAME, path: `/l/${request.params.token}`, refused, mayAllow };
    const inWords = pageWords(services, language, request.query.lang);
    return reply.type('text/html; charset=utf-8').send(blockPage({ ...page, ...inWords, letter }));
  };

  routes.get(
    '/l/:token/stop',
    { schema: { hide: true, params, querystring: languageQuery } },
    async (request, reply) => shown(request, await known(request.params.token), reply),
  );

  const change = (path: string, refused: Refused, work: typeof block | typeof unblock) =>
    routes.post(
      `/l/:token/${path}`,
      { config: { ownProof: true }, schema: { hide: true, params, querystring: languageQuery } },
      async (request, reply) => {
        const link = await known(request.params.token);
        if (path !== 'stop' && !link.mayAllow) throw noPage();
        await work(db, link.pair, refused);
        // Answered with the page and not by a redirect, which one-click senders must not follow (RFC 8058, 3.1).
        return shown(request, link, reply);
      },
    );
  change('stop', 'sender', block);
  change('stop-all', 'anybody', block);
  change('allow', 'sender', unblock);
  change('allow-all', 'anybody', unblock);
}
