import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { MailboxAccess } from './access.ts';
import { idParams, loadMessage, loadRaw } from './load-message.ts';
import { framedHtml } from './message-content.ts';

/** What a part may be shown as; anything else is only given for download. */
const SHOWN_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
/**
 * A captured message may hold anything: in its frame it runs nothing, loads nothing from elsewhere and has no
 * origin. Only a link that is clicked opens as a page of its own.
 */
const FRAME_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

const partParams = idParams.extend({ index: z.coerce.number().int().min(0).max(1000) });
const keyQuery = z.object({ key: z.string().max(200) });

/** The bytes of a captured message: as it is, as the frame shows it, and part by part. */
export function partRoutes(scope: FastifyInstance, db: Database, access: MailboxAccess): void {
  const routes = scope.withTypeProvider<ZodTypeProvider>();
  const ofMessage = {
    onRequest: async (request: FastifyRequest) => access.requireCookie(request),
    schema: { hide: true, params: idParams },
  };
  const ofPart = { ...ofMessage, schema: { hide: true, params: partParams } };

  routes.get('/mailbox/messages/:id/raw', ofMessage, async (request, reply) =>
    reply.type('message/rfc822').send(await loadRaw(db, request.params.id)),
  );

  routes.get('/mailbox/messages/:id/source', ofMessage, async (request, reply) =>
    frameable(reply)
      .type('text/plain; charset=utf-8')
      .send(await loadRaw(db, request.params.id)),
  );

  routes.get('/mailbox/messages/:id/html', ofMessage, async (request, reply) => {
    const { id } = request.params;
    const { content } = await loadMessage(db, id);
    const key = access.partKey(id);
    const markup = framedHtml(content, (index) => `/mailbox/messages/${id}/parts/${index}?key=${key}`);
    return frameable(reply).type('text/html; charset=utf-8').send(markup);
  });

  routes.get(
    '/mailbox/messages/:id/parts/:index',
    { schema: { hide: true, params: partParams, querystring: keyQuery } },
    async (request, reply) => {
      const { id, index } = request.params;
      access.requirePartKey(id, request.query.key);
      const part = (await loadMessage(db, id)).content.parts[index];
      if (!part || !SHOWN_TYPES.includes(part.contentType)) throw notFound('That part');
      // Asked for by a frame without an origin, which to a browser is another site.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return reply.type(part.contentType).send(part.content);
    },
  );

  routes.get('/mailbox/messages/:id/attachments/:index', ofPart, async (request, reply) => {
    const part = (await loadMessage(db, request.params.id)).content.parts[request.params.index];
    if (!part) throw notFound('That attachment');
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(part.filename)}`);
    return reply.type('application/octet-stream').send(part.content);
  });
}

function frameable(reply: FastifyReply): FastifyReply {
  return reply.header('content-security-policy', FRAME_POLICY);
}
