import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { reportReason } from '../../../shared/reports.ts';
import { notFound } from '../../errors.ts';
import { reportPage } from '../../pages/report-page.ts';
import type { Services } from '../../platform/services.ts';
import type { LetterRow } from '../data.ts';
import { reportLetter } from '../report-letter.ts';
import { findStopLink } from './stop-link.ts';

const params = z.object({ token: z.string() });
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
    if (!link?.letter) throw notFound('That page');
    return link.letter;
  };
  const page = (token: string, letter: LetterRow, state: Parameters<typeof reportPage>[3]) =>
    reportPage(config.PRODUCT_NAME, `/l/${token}`, letter, state);

  routes.get('/l/:token/report', { schema: { hide: true, params } }, async (request, reply) => {
    const { token } = request.params;
    return reply.type('text/html; charset=utf-8').send(page(token, await known(token), 'open'));
  });

  routes.post(
    '/l/:token/report',
    { config: { ownProof: true }, schema: { hide: true, params, body: form } },
    async (request, reply) => {
      const { token } = request.params;
      const letter = await known(token);
      const { reason } = request.body;
      reply.type('text/html; charset=utf-8');
      if (!reason) return reply.code(400).send(page(token, letter, 'choose'));
      await db.transaction((tx) => reportLetter(tx, services, letter, { origin: 'page', reason }));
      return reply.send(page(token, letter, 'reported'));
    },
  );
}
