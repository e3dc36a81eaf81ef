import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { reportReason } from '../../../shared/reports.ts';
import { noPage } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import type { LetterRow } from '../../letters/data.ts';
import { reportLetter } from '../../letters/report/report-letter.ts';
import { findStopLink } from '../../letters/stop-link.ts';
import { languageQuery, pageWords } from './page-words.ts';
import { reportPage } from './report-page.ts';

const params = z.object({ token: z.string() });

interface Asked {
  params: z.infer<typeof params>;
  query: z.infer<typeof languageQuery>;
}

const form = z.preprocess(
  (body) => body ?? {},
  z.object({ reason: reportReason.optional().catch(undefined) }),
);

/** Where a recipient reports a letter by the token in their mail, without an account and without script; also when its page is closed. */
export function reportPageRoutes(scope: FastifyInstance, services: Services): void {
  const { db, config, addressHash } = services;
  const routes = scope.withTypeProvider<ZodTypeProvider>();
  const known = async (token: string) => {
    const link = await findStopLink(db, addressHash, token);
    if (!link?.letter) throw noPage();
    return link.letter;
  };
  const page = ({ params, query }: Asked, letter: LetterRow, state: 'open' | 'choose' | 'reported') =>
    reportPage({
      productName: config.PRODUCT_NAME,
      path: `/l/${params.token}`,
      letter,
      state,
      ...pageWords(services, letter.language, query.lang),
    });

  routes.get(
    '/l/:token/report',
    { schema: { hide: true, params, querystring: languageQuery } },
    async (request, reply) => {
      const letter = await known(request.params.token);
      return reply.type('text/html; charset=utf-8').send(page(request, letter, 'open'));
    },
  );

  routes.post(
    '/l/:token/report',
    { config: { ownProof: true }, schema: { hide: true, params, querystring: languageQuery, body: form } },
    async (request, reply) => {
      const letter = await known(request.params.token);
      const { reason } = request.body;
      reply.type('text/html; charset=utf-8');
      if (!reason) return reply.code(400).send(page(request, letter, 'choose'));
      await db.transaction((tx) => reportLetter(tx, services, letter, { origin: 'page', reason }));
      return reply.send(page(request, letter, 'reported'));
    },
  );
}
